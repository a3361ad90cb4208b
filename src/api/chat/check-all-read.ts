import { shown } from "../../base/arguments.ts";
import { unknownShape } from "./chat-types.ts";
import { valueIn } from "./value-in.ts";

/** The shape of messages, and how many of the conversation come before them. */
export interface ReadAs {
  readonly shape: string;
  readonly first: number;
}

/** Throws for the first message that a reader did not recognise. */
export function checkAllRead(
  messages: readonly unknown[],
  { shape, first }: ReadAs,
  isRead: (index: number) => boolean,
): void {
  const left = messages.findIndex((message, index) => !isRead(index) && !isItem(message, shape));
  if (left < 0) return;
  const message = messages[left];
  const isMessage = typeof message === "object" && message !== null;
  const role = valueIn(message, "role") ?? valueIn(message, "type");
  const seen = isMessage ? `role or type ${shown(role)}` : shown(message);
  throw unknownShape(`message ${first + left + 1}: not of the shape ${shape} (got ${seen})`);
}

/** The Responses API has many types of items, and gets new ones: an object with a type is accepted. */
function isItem(message: unknown, shape: string): boolean {
  return shape === "openai-responses" && typeof valueIn(message, "type") === "string";
}
