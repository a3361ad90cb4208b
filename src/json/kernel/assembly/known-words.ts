/** Words that readers look for, by number, in AssemblyScript. */

/**
 * The hash table of words: slots of 32 bytes each, with the word's bytes padded with zeros, and its number. A
 * slot of zeros is free.
 */
const WORDS: i32 = 8192;
const WORD_SLOTS: i32 = 1024;
const SLOT_SHIFT: i32 = 5;

/** Adds a word of at most 16 bytes. */
export function addWord(from: i32, length: i32, number: i32): void {
  const word = wordOf(v128.load(from), length);
  let slot = slotOf(word);
  while (v128.any_true(v128.load(slot))) slot = slotAfter(slot);
  v128.store(slot, word);
  store<i32>(slot, number, 16);
}

/** The number of the word in the first `length` bytes; 0 if it is unknown. */
@inline
export function wordAt(bytes: v128, length: i32): i32 {
  const word = wordOf(bytes, length);
  let slot = slotOf(word);
  while (true) {
    const known = v128.load(slot);
    if (!v128.any_true(v128.xor(known, word))) return load<i32>(slot, 16);
    if (!v128.any_true(known)) return 0;
    slot = slotAfter(slot);
  }
}

/** The first `length` of sixteen bytes, the others zeroed. */
@inline
function wordOf(bytes: v128, length: i32): v128 {
  const places = v128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(bytes, i8x16.lt_s(places, i8x16.splat(<i8>length)));
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
