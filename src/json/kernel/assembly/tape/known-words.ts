/** Words that readers look for, by number, in AssemblyScript. */
import { ofLength } from "../bytes/bytes";
import { STRING, TOKEN, WORD_SHIFT } from "./tape-tokens";

/**
 * The hash table of words: slots of 32 bytes each, with the word's bytes padded with zeros, its number, and its mark
 * as a key. A slot of zeros is free.
 */
const WORDS: i32 = 8192;
const WORD_SLOTS: i32 = 1024;
const SLOT_SHIFT: i32 = 5;
/** The most bytes of a word. */
const MOST_BYTES: i32 = 15;

/** Adds a word of at most `MOST_BYTES`. */
export function addWord(from: i32, length: i32, number: i32): void {
  const word = ofLength(v128.load(from), length);
  let slot = slotOf(word);
  while (numberIn(slot) != 0) slot = slotAfter(slot);
  v128.store(slot, word);
  store<i32>(slot, number, 16);
  store<i32>(slot, markOf(from, length), 20);
}

/** Numbers the words on a tape of `count` tokens that were added after it was scanned. */
export function numberWords(tokens: i32, count: i32): void {
  const stop = tokens + (count << 4);
  for (let token = tokens; token < stop; token += TOKEN) {
    const length = load<i32>(token, 12);
    // Others have escapes, or a number already.
    if (load<i32>(token) != STRING || length > MOST_BYTES) continue;
    const slot = slotAt(v128.load(load<i32>(token, 4) + 1), length);
    store<i32>(token, STRING | (numberIn(slot) << WORD_SHIFT));
  }
}

/** The slot of the word in the first `length` bytes; a free one if it is unknown. */
@inline
export function slotAt(bytes: v128, length: i32): i32 {
  const word = ofLength(bytes, length);
  const slot = slotOf(word);
  return isIn(slot, word) || numberIn(slot) == 0 ? slot : nextSlotOf(word, slot);
}

/** The same, after the slot of another word. */
function nextSlotOf(word: v128, from: i32): i32 {
  let slot = slotAfter(from);
  while (!isIn(slot, word) && numberIn(slot) != 0) slot = slotAfter(slot);
  return slot;
}

@inline
function isIn(slot: i32, word: v128): bool {
  return i8x16.bitmask(i8x16.eq(v128.load(slot), word)) == 0xffff;
}

/** The number of the word in a slot; 0 if it is free. */
@inline
export function numberIn(slot: i32): i32 {
  return load<i32>(slot, 16);
}

/** The mark of the word in a slot as a key; 0 if it is free. */
@inline
export function markIn(slot: i32): i32 {
  return load<i32>(slot, 20);
}

/** As in tape.ts: the mark of a key, which begins at `from`. */
export function markOf(from: i32, length: i32): i32 {
  const first = <i32>load<u8>(from);
  const last = <i32>load<u8>(from + length - 1);
  return 1 << (8 + ((7 * length + 5 * first + 4 * last) % 24));
}

@inline
function slotOf(word: v128): i32 {
  const sum = i64x2.extract_lane(word, 0) ^ i64x2.extract_lane(word, 1);
  const hash = <i32>((sum * 0x9e3779b97f4a7c15) >>> 54);
  return WORDS + (hash << SLOT_SHIFT);
}

@inline
function slotAfter(slot: i32): i32 {
  const next = slot + (1 << SLOT_SHIFT);
  return next == WORDS + (WORD_SLOTS << SLOT_SHIFT) ? WORDS : next;
}
