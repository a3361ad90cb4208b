/**
 * Links the messages and marks of a session, in AssemblyScript: parents by index, threads, and the
 * predecessor of each on its path. See formats/arrange/arrange-chains.ts, which gives the reasons.
 */
import {
  BOUNDARY,
  columnsEnd,
  foundCount,
  has,
  HAS_ID,
  HAS_PARENT,
  hasThreads,
  ids,
  isMessage,
  kindOf,
  LEAF,
  needMemory,
  parents,
  PRESERVED,
  resultTotal,
  threads,
  TORN,
} from "./arranged-columns";

export const NONE: i32 = -1;

/**
 * Scratch by the number of an id: an integer, for the message with that id or the open call; and a byte of
 * flags.
 */
export let byId: i32 = 0;
export let idFlags: i32 = 0;
/**
 * Scratch by index, integers: a stack, the roots of paths, and the members of threads, one thread after
 * another.
 */
export let stack: i32 = 0;
let roots: i32 = 0;
let members: i32 = 0;
/** The end of each thread's members. */
let memberEnds: i32 = 0;
/** Scratch by result, integers: the order, and the numbers in the window's unit. */
export let order: i32 = 0;
export let numbers: i32 = 0;
/** The end of the scratch. */
export let scratchEnd: i32 = 0;

/** The number of threads. */
let homes: i32 = 0;
/** The number of parents whose id no message has. */
export let lostParents: i32 = 0;
/** Whether a line that could not be parsed follows the last message. */
let endsTorn: bool = false;
/** The current thread, and the number of its members. */
let home: i32 = 0;
export let memberCount: i32 = 0;
let firstMember: i32 = 0;

/**
 * Resolves parents: to an index, or to `-1 - number` if nothing has the id; then, if `isChained`, numbers
 * threads. `idCount` is the highest number of an id. A thread named `byRoot` is named after its root; one
 * named `unnamed` has no name.
 */
export function linkArranged(idCount: i32, isChained: bool, byRoot: i32, unnamed: i32): void {
  byId = columnsEnd;
  idFlags = byId + ((idCount + 1) << 2);
  order = (idFlags + idCount + 16) & ~15;
  numbers = order + (resultTotal << 2);
  stack = numbers + (resultTotal << 2);
  scratchEnd = stack + (foundCount << 2);
  roots = scratchEnd;
  if (hasThreads && isChained) {
    members = roots + (foundCount << 2);
    memberEnds = members + (foundCount << 2);
    scratchEnd = memberEnds + ((foundCount + 2) << 2);
  }
  needMemory(scratchEnd);
  memory.fill(byId, 0, order - byId);
  findParents();
  memory.fill(byId, 0, order - byId);
  if (isChained && hasThreads) {
    findHomes(byRoot, unnamed);
    sortMembers();
  } else homes = foundCount > 0 ? 1 : 0;
  if (isChained) {
    memory.fill(byId, 0, order - byId);
    findAbove();
  }
  home = 0;
  memberCount = 0;
}

function findParents(): void {
  for (let index: i32 = 0; index < foundCount; index++) {
    const id = load<i32>(ids + (index << 2));
    if (id == 0) continue;
    const holder = byId + (id << 2);
    // A mark with the id of a message refers to that message.
    if (isMessage(index) || load<i32>(holder) == 0) store<i32>(holder, index + 1);
  }
  lostParents = 0;
  for (let index: i32 = 0; index < foundCount; index++) {
    const at = parents + (index << 2);
    const number = load<i32>(at);
    const holder = number == 0 ? 0 : load<i32>(byId + (number << 2));
    if (number != 0 && holder == 0) lostParents++;
    store<i32>(at, holder > 0 ? holder - 1 : NONE - number);
  }
  let last = foundCount - 1;
  while (last >= 0 && !isMessage(last) && !isOneOf(kindOf(last))) last--;
  endsTorn = last >= 0 && kindOf(last) == TORN;
}

function isOneOf(kind: i32): bool {
  return kind == BOUNDARY || kind == LEAF || kind == TORN;
}

/** The index of the parent; negative if there is none or its id is unknown. */
@inline
export function parentOf(index: i32): i32 {
  return load<i32>(parents + (index << 2));
}

/** Numbers the threads in order of appearance; 0 means no thread. */
function findHomes(byRoot: i32, unnamed: i32): void {
  homes = 0;
  memory.fill(roots, 0xff, foundCount << 2);
  // By root: the number of its thread plus one.
  memory.fill(members, 0, foundCount << 2);
  for (let index: i32 = 0; index < foundCount; index++) {
    const at = threads + (index << 2);
    const own = load<i32>(at) == unnamed ? 0 : load<i32>(at);
    if (kindOf(index) == TORN) {
      store<i32>(at, 0);
      continue;
    }
    const known = own == byRoot ? members + (rootOf(index) << 2) : byId + (own << 2);
    if (load<i32>(known) == 0) store<i32>(known, ++homes);
    store<i32>(at, load<i32>(known));
  }
}

