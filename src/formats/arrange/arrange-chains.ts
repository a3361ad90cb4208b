import { countUpTo } from "../../base/ascending.ts";
import { Column } from "../../transcript/columns/column.ts";
import { FOUND_FLAGS, type FoundNumbers } from "../../transcript/columns/found-numbers.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { type Links, linksOf, NONE, numbersOf, rootFinder } from "./parent-links.ts";
import { addSiblings } from "./siblings.ts";

/** The thread name of messages without a name of their own: they belong to the thread of their root. */
export const BY_ROOT = "by root";

/**
 * Arranges messages that name their parents (`id`, `parent`), by thread. The live chain of a thread is the
 * path from the newest leaf up to the root, and every observation whose call is on it, and every message of a
 * reply that is on it: parallel results are siblings, so following parents alone would lose half. The rest is
 * dead: branches that were rewound, and messages before a mark `boundary`.
 *
 * A parent that is missing in the file, or is in another thread, is taken to be the previous message in the
 * file. Since any message before it may be an ancestor, all of them are live, and so are all after the last
 * boundary if it is after that. The same holds if the last line is torn, because it may have named any
 * message as its parent. A parent that was already visited, in a cycle, counts as none. Messages without an
 * id are on the chain if the previous message in the file is. If no message names another one in the file,
 * the order is file order, and a boundary ends everything before it.
 *
 * Marks: `link` is between messages and part of the path; `boundary` ends it; `leaf` names the newest leaf as
 * its `parent`, until another message comes. Three marks `preserved` after a boundary name, as their parents,
 * the first of the messages before the boundary that continue after it; the message after the boundary that
 * they follow; and the last of them, which then becomes the parent of that message's children.
 */
export function arrangeChains(found: Sequence<Found>): readonly Arrangement[] {
  return arrangeNumbered(numbersOf(found));
}

/** The same of messages and marks as numbers. */
export function arrangeNumbered(numbers: FoundNumbers): readonly Arrangement[] {
  const links = linksOf(numbers);
  const { homes, threads } = findHomes(links);
  const members = membersOf(homes, threads.length);
  const paths = findPaths(links, homes);
  const arrangements: Arrangement[] = [];
  for (const [home, thread] of threads.entries()) {
    const own = members[home] ?? NOBODY;
    if (!own.some((index) => is(links, index, MESSAGE))) continue;
    const arrangement = arrangeChain(links, own, paths);
    arrangements.push(thread === "" ? arrangement : { ...arrangement, undroppable: "sidechains" });
  }
  return arrangements;
}

const { message: MESSAGE, boundary: BOUNDARY, leaf: LEAF, torn: TORN } = FOUND_FLAGS;
const { preserved: PRESERVED } = FOUND_FLAGS;
const { hasId: HAS_ID, hasParent: HAS_PARENT } = FOUND_FLAGS;

const NOBODY = new Int32Array(0);

function is({ flags }: Links, index: number, flag: number): boolean {
  return ((flags[index] ?? 0) & flag) !== 0;
}

/** By index, the number of the thread plus one, 0 for none; and the threads. */
function findHomes(links: Links): { readonly homes: Int32Array; readonly threads: string[] } {
  const { flags, hasThreads } = links;
  const homes = new Int32Array(flags.length);
  const threads: string[] = [];
  const numbers = new Map<string, number>();
  /** By the number of their name: threads with a name of their own. */
  const known = new Map<number, number>();
  const rootOf = rootFinder(links);
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] ?? 0;
    if (flag === 0 || (flag & TORN) !== 0) continue;
    const own = hasThreads ? links.threadOf(index) : 0;
    let home = known.get(own);
    if (home === undefined) {
      const name = own === 0 ? "" : links.threadName(own);
      const thread = name === BY_ROOT ? `root ${rootOf(index)}` : name;
      home = numbers.get(thread) ?? threads.push(thread);
      numbers.set(thread, home);
      if (name !== BY_ROOT) known.set(own, home);
    }
    homes[index] = home;
  }
  return { homes, threads };
}

