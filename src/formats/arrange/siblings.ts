import { FOUND_FLAGS } from "../../transcript/columns/found-numbers.ts";
import type { Links } from "./parent-links.ts";

/** Some of what was found, by index, and what is on their path. */
interface PathSoFar {
  readonly members: Int32Array;
  /** 1 for what is live. */
  readonly live: Uint8Array;
  /** The index of the one above on a path. */
  readonly above: Int32Array;
}

/**
 * Adds what belongs to the path without being on it: the rest of its replies, and what answers them.
 * Ids of calls repeat, so an answer must also hang on something that is live.
 */
export function addSiblings(links: Links, path: PathSoFar): void {
  const { members, live } = path;
  const siblings: number[] = [];
  for (const index of members)
    if (live[index] === 0 && isMessage(links, index)) siblings.push(index);
  if (siblings.length === 0) return;
  addReplies(links, path, siblings);
  addAnswers(links, path, siblings);
}

/** Those of replies that are on the path. */
function addReplies(links: Links, { members, live }: PathSoFar, siblings: readonly number[]): void {
  const replies = new Set<number>();
  for (const index of siblings) replies.add(links.replyOf(index));
  replies.delete(0);
  if (replies.size === 0) return;
  const shared = new Set<number>();
  for (const index of members) {
    const reply = live[index] === 1 && isMessage(links, index) ? links.replyOf(index) : 0;
    if (replies.has(reply)) shared.add(reply);
  }
  for (const index of siblings) if (shared.has(links.replyOf(index))) live[index] = 1;
}

/** Those that answer calls on the path. */
function addAnswers(
  links: Links,
  { members, live, above }: PathSoFar,
  siblings: readonly number[],
): void {
  const answered = new Set<number>();
  for (const index of siblings) links.eachId(index, "observation", (id) => answered.add(id));
  if (answered.size === 0) return;
  const made = new Set<number>();
  const take = (id: number) => {
    if (answered.has(id)) made.add(id);
  };
  for (const index of members)
    if (live[index] === 1 && isMessage(links, index)) links.eachId(index, "call", take);
  for (const index of siblings) {
    if (live[index] === 1 || live[above[index] ?? -1] !== 1) continue;
    links.eachId(index, "observation", (id) => {
      if (made.has(id)) live[index] = 1;
    });
  }
}

function isMessage({ flags }: Links, index: number): boolean {
  return ((flags[index] ?? 0) & FOUND_FLAGS.message) !== 0;
}
