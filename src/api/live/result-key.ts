import { digestOf } from "../../base/digest.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/**
 * A conversation is told by its first message of the user, and a result in it by its call and its text: system
 * prompts and the marks of caches change from request to request, and these do not.
 */
export function conversationOf(transcript: Transcript): string {
  for (const { role, parts } of transcript.messages)
    if (role === "user") return digestOf(parts.map((part) => transcript.text(part)).join("\0"));
  return digestOf("");
}

/** The start of the task: of the first text of the user. */
export function taskIn(transcript: Transcript): string {
  for (const { role, parts } of transcript.messages) {
    const text = role === "user" ? parts.find(({ kind }) => kind === "text") : undefined;
    if (text !== undefined) return transcript.text(text).slice(0, TASK_CHARS);
  }
  return "";
}

/** Chars of a task that tell it from others. */
export const TASK_CHARS = 200;

/** The key of a result in a memo; `call` is the id of its call, or where there is none its number. */
export function resultKey(conversation: string, call: string | number, text: string): string {
  return shortDigest([conversation, call, text].join("\0"));
}

/** The key of a conversation in a memo. */
export function conversationKey(conversation: string): string {
  return shortDigest(`conversation\0${conversation}`);
}

function shortDigest(text: string): string {
  return digestOf(text).slice(0, 32);
}