/** The members of each thread, in file order. */
function membersOf(homes: Int32Array, count: number): readonly Int32Array[] {
  const ends = new Int32Array(count + 1);
  for (const home of homes) ends[home] = (ends[home] ?? 0) + 1;
  for (let home = 1; home <= count; home++) ends[home] = (ends[home] ?? 0) + (ends[home - 1] ?? 0);
  const starts = ends.slice();
  const all = new Int32Array(homes.length);
  for (let index = 0; index < homes.length; index++) {
    const before = (homes[index] ?? 0) - 1;
    if (before < 0) continue;
    const at = starts[before] ?? 0;
    all[at] = index;
    starts[before] = at + 1;
  }
  return Array.from({ length: count }, (_, home) => all.subarray(ends[home], ends[home + 1]));
}

function arrangeChain(links: Links, members: Int32Array, paths: Paths): Arrangement {
  const isLinked = members.some(
    (index) =>
      is(links, index, BOUNDARY) || (!is(links, index, LEAF) && links.parents[index] !== NONE),
  );
  if (!isLinked) return inFileOrder(links, members);
  const { live, above, homes } = paths;
  const leaf = leafOf(links, members);
  // A mark can name a leaf in another thread.
  const isTogether = leaf !== NONE && homes[leaf] === homes[members[0] ?? NONE];
  for (let at = isTogether ? leaf : NONE; at !== NONE && live[at] === 0; at = above[at] ?? NONE) {
    live[at] = 1;
    if (isTorn(links, at)) markBefore(links, members, { at, live });
  }
  markAfterTear(links, members, live);
  addSiblings(links, { members, live, above });
  return order(links, members, paths);
}

/** Whether the parent is missing in the file. */
function isTorn(links: Links, index: number): boolean {
  return (
    is(links, index, HAS_PARENT) && links.parents[index] === NONE && !is(links, index, BOUNDARY)
  );
}

/** Makes all members before one of them live, back to a boundary: any may be its ancestor. */
function markBefore(
  links: Links,
  members: Int32Array,
  { at, live }: { readonly at: number; readonly live: Uint8Array },
): void {
  for (let k = countUpTo(members, at - 1) - 1; k >= 0; k--) {
    const index = members[k] ?? 0;
    live[index] = 1;
    if (is(links, index, BOUNDARY)) return;
  }
}

/**
 * Makes all members from the last boundary on live, if one of them has a missing parent, or if the last line
 * is torn: it is unknown which of them are linked.
 */
function markAfterTear(links: Links, members: Int32Array, live: Uint8Array): void {
  let from = 0;
  let isAnyTorn = links.endsTorn;
  for (let k = members.length - 1; k >= 0 && from === 0; k--) {
    const index = members[k] ?? 0;
    if (is(links, index, BOUNDARY)) from = k;
    else isAnyTorn ||= !is(links, index, LEAF | PRESERVED) && isTorn(links, index);
  }
  if (!isAnyTorn) return;
  for (let k = from; k < members.length; k++) live[members[k] ?? 0] = 1;
}

function inFileOrder(links: Links, members: Int32Array): Arrangement {
  const messages = new Column();
  let dead = 0;
  let areRoots = false;
  for (const index of members) {
    if (is(links, index, BOUNDARY)) dead = messages.length;
    if (!is(links, index, MESSAGE)) continue;
    messages.push(index);
    // Another boundary would make each of them, with an id and without a parent, the root of its own chain.
    areRoots ||= is(links, index, HAS_ID);
  }
  const undroppable = areRoots ? "sessions whose lines do not name their parents" : undefined;
  return { messages, dead, undroppable };
}

