/**
 * Numbers short texts, each different one from 1 up, in AssemblyScript: the ids of a session, and the words of its
 * lines, of which classes are kept as well. What they mean is data, see kernel-sessions.ts.
 */
import { isBare, WORD_SHIFT } from "./tape-tokens";

/** The kinds of classes that a text has: as a key, a line's type or another word, and what it says of its object. */
export const AS_KEY: i32 = 0;
export const AS_LINE: i32 = 1;
export const AS_WORD: i32 = 2;
export const AS_KIND: i32 = 3;
export const AS_ROLE: i32 = 4;

/** Bytes for the classes of a kind, by the numbers of words. */
const WORDS: i32 = 512;
const CLASSES: i32 = 5 * WORDS;

/** An entry: where its text begins, its length, its hash, and a byte for each kind of class. */
const ENTRY: i32 = 20;
const FEWEST_SLOTS: i32 = 4096;
const LONGEST: i32 = 85;

let classes: i32 = 0;
let slots: i32 = 0;
let slotMask: i32 = 0;
let mostSlots: i32 = 0;
let entries: i32 = 0;
let most: i32 = 0;
let texts: i32 = 0;
let textEnd: i32 = 0;
let textLimit: i32 = 0;
/** How many texts there are. */
export let idCount: i32 = 0;

/** Begins with no texts: `mostIds` at most, a power of two, with `textBytes` for all. */
export function beginIds(at: i32, mostIds: i32, textBytes: i32): void {
  classes = at;
  slots = at + CLASSES;
  mostSlots = mostIds << 1;
  slotMask = FEWEST_SLOTS - 1;
  entries = slots + (mostSlots << 2);
  most = mostIds;
  texts = entries + (mostIds + 1) * ENTRY;
  textEnd = texts;
  textLimit = texts + textBytes;
  idCount = 0;
  memory.fill(classes, 0, CLASSES);
  memory.fill(slots, 0, FEWEST_SLOTS << 2);
}

/** The number of the ASCII text of `length` bytes at `from`; -1 where there is no room for it. */
export function internId(from: i32, length: i32): i32 {
  if (length > LONGEST) return -1;
  const hash = hashOf(from, length);
  let slot = slots + ((hash & slotMask) << 2);
  for (;;) {
    const number = load<i32>(slot);
    if (number == 0) break;
    const entry = entries + number * ENTRY;
    if (load<i32>(entry, 8) == hash && load<i32>(entry, 4) == length)
      if (memory.compare(load<i32>(entry), from, length) == 0) return number;
    slot += 4;
    if (slot > slots + (slotMask << 2)) slot = slots;
  }
  if (idCount == most || length > textLimit - textEnd) return -1;
  const number = ++idCount;
  const entry = entries + number * ENTRY;
  store<i32>(slot, number);
  store<i32>(entry, textEnd);
  store<i32>(entry, length, 4);
  store<i32>(entry, hash, 8);
  store<i64>(entry, 0, 12);
  memory.copy(textEnd, from, length);
  textEnd += length;
  if (number << 1 > slotMask && (slotMask + 1) << 2 <= mostSlots) grow();
  return number;
}

/** Makes four times the slots. */
function grow(): void {
  slotMask = (slotMask << 2) | 3;
  memory.fill(slots, 0, (slotMask + 1) << 2);
  for (let number: i32 = 1; number <= idCount; number++) {
    let at = load<i32>(entries + number * ENTRY, 8) & slotMask;
    while (load<i32>(slots + (at << 2)) != 0) at = (at + 1) & slotMask;
    store<i32>(slots + (at << 2), number);
  }
}

function hashOf(from: i32, length: i32): i32 {
  let hash: u64 = <u64>length;
  let at = from;
  const end = from + length;
  for (; at + 8 <= end; at += 8) hash = mixed(hash, load<u64>(at));
  if (at < end) hash = mixed(hash, load<u64>(at) & (~(<u64>0) >> (<u64>(at + 8 - end) << 3)));
  return <i32>(hash >> 32);
}

@inline
function mixed(hash: u64, word: u64): u64 {
  const product = (hash ^ word) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

/** Where the text of a number begins, and its length. */
export function idAt(number: i32): i32 {
  return load<i32>(entries + number * ENTRY);
}

export function idLength(number: i32): i32 {
  return load<i32>(entries + number * ENTRY, 4);
}

/** The number of a string that is written as it reads; 0 where it is not, -1 where there is no room. */
export function idOf(token: i32): i32 {
  if (!isBare(token)) return 0;
  return internId(load<i32>(token, 4) + 1, load<i32>(token, 12));
}

/** Where the class of a string is; 0 where it has escapes or is not ASCII, or there is no room. */
export function classAt(token: i32, kind: i32): i32 {
  const word = load<i32>(token) >>> WORD_SHIFT;
  if (word != 0) return classes + kind * WORDS + word;
  const number = idOf(token);
  return number <= 0 ? 0 : entries + number * ENTRY + 12 + kind;
}

/** The class of a string; 0 for none. */
export function classOf(token: i32, kind: i32): i32 {
  const at = classAt(token, kind);
  return at == 0 ? 0 : <i32>load<u8>(at);
}

/** Says what a word is, by its number among those of the scanner where it has one, and by its text. */
export function setClass(word: i32, from: i32, length: i32, kind: i32, value: i32): void {
  if (word != 0) store<u8>(classes + kind * WORDS + word, <u8>value);
  const number = internId(from, length);
  if (number > 0) store<u8>(entries + number * ENTRY + 12 + kind, <u8>value);
}
