/** The formats of messages in requests to providers. */
export type RequestFormat = "anthropic" | "openai-chat" | "openai-responses" | "gemini-contents";

/** The key of the array of messages in a request. */
export const MESSAGES_KEY = {
  anthropic: "messages",
  "openai-chat": "messages",
  "openai-responses": "input",
  "gemini-contents": "contents",
} as const satisfies Record<RequestFormat, string>;
