/**
 * Arranges a thread of a session whose messages name their parents, in AssemblyScript. Does what
 * formats/arrange/arrange-chains.ts does, which gives the reasons. Messages are counted as soon as their
 * order is known.
 */
import {
  BOUNDARY,
  CALL,
  firstParts,
  foundCount,
  has,
  HAS_PARENT,
  isMessage,
  kindOf,
  LEAF,
  LIVE,
  partId,
  partKind,
  partsEnd,
  PLACED,
  PRESERVED,
  replyOf,
  RESULT,
  set,
} from "./arranged-columns";
import { beginFollowing, closeCalls, endOfDead, follow } from "./arranged-counts";
import {
  aboveOf,
  areEndsTorn,
  idFlags,
  isHome,
  member,
  memberCount,
  nextHome,
  NONE,
  parentOf,
  stack,
} from "./arranged-links";

// Flags of ids: of a reply with a sibling; of one that also has a message on the path; of a call that a
// sibling answers; of one that is made on the path.
const IN_REPLY: i32 = 1;
const IS_SHARED: i32 = 2;
const IS_ANSWERED: i32 = 4;
const IS_MADE: i32 = 8;

/** Counts the next thread that has messages; false if there is none. */
export function nextChain(): bool {
  for (let k: i32 = 0; k < memberCount; k++) if (isMessage(member(k))) closeCalls(member(k));
  while (nextHome()) {
    let hasMessages = false;
    for (let k: i32 = 0; k < memberCount && !hasMessages; k++) hasMessages = isMessage(member(k));
    if (!hasMessages) continue;
    beginFollowing();
    if (isLinked()) followChain();
    else followInFileOrder();
    return true;
  }
  return false;
}

/** Counts messages in file order, if that is their order; false when there is no more. */
export function nextInFileOrder(): bool {
  if (!nextHome()) return false;
  beginFollowing();
  for (let index: i32 = 0; index < foundCount; index++) if (isMessage(index)) follow(index);
  return true;
}

function isLinked(): bool {
  for (let k: i32 = 0; k < memberCount; k++) {
    const index = member(k);
    if (kindOf(index) == BOUNDARY || (kindOf(index) != LEAF && parentOf(index) >= 0)) return true;
  }
  return false;
}

function followInFileOrder(): void {
  for (let k: i32 = 0; k < memberCount; k++) if (isMessage(member(k))) follow(member(k));
}

function followChain(): void {
  const leaf = newestLeaf();
  // A mark can name a leaf in another thread.
  let at = leaf != NONE && isHome(leaf) ? leaf : NONE;
  for (; at != NONE && !has(at, LIVE); at = aboveOf(at)) {
    set(at, LIVE);
    if (isTorn(at)) markBefore(at);
  }
  markAfterTear();
  addSiblings();
  followEach(false);
  endOfDead();
  followEach(true);
}

/** The newest leaf: the one that the last mark names, unless a message follows it; else the last message. */
function newestLeaf(): i32 {
  for (let k = memberCount - 1; k >= 0; k--) {
    const index = member(k);
    if (isMessage(index) || kindOf(index) == BOUNDARY) return index;
    if (kindOf(index) == LEAF && parentOf(index) >= 0) return parentOf(index);
  }
  return NONE;
}

/** Whether the parent is missing in the file. */
function isTorn(index: i32): bool {
  return has(index, HAS_PARENT) && parentOf(index) < 0 && kindOf(index) != BOUNDARY;
}

/** Makes all members before one of them live, back to a boundary. */
function markBefore(at: i32): void {
  let low: i32 = 0;
  let high = memberCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (member(middle) >= at) high = middle;
    else low = middle + 1;
  }
  for (let k = low - 1; k >= 0; k--) {
    set(member(k), LIVE);
    if (kindOf(member(k)) == BOUNDARY) return;
  }
}

/** Makes everything from the last boundary on live, if a parent there is missing or the last line is torn. */
function markAfterTear(): void {
  let from: i32 = 0;
  let isAnyTorn = areEndsTorn();
  for (let k = memberCount - 1; k >= 0 && from == 0; k--) {
    const index = member(k);
    if (kindOf(index) == BOUNDARY) from = k;
    else if (!isAnyTorn && kindOf(index) != LEAF && kindOf(index) != PRESERVED)
      isAnyTorn = isTorn(index);
  }
  if (!isAnyTorn) return;
  for (let k = from; k < memberCount; k++) set(member(k), LIVE);
}

