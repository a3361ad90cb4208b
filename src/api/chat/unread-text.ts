import { valueIn } from "./value-in.ts";

/**
 * Finds text in a message without content, under a key that no shape reads. Such a message must not count as
 * empty.
 */
export function unreadText(
  message: object,
  { role, content }: { readonly role: unknown; readonly content: unknown },
): string | undefined {
  const isResult = role === "tool" || role === "function";
  if (content !== undefined && !(isResult && isEmpty(content))) return undefined;
  if ([...SPEECH].some((key) => !isEmpty(valueIn(message, key)))) return undefined;
  const isUnread = content === undefined ? holdsText : isAnswer;
  const key = Object.keys(message).find((each) => isUnread(each, valueIn(message, each), isResult));
  return key === undefined ? undefined : `no content, but "${key}"`;
}

/** Keys that an assistant message may have instead of content. */
const SPEECH: ReadonlySet<string> = new Set([
  "tool_calls",
  "function_call",
  "refusal",
  "audio",
  "reasoning",
  "reasoning_content",
  "reasoning_details",
]);

/** Keys of metadata. */
const ABOUT: ReadonlySet<string> = new Set([
  ...SPEECH,
  ...["role", "name", "id", "tool_call_id", "toolCallId", "pairId", "pairRole", "tags"],
  ...["metadata", "additional_kwargs", "response_metadata", "annotations", "usage"],
]);

/** A string with more chars than this is no id, name or time. */
const MARK_CHARS = 40;

function holdsText(key: string, value: unknown, isResult: boolean): boolean {
  if (ABOUT.has(key) || isEmpty(value)) return false;
  if (typeof value === "string") return isResult || value.length > MARK_CHARS;
  return typeof value === "object";
}

/** Names of a tool's result in frameworks. */
const ANSWERS: ReadonlySet<string> = new Set([
  "output",
  "result",
  "results",
  "response",
  "observation",
]);

/** A string with more chars than this, and spaces, is no note about a result. */
const NOTE_CHARS = 1000;

function isAnswer(key: string, value: unknown): boolean {
  if (ANSWERS.has(key)) return !isEmpty(value);
  return typeof value === "string" && value.length >= NOTE_CHARS && /\s/.test(value.slice(0, 256));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) && value.length === 0;
}