/** The newest leaf: the one that a mark names, unless a message follows it; else the last message. */
function leafOf(links: Links, members: Int32Array): number {
  for (let at = members.length - 1; at >= 0; at--) {
    const index = members[at] ?? 0;
    if (is(links, index, MESSAGE | BOUNDARY)) return index;
    const named = links.parents[index] ?? NONE;
    if (is(links, index, LEAF) && named !== NONE) return named;
  }
  return NONE;
}

/** How the members of threads are linked, by index. */
interface Paths {
  /** The index of the predecessor on a path. */
  readonly above: Int32Array;
  /** The number of its thread plus one. */
  readonly homes: Int32Array;
  /** 1 for live members, and for those that were placed: none yet. */
  readonly live: Uint8Array;
  readonly placed: Uint8Array;
}

function findPaths({ flags, parents }: Links, homes: Int32Array): Paths {
  const { length } = flags;
  const above = new Int32Array(length).fill(NONE);
  /** The index of the latest member of each thread, plus one. */
  const latest = new Int32Array(homes.reduce((most, home) => Math.max(most, home), 0) + 1);
  for (let index = 0; index < length; index++) {
    const home = homes[index] ?? 0;
    const flag = flags[index] ?? 0;
    const parent = parents[index] ?? NONE;
    const previous = (latest[home] ?? 0) - 1;
    latest[home] = index + 1;
    if (home === 0 || (flag & BOUNDARY) !== 0) continue;
    if (parent !== NONE && parent !== index && homes[parent] === home) above[index] = parent;
    else if ((flag & HAS_PARENT) !== 0 || (flag & HAS_ID) === 0) above[index] = previous;
  }
  relinkPreserved({ flags, parents }, { above, homes });
  return { above, homes, live: new Uint8Array(length), placed: new Uint8Array(length) };
}

/** Links the messages that each group of three marks names, if all are in one thread. */
function relinkPreserved(
  { flags, parents }: Pick<Links, "flags" | "parents">,
  { above, homes }: Pick<Paths, "above" | "homes">,
): void {
  const tails = new Map<number, number>();
  const anchors = new Map<number, number>();
  for (let at = 0; at < flags.length; at++) {
    if (((flags[at] ?? 0) & PRESERVED) === 0) continue;
    const [head = NONE, anchor = NONE, tail = NONE] = parents.subarray(at, at + 3);
    at += 2;
    if (head === NONE || anchor === NONE || tail === NONE) continue;
    if (homes[head] !== homes[anchor] || homes[tail] !== homes[anchor]) continue;
    tails.set(anchor, tail);
    anchors.set(head, anchor);
  }
  if (tails.size === 0) return;
  for (let index = 0; index < above.length; index++) {
    const tail = tails.get(above[index] ?? NONE);
    if (tail !== undefined && homes[tail] === homes[index]) above[index] = tail;
  }
  for (const [head, anchor] of anchors) above[head] = anchor;
}

/**
 * The dead, then the live: in file order, but each after its predecessor, as parallel calls may be after their results.
 */
function order(links: Links, members: Int32Array, paths: Paths): Arrangement {
  const messages = new Column();
  place(links, members, { paths, isLive: 0, messages });
  const dead = messages.length;
  place(links, members, { paths, isLive: 1, messages });
  return { messages, dead };
}

/** Adds the members that are live, or those that are not. */
function place(
  links: Links,
  members: Int32Array,
  {
    paths: { live, above, placed },
    isLive,
    messages,
  }: { readonly paths: Paths; readonly isLive: 0 | 1; readonly messages: Column },
): void {
  const waiting: number[] = [];
  for (const index of members) {
    if (!is(links, index, MESSAGE)) continue;
    for (
      let at = index;
      at !== NONE && live[at] === isLive && placed[at] === 0;
      at = above[at] ?? NONE
    ) {
      placed[at] = 1;
      waiting.push(at);
    }
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop())
      if (is(links, each, MESSAGE)) messages.push(each);
  }
}
