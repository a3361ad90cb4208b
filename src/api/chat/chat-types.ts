import { ElisionError } from "../../base/errors.ts";

/** A message of `HistoryReducer`. A call and its result share `pairId`. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly name?: string;
  readonly toolCallId?: string;
  readonly pairId?: string;
  readonly pairRole?: "call" | "result";
  /** `unresolved` and `constraint` make a summary name the message. */
  readonly tags?: readonly string[];
}

/** A `ChatMessage`, or a message of OpenAI's chat completions. Other keys are kept. */
export interface AnyChatMessage {
  readonly role: string;
}

/** A message of any shape that the library reads: the SDKs' own types are. */
export type AnyMessage = object;

/** The error for messages of an unknown shape; `message` says what was seen, and where. */
export function unknownShape(message: string): ElisionError {
  return new ElisionError("unknown-shape", message, {
    hint: "pass messages of one shape (docs/library.md lists them), or name it with the option shape; for a saved file there is compact()",
  });
}
