/** The readers of messages by their exported names: a bundle only contains those that are imported. */
export { anthropic } from "../../formats/anthropic/anthropic.ts";
export { bedrock } from "../../formats/bedrock.ts";
export { chatMessage } from "../../formats/chat-message.ts";
export { geminiContents } from "../../formats/gemini/gemini-contents.ts";
export { langchain } from "../../formats/langchain/langchain.ts";
export { langchainDict } from "../../formats/langchain/langchain-dict.ts";
export { langchainFlat } from "../../formats/langchain/langchain-flat.ts";
export { openaiChat } from "../../formats/openai-chat/openai-chat.ts";
export { openaiResponses } from "../../formats/openai-responses.ts";
export { vercelModel } from "../../formats/vercel-model.ts";
export { vercelUi } from "../../formats/vercel-ui/vercel-ui.ts";
