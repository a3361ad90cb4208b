import { copyWith } from "./instances.ts";
import type { ChatTranscript } from "./read-chat.ts";

/** A place between messages, or between parts of one: those of chat interfaces have all steps of an answer. */
export type TurnPlace = readonly [index: number, key?: string, part?: number];

/** The place before a message as it was read. */
export function placeBefore(chat: ChatTranscript, at: number): TurnPlace {
  const { messages } = chat.transcript;
  const message = messages.at(at);
  if (message === undefined) return [Number.POSITIVE_INFINITY];
  const index = chat.indexOf(message);
  const before = at > 0 ? messages.at(at - 1) : undefined;
  if (before === undefined || chat.indexOf(before) < index) return [index];
  for (const part of message.parts) {
    const [, key, item] = chat.tree.path(chat.slotOf(part)?.node ?? 0);
    if (typeof item === "number") return [index, String(key), item];
  }
  return placeBefore(chat, at + 1); // A call without arguments: nothing tells which part it is.
}

/** The messages between two places; those that they divide are copies with some of their parts. */
export function messagesBetween<M extends object>(
  messages: readonly M[],
  [start, startKey, startPart]: TurnPlace,
  [end, endKey, endPart]: TurnPlace,
): M[] {
  const result = messages.slice(start, endKey === undefined ? end : end + 1);
  if (endKey !== undefined) result.push(partOf(result.pop() as M, endKey, [0, endPart]));
  if (startKey !== undefined) result[0] = partOf(result[0] as M, startKey, [startPart]);
  return result;
}

function partOf<M extends object>(
  message: M,
  key: string,
  range: readonly (number | undefined)[],
): M {
  const items = message[key as keyof M] as readonly unknown[];
  return copyWith(message, key, items.slice(...range));
}