/** The first message of the path that leads to this one. */
function rootOf(index: i32): i32 {
  let depth: i32 = 0;
  let at = index;
  while (load<i32>(roots + (at << 2)) == NONE) {
    store<i32>(roots + (at << 2), at); // A cycle ends at its first message.
    store<i32>(stack + (depth++ << 2), at);
    const parent = parentOf(at);
    if (parent >= 0) at = parent;
  }
  const root = load<i32>(roots + (at << 2));
  while (depth > 0) store<i32>(roots + (load<i32>(stack + (--depth << 2)) << 2), root);
  return root;
}

function sortMembers(): void {
  memory.fill(memberEnds, 0, (homes + 2) << 2);
  for (let index: i32 = 0; index < foundCount; index++) {
    const end = memberEnds + ((homeOf(index) + 1) << 2);
    store<i32>(end, load<i32>(end) + 1);
  }
  for (let k: i32 = 1; k <= homes + 1; k++) {
    const end = memberEnds + (k << 2);
    store<i32>(end, load<i32>(end) + load<i32>(end - 4));
  }
  // Each entry is now the start of a thread's members, and becomes their end as they are added.
  for (let index: i32 = 0; index < foundCount; index++) {
    const at = memberEnds + (homeOf(index) << 2);
    store<i32>(members + (load<i32>(at) << 2), index);
    store<i32>(at, load<i32>(at) + 1);
  }
}

/** The number of the thread of a message or mark; 0 for none. */
@inline
function homeOf(index: i32): i32 {
  if (hasThreads) return load<i32>(threads + (index << 2));
  return kindOf(index) == TORN ? 0 : 1;
}

/** Advances to the next thread; false if there is none. */
export function nextHome(): bool {
  if (home >= homes) return false;
  home++;
  if (hasThreads) {
    firstMember = load<i32>(memberEnds + ((home - 1) << 2));
    memberCount = load<i32>(memberEnds + (home << 2)) - firstMember;
  } else memberCount = foundCount;
  return true;
}

/**
 * A member of the current thread, in file order. If there is only one thread, lines that could not be parsed
 * are members too.
 */
@inline
export function member(k: i32): i32 {
  return hasThreads ? load<i32>(members + ((firstMember + k) << 2)) : k;
}

/** Whether it is in the current thread. */
export function isHome(index: i32): bool {
  return homeOf(index) == home;
}

/** Whether the last line could not be parsed, and may have had a parent. */
export function areEndsTorn(): bool {
  return endsTorn;
}

/** Finds the predecessor of each on its path, and stores it in place of its id. */
function findAbove(): void {
  let latest = NONE;
  const latestOf = scratchEnd;
  if (hasThreads) {
    needMemory(scratchEnd + ((homes + 1) << 2));
    memory.fill(latestOf, 0xff, (homes + 1) << 2);
  }
  for (let index: i32 = 0; index < foundCount; index++) {
    const its = homeOf(index);
    const place = latestOf + (its << 2);
    const previous = hasThreads ? load<i32>(place) : latest;
    if (hasThreads) store<i32>(place, index);
    else if (its != 0) latest = index;
    let above = NONE;
    const parent = parentOf(index);
    if (its != 0 && kindOf(index) != BOUNDARY) {
      if (parent >= 0 && parent != index && homeOf(parent) == its) above = parent;
      else if (has(index, HAS_PARENT) || !has(index, HAS_ID)) above = previous;
    }
    store<i32>(ids + (index << 2), above);
  }
  relinkPreserved();
}

/** Links the messages that each group of three marks names, if all are in one thread. */
function relinkPreserved(): void {
  let groups: i32 = 0;
  for (let at: i32 = 0; at < foundCount; at++) {
    if (kindOf(at) != PRESERVED) continue;
    // By the message that the kept ones follow: the last of them.
    if (groups++ == 0) memory.fill(stack, 0xff, foundCount << 2);
    if (isGroup(at)) store<i32>(stack + (parentOf(at + 1) << 2), parentOf(at + 2));
    at += 2;
  }
  if (groups == 0) return;
  for (let index: i32 = 0; index < foundCount; index++) {
    const above = aboveOf(index);
    const tail = above == NONE ? NONE : load<i32>(stack + (above << 2));
    if (tail != NONE && homeOf(tail) == homeOf(index)) store<i32>(ids + (index << 2), tail);
  }
  for (let at: i32 = 0; at < foundCount; at++) {
    if (kindOf(at) != PRESERVED) continue;
    if (isGroup(at)) store<i32>(ids + (parentOf(at) << 2), parentOf(at + 1));
    at += 2;
  }
}

/** Whether three marks from here on name messages of one thread. */
function isGroup(at: i32): bool {
  if (at + 2 >= foundCount) return false;
  const head = parentOf(at);
  const anchor = parentOf(at + 1);
  const tail = parentOf(at + 2);
  if (head < 0 || anchor < 0 || tail < 0) return false;
  return homeOf(head) == homeOf(anchor) && homeOf(tail) == homeOf(anchor);
}

/** The index of the predecessor on a path; negative for none. */
@inline
export function aboveOf(index: i32): i32 {
  return load<i32>(ids + (index << 2));
}
