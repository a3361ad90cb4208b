import { shown } from "../../base/arguments.ts";
import { unknownShape } from "./chat-types.ts";
import { valueIn } from "./value-in.ts";

/** Throws for the first message that a reader did not take for one of its own. */
export function checkAllRead(
  messages: readonly unknown[],
  shape: string,
  isRead: (index: number) => boolean,
): void {
  const left = messages.findIndex((message, index) => !isRead(index) && !isItem(message, shape));
  if (left < 0) return;
  const message = messages[left];
  const isMessage = typeof message === "object" && message !== null;
  const role = valueIn(message, "role") ?? valueIn(message, "type");
  const seen = isMessage ? `role or type ${shown(role)}` : shown(message);
  throw unknownShape(`message ${left + 1}: not of the shape ${shape} (got ${seen})`);
}

/** Items of the Responses API are of many types, and new ones come: what has a type goes through. */
function isItem(message: unknown, shape: string): boolean {
  return shape === "openai-responses" && typeof valueIn(message, "type") === "string";
}
