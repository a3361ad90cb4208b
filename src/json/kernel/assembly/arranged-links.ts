/**
 * How the messages and marks of a session hang together, in AssemblyScript: their parents by index, their threads, and
 * what is above each on a path. See formats/arrange/arrange-chains.ts, which says why.
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
  resultTotal,
  threads,
  TORN,
} from "./arranged-columns";

export const NONE: i32 = -1;

/** By the number of an id, an integer: what has it, or the call of that id that is open. And a byte of flags. */
export let byId: i32 = 0;
export let idFlags: i32 = 0;
/** By index, integers: a stack, the roots of paths, and the members of threads, one thread after another. */
export let stack: i32 = 0;
let roots: i32 = 0;
let members: i32 = 0;
/** Where the members of each thread end. */
let memberEnds: i32 = 0;
/** By result, integers: their order, and their numbers in the unit of a window. */
export let order: i32 = 0;
export let numbers: i32 = 0;
/** The end of all of that. */
export let scratchEnd: i32 = 0;

/** Threads that there are. */
let homes: i32 = 0;
/** Parents that nothing has the id of. */
export let lostParents: i32 = 0;
/** A line that cannot be read is after all messages. */
let endsTorn: bool = false;
/** The thread at hand, and how many members it has. */
let home: i32 = 0;
export let memberCount: i32 = 0;
let firstMember: i32 = 0;

/**
 * Finds parents, each by its index, or less than -1 by its number where nothing has it; and threads, where `isChained`.
 * `idCount` is the highest number of an id; threads `byRoot` have the name of their root, `unnamed` ones no name.
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
  if (isChained) findParents();
  if (isChained && hasThreads) {
    memory.fill(byId, 0, order - byId);
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
    // A mark that has the id of a message is about that message.
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

/** The index of the parent; negative where nothing has its id, or there is none. */
@inline
export function parentOf(index: i32): i32 {
  return load<i32>(parents + (index << 2));
}

/** Numbers the threads in the order in which they come; 0 is the number of what is in none. */
function findHomes(byRoot: i32, unnamed: i32): void {
  homes = 0;
  memory.fill(roots, 0xff, foundCount << 2);
  // By root, one more than the number of a thread.
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

/** The message at the top of another's path. */
function rootOf(index: i32): i32 {
  let depth: i32 = 0;
  let at = index;
  while (load<i32>(roots + (at << 2)) == NONE) {
    store<i32>(roots + (at << 2), at); // A cycle ends where it comes back.
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
  // Now where those of each begin, in whose place they end when all have been put there.
  for (let index: i32 = 0; index < foundCount; index++) {
    const at = memberEnds + (homeOf(index) << 2);
    store<i32>(members + (load<i32>(at) << 2), index);
    store<i32>(at, load<i32>(at) + 1);
  }
}

/** The number of the thread of what was found; 0 for none. */
@inline
export function homeOf(index: i32): i32 {
  if (hasThreads) return load<i32>(threads + (index << 2));
  return kindOf(index) == TORN ? 0 : 1;
}

/** Turns to the next thread; false where there is none. */
export function nextHome(): bool {
  if (home >= homes) return false;
  home++;
  if (hasThreads) {
    firstMember = load<i32>(memberEnds + ((home - 1) << 2));
    memberCount = load<i32>(memberEnds + (home << 2)) - firstMember;
  } else memberCount = foundCount;
  return true;
}

/** A member of the thread at hand, in file order; lines that cannot be read are among those of the only one. */
@inline
export function member(k: i32): i32 {
  return hasThreads ? load<i32>(members + ((firstMember + k) << 2)) : k;
}

/** Where the thread at hand is. */
export function isHome(index: i32): bool {
  return homeOf(index) == home;
}

/** Whether any may hang on what could not be read. */
export function areEndsTorn(): bool {
  return endsTorn;
}

/** Finds what is above each on a path, in the place of its id. */
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
}

/** The index of the one above another on a path; negative for none. */
@inline
export function aboveOf(index: i32): i32 {
  return load<i32>(ids + (index << 2));
}
