import { digestOf } from "../../base/digest.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/**
 * The key of a conversation is its first user message; that of a result in it is its call and its text.
 * System prompts and cache markers change between requests, and these do not.
 */
export function conversationOf(transcript: Transcript): string {
  for (const { role, parts } of transcript.messages)
    if (role === "user") return digestOf(parts.map((part) => transcript.text(part)).join("\0"));
  return digestOf("");
}

/** The start of the task: of the user's first text. */
export function taskIn(transcript: Transcript): string {
  for (const { role, parts } of transcript.messages) {
    const text = role === "user" ? parts.find(({ kind }) => kind === "text") : undefined;
    if (text !== undefined) return transcript.text(text).slice(0, TASK_CHARS);
  }
  return "";
}

/** Chars of a task that distinguish it from others. */
export const TASK_CHARS = 200;

/** The key of a result in a memo; `call` is the id of its call, or its number if it has none. */
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
