import { FOUND_FLAGS } from "../../transcript/columns/found-numbers.ts";
import type { Links } from "./parent-links.ts";

/** Some members of a thread, by index, and those on their path. */
interface PathSoFar {
  readonly members: Int32Array;
  /** 1 for live members. */
  readonly live: Uint8Array;
  /** The index of the predecessor on a path. */
  readonly above: Int32Array;
}

/**
 * Adds messages that belong to the path without being on it: the other messages of its replies, and the
 * results of its calls. Ids of calls repeat, so a result must also have a live parent.
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

/** Adds messages of replies that are on the path. */
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

/** Adds messages that answer calls on the path. */
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
