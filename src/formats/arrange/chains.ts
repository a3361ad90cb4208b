import type { Arrangement, Found } from "../../transcript/arrangement.ts";
import { Column } from "../../transcript/column.ts";
import type { Sequence } from "../../transcript/sequence.ts";
import { type Links, linksOf, NONE, rootFinder } from "./links.ts";
import { addSiblings } from "./siblings.ts";

/** The thread of messages that have none of their own name: that of their root. */
export const BY_ROOT = "by root";

/**
 * Arranges messages that name the one before them (`id`, `parent`), by thread. Of each thread the live
 * chain is the path from the newest leaf up to the root, and with it every observation whose call is
 * on it and every message of a reply that is on it: parallel results are siblings, so that following
 * parents alone would lose half. What is left is dead: branches that were rewound, and what stands
 * before a mark `boundary`.
 *
 * A parent that is not in the file, or in another thread, stands for the message before it in the
 * file; a parent that was seen already, in a cycle, for none. Messages without an id are on the chain if the one before them
 * in the file is. Where no message names another of the file, file order is the order, and a boundary
 * ends what stands before it.
 *
 * Marks: `link` stands between messages and is part of the path, `boundary` ends it, `leaf` names the
 * newest leaf as its `parent` for as long as no message comes after it.
 */
export function arrangeChains(found: Sequence<Found>): readonly Arrangement[] {
  const links = linksOf(found);
  const rootOf = rootFinder(links);
  const threads = new Map<string, Column>();
  for (const { index, thread: own = "" } of found) {
    const thread = own === BY_ROOT ? `root ${rootOf(index)}` : own;
    const members = threads.get(thread) ?? new Column();
    if (members.length === 0) threads.set(thread, members);
    members.push(index);
  }
  const paths = createPaths(links.length);
  return [...threads]
    .filter(([, members]) => some(members, (index) => links.isMessage(index)))
    .map(([thread, members]) => {
      const arrangement = arrangeChain(links, members, paths);
      return thread === "" ? arrangement : { ...arrangement, undroppable: "sidechains" };
    });
}

function arrangeChain(links: Links, members: Column, paths: Paths): Arrangement {
  const isLinked = some(
    members,
    (index) =>
      links.isBoundary(index) || (!links.isLeafMark(index) && links.parents[index] !== NONE),
  );
  if (!isLinked) return inFileOrder(links, members);
  const { live, above, home } = paths;
  const leaf = leafOf(links, members);
  findAbove(links, members, paths);
  // A mark can name a leaf that is in another thread.
  const first = home[leaf] === home[members.at(0)] ? leaf : NONE;
  for (let at = first; at !== NONE && live[at] === 0; at = above[at] ?? NONE) live[at] = 1;
  addSiblings(links, members, paths);
  return order(links, members, paths);
}

function inFileOrder(links: Links, members: Column): Arrangement {
  const messages = new Column();
  let dead = 0;
  let areRoots = false;
  for (const index of members) {
    if (links.isBoundary(index)) dead = messages.length;
    if (!links.isMessage(index)) continue;
    messages.push(index);
    // Another boundary would make each of them, with an id and no parent, the root of its own chain.
    areRoots ||= links.hasId(index);
  }
  const undroppable = areRoots ? "sessions whose lines do not name their parents" : undefined;
  return { messages, dead, undroppable };
}

/** Finds for each member the index of the one above it on a path. */
function findAbove(links: Links, members: Column, { above, home }: Paths): void {
  const thread = members.at(0);
  for (const index of members) home[index] = thread;
  let previous = NONE;
  for (const index of members) {
    const parent = links.parents[index] ?? NONE;
    if (links.isBoundary(index)) above[index] = NONE;
    else if (home[parent] === thread && parent !== index) above[index] = parent;
    else if (links.hasParent(index) || !links.hasId(index)) above[index] = previous;
    previous = index;
  }
}

/** The newest leaf: the one that a mark names, if nothing was said after it, else the last message. */
function leafOf(links: Links, members: Column): number {
  for (let at = members.length - 1; at >= 0; at--) {
    const index = members.at(at);
    if (links.isMessage(index) || links.isBoundary(index)) return index;
    const named = links.parents[index] ?? NONE;
    if (links.isLeafMark(index) && named !== NONE) return named;
  }
  return NONE;
}

/** What is found of the members of threads, by index: each is in one of them. */
interface Paths {
  /** The first member of the thread that each is in, once that is looked at. */
  readonly home: Int32Array;
  /** The one above each. */
  readonly above: Int32Array;
  /** 1 for what is live, and for what has its place. */
  readonly live: Uint8Array;
  readonly placed: Uint8Array;
}

function createPaths(length: number): Paths {
  return {
    home: new Int32Array(length).fill(NONE),
    above: new Int32Array(length).fill(NONE),
    live: new Uint8Array(length),
    placed: new Uint8Array(length),
  };
}

/** The dead in file order, then the live: in file order too, but each after the one above it. */
function order(links: Links, members: Column, { live, above, placed }: Paths): Arrangement {
  const messages = new Column();
  for (const index of members)
    if (links.isMessage(index) && live[index] === 0) messages.push(index);
  const dead = messages.length;
  for (const index of members) {
    if (!links.isMessage(index)) continue;
    const waiting: number[] = [];
    for (
      let at = index;
      at !== NONE && live[at] === 1 && placed[at] === 0;
      at = above[at] ?? NONE
    ) {
      placed[at] = 1;
      waiting.push(at);
    }
    for (const each of waiting.reverse()) if (links.isMessage(each)) messages.push(each);
  }
  return { messages, dead };
}

function some(numbers: Iterable<number>, test: (number: number) => boolean): boolean {
  for (const each of numbers) if (test(each)) return true;
  return false;
}
