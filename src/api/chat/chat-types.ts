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

/** Any chat message: a `ChatMessage`, or one of OpenAI's shape. What else it holds is kept. */
export interface AnyChatMessage {
  readonly role: string;
}
