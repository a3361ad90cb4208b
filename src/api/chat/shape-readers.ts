import type { Format } from "../../formats/format.ts";
import {
  anthropic,
  bedrock,
  chatMessage,
  geminiContents,
  langchain,
  langchainDict,
  langchainFlat,
  openaiChat,
  openaiResponses,
  vercelModel,
  vercelUi,
} from "./named-readers.ts";

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
