import { Column } from "../../transcript/columns/column.ts";
import { type Arrangement, type Found, TORN } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { type Links, linksOf, NONE, rootFinder } from "./parent-links.ts";
import { addSiblings } from "./siblings.ts";

/** The thread of messages that have none of their own name: that of their root. */
export const BY_ROOT = "by root";

/**
 * Arranges messages that name the one before them (`id`, `parent`), by thread. Of each thread the live
 * chain is the path from the newest leaf up to the root, and with it every observation whose call is
 * on it and every message of a reply that is on it: parallel results are siblings, so that following
 * parents alone would lose half. The rest is dead: branches that were rewound, and messages before a mark
 * `boundary`.
 *
 * A parent that is not in the file, or in another thread, means the message before it in the file; and
 * since any before it may be its ancestor, all of them are live, and all after the last boundary if it is
 * after that. So they are if the last line is torn: it may have named any. A parent that was seen already, in a cycle, for none. Messages without an id are on the chain if the one before them
 * in the file is. If no message names another of the file, file order is the order, and a boundary ends
 * everything before it.
 *
 * Marks: `link` is between messages and part of the path, `boundary` ends it, `leaf` names the
 * newest leaf as its `parent` for as long as no message comes after it.
 */
export function arrangeChains(found: Sequence<Found>): readonly Arrangement[] {
  const links = linksOf(found);
  const rootOf = rootFinder(links);
  const threads = new Map<string, Column>();
  const homes = new Column();
  for (const { index, mark, thread: own = "" } of found) {
    if (mark === TORN) continue;
    const thread = own === BY_ROOT ? `root ${rootOf(index)}` : own;
    const members = threads.get(thread) ?? new Column();
    if (members.length === 0) threads.set(thread, members);
    members.push(index);
    homes.pushAt(index, members.at(0) + 1);
  }
  const paths = findPaths(links, homes);
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
      links.isBoundary(index) || (!links.isLeafMark(index) && links.parentOf(index) !== NONE),
  );
  if (!isLinked) return inFileOrder(links, members);
  const { live, above, areTogether } = paths;
  const leaf = leafOf(links, members);
  // A mark can name a leaf that is in another thread.
  const first = leaf !== NONE && areTogether(leaf, members.at(0)) ? leaf : NONE;
  for (let at = first; at !== NONE && live[at] === 0; at = above(at)) {
    live[at] = 1;
    if (isTorn(links, at)) markBefore(links, members, { at, live });
  }
  markAfterTear(links, members, live);
  addSiblings(links, members, paths);
  return order(links, members, paths);
}

/** Whether the parent that something names is not in the file. */
function isTorn(links: Links, index: number): boolean {
  return links.hasParent(index) && links.parentOf(index) === NONE && !links.isBoundary(index);
}

/** Makes all members live that stand before one of them, back to a boundary: any may be its ancestor. */
function markBefore(
  links: Links,
  members: Column,
  { at, live }: { readonly at: number; readonly live: Uint8Array },
): void {
  for (let k = members.firstAbove(at) - 2; k >= 0; k--) {
    const index = members.at(k);
    live[index] = 1;
    if (links.isBoundary(index)) return;
  }
}

/**
 * Makes all members live from the last boundary on, if one of them names a parent that is lost, or if the
 * last line is torn: nobody knows which of them hang together.
 */
function markAfterTear(links: Links, members: Column, live: Uint8Array): void {
  let from = 0;
  let isAnyTorn = links.endsTorn;
  for (let k = members.length - 1; k >= 0 && from === 0; k--) {
    const index = members.at(k);
    if (links.isBoundary(index)) from = k;
    else isAnyTorn ||= !links.isLeafMark(index) && isTorn(links, index);
  }
  if (!isAnyTorn) return;
  for (let k = from; k < members.length; k++) live[members.at(k)] = 1;
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

/** The newest leaf: the one that a mark names, if nothing was said after it, else the last message. */
function leafOf(links: Links, members: Column): number {
  for (let at = members.length - 1; at >= 0; at--) {
    const index = members.at(at);
    if (links.isMessage(index) || links.isBoundary(index)) return index;
    const named = links.parentOf(index);
    if (links.isLeafMark(index) && named !== NONE) return named;
  }
  return NONE;
}

/** How the members of threads hang together, by index. */
interface Paths {
  /** The index of the one above on a path. */
  above(index: number): number;
  /** Whether two are in the same thread. */
  areTogether(index: number, other: number): boolean;
  /** 1 for what is live, and for what has its place: nothing yet. */
  readonly live: Uint8Array;
  readonly placed: Uint8Array;
}

/** `homes` has a number for the thread of each, 0 for what is in none. */
function findPaths(links: Links, homes: Column): Paths {
  const { length } = links;
  const above = new Column(); // One more than the index, 0 for none.
  const latest = new Map<number, number>();
  for (let index = 0; index < length; index++) {
    const home = homes.at(index);
    const parent = links.parentOf(index);
    const previous = latest.get(home) ?? NONE;
    if (home === 0 || links.isBoundary(index)) above.push(0);
    else if (parent !== NONE && parent !== index && homes.at(parent) === home)
      above.push(parent + 1);
    else above.push(links.hasParent(index) || !links.hasId(index) ? previous + 1 : 0);
    latest.set(home, index);
  }
  return {
    above: (index) => above.at(index) - 1,
    areTogether: (index, other) => homes.at(index) === homes.at(other),
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
    for (let at = index; at !== NONE && live[at] === 1 && placed[at] === 0; at = above(at)) {
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