/**
 * Adds messages that belong to the path without being on it: the other messages of its replies, and the
 * results of its calls.
 */
function addSiblings(): void {
  let siblings: i32 = 0;
  for (let k: i32 = 0; k < memberCount; k++) {
    const index = member(k);
    if (!has(index, LIVE) && isMessage(index)) store<i32>(stack + (siblings++ << 2), index);
  }
  if (siblings == 0) return;
  addReplies(siblings);
  addAnswers(siblings);
}

@inline
function sibling(k: i32): i32 {
  return load<i32>(stack + (k << 2));
}

@inline
function flag(id: i32, bit: i32): void {
  store<u8>(idFlags + id, load<u8>(idFlags + id) | <u8>bit);
}

@inline
function isFlagged(id: i32, bit: i32): bool {
  return (<i32>load<u8>(idFlags + id) & bit) != 0;
}

function addReplies(siblings: i32): void {
  for (let k: i32 = 0; k < siblings; k++) {
    const reply = replyOf(sibling(k));
    if (reply != 0) flag(reply, IN_REPLY);
  }
  for (let k: i32 = 0; k < memberCount; k++) {
    const index = member(k);
    if (!has(index, LIVE) || !isMessage(index)) continue;
    const reply = replyOf(index);
    if (reply != 0 && isFlagged(reply, IN_REPLY)) flag(reply, IS_SHARED);
  }
  for (let k: i32 = 0; k < siblings; k++) {
    const reply = replyOf(sibling(k));
    if (reply != 0 && isFlagged(reply, IS_SHARED)) set(sibling(k), LIVE);
  }
  for (let k: i32 = 0; k < siblings; k++) store<u8>(idFlags + replyOf(sibling(k)), 0);
}

/** Adds the siblings that answer calls on the path and whose parent is live. */
function addAnswers(siblings: i32): void {
  for (let k: i32 = 0; k < siblings; k++) flagIds(sibling(k), RESULT, IS_ANSWERED, 0);
  for (let k: i32 = 0; k < memberCount; k++) {
    const index = member(k);
    if (has(index, LIVE) && isMessage(index)) flagIds(index, CALL, IS_MADE, IS_ANSWERED);
  }
  for (let k: i32 = 0; k < siblings; k++) {
    const index = sibling(k);
    if (has(index, LIVE) || aboveOf(index) == NONE || !has(aboveOf(index), LIVE)) continue;
    const end = partsEnd(index);
    for (let part = load<i32>(firstParts + (index << 2)); part < end; part++)
      if (partKind(part) == RESULT && isFlagged(partId(part), IS_MADE)) set(index, LIVE);
  }
  for (let k: i32 = 0; k < siblings; k++) {
    const end = partsEnd(sibling(k));
    for (let part = load<i32>(firstParts + (sibling(k) << 2)); part < end; part++)
      if (partKind(part) == RESULT) store<u8>(idFlags + partId(part), 0);
  }
}

/** Flags the ids of a message's parts of one kind; if `ifFlagged` is given, only ids with that flag. */
function flagIds(index: i32, kind: i32, bit: i32, ifFlagged: i32): void {
  const end = partsEnd(index);
  for (let part = load<i32>(firstParts + (index << 2)); part < end; part++) {
    const id = partKind(part) == kind ? partId(part) : 0;
    if (id != 0 && (ifFlagged == 0 || isFlagged(id, ifFlagged))) flag(id, bit);
  }
}

/** Counts the live messages, or the others, in file order, but each after its parent. */
function followEach(areLive: bool): void {
  for (let k: i32 = 0; k < memberCount; k++) {
    const index = member(k);
    if (!isMessage(index)) continue;
    let depth: i32 = 0;
    for (
      let at = index;
      at != NONE && has(at, LIVE) == areLive && !has(at, PLACED);
      at = aboveOf(at)
    ) {
      set(at, PLACED);
      store<i32>(stack + (depth++ << 2), at);
    }
    while (depth > 0) {
      const each = load<i32>(stack + (--depth << 2));
      if (isMessage(each)) follow(each);
    }
  }
}
