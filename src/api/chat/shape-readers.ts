import { anthropic } from "../../formats/anthropic/anthropic.ts";
import { bedrock } from "../../formats/bedrock.ts";
import { chatMessage } from "../../formats/chat-message.ts";
import type { Format } from "../../formats/format.ts";
import { geminiContents } from "../../formats/gemini/gemini-contents.ts";
import { langchain } from "../../formats/langchain/langchain.ts";
import { langchainDict } from "../../formats/langchain/langchain-dict.ts";
import { langchainFlat } from "../../formats/langchain/langchain-flat.ts";
import { openaiChat } from "../../formats/openai-chat/openai-chat.ts";
import { openaiResponses } from "../../formats/openai-responses.ts";
import { vercelModel } from "../../formats/vercel-model.ts";
import { vercelUi } from "../../formats/vercel-ui/vercel-ui.ts";

/**
 * The readers of messages by their shape: those of the file formats that hold the same messages, and none
 * of the others.
 */
export const SHAPE_READERS = {
  "chat-message": chatMessage,
  "openai-chat": openaiChat,
  anthropic,
  "openai-responses": openaiResponses,
  "vercel-model": vercelModel,
  "vercel-ui": vercelUi,
  "gemini-contents": geminiContents,
  "langchain-flat": langchainFlat,
  "langchain-dict": langchainDict,
  langchain,
  bedrock,
} as const satisfies Record<string, Format>;

/** The shapes of messages that the library reads. */
export type MessageShape = keyof typeof SHAPE_READERS;
