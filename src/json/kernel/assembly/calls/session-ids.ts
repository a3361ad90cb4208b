/**
 * Numbers short texts, each distinct one from 1 up, in AssemblyScript: the ids of a session, and the words of
 * its lines, which also have classes. The meaning of a class is data, see kernel-sessions.ts.
 */
import { areSame, isFrom } from "../bytes/bytes";
import { isBare, WORD_SHIFT } from "../tape/tape-tokens";

/**
 * The kinds of classes of a text: as a key, as a line's type, as another word, and what it says about its
 * object.
 */
export const AS_KEY: i32 = 0;
export const AS_LINE: i32 = 1;
export const AS_WORD: i32 = 2;
export const AS_KIND: i32 = 3;
export const AS_ROLE: i32 = 4;

/** Bytes for the classes of one kind, by the numbers of words. */
const WORDS: i32 = 512;
const CLASSES: i32 = 5 * WORDS;

/**
 * The number of texts, counted from the first, that may have classes, and the bytes for those of each: ids,
 * which are numbered later, have none.
 */
const CLASSED: i32 = 2048;
const CLASSES_OF_ID: i32 = 8;

/** A text is stored after a byte with its length; a UUID takes 16 bytes. */
const LENGTH_MASK: i32 = 0x7f;
const IS_UUID: i32 = 0x80;
const UUID_CHARS: i32 = 36;
const UUID_BYTES: i32 = 16;

/**
 * A slot is a number of three bytes, and apart from these a tag of one byte, 0 if the slot is free: a new text is
 * seldom compared with another, and the tags of a long session stay in the processor's cache.
 */
const NUMBER_BYTES: i32 = 3;
const SLOT_BYTES: i32 = 1 + NUMBER_BYTES;
const NUMBER: i32 = (1 << (8 * NUMBER_BYTES)) - 1;

const FEWEST_SLOTS: i32 = 4096;
const LONGEST: i32 = 85;

/**
 * A cache of the latest texts, by a few bits of their middles and ends: most ids are those of the previous line, and
 * many keys end alike (`input_tokens`). The slots of a long session do not fit in the processor's cache.
 */
const RECENT_BITS: i32 = 10;
const RECENT_BYTES: i32 = 4 << RECENT_BITS;

let classes: i32 = 0;
let classesOfIds: i32 = 0;
let recent: i32 = 0;
/** A UUID as 16 bytes, and one as characters. */
let packed: i32 = 0;
let unpacked: i32 = 0;
let tags: i32 = 0;
let slotCount: i32 = 0;
let entries: i32 = 0;
let most: i32 = 0;
let textEnd: i32 = 0;
let textLimit: i32 = 0;
/** The number of texts. */
export let idCount: i32 = 0;

/** Starts with no texts; there may be `mostIds`, which is below 2^24, with `textBytes` bytes in all. */
export function beginIds(at: i32, mostIds: i32, textBytes: i32): void {
  classes = at;
  classesOfIds = at + CLASSES;
  recent = classesOfIds + CLASSED * CLASSES_OF_ID;
  packed = recent + RECENT_BYTES;
  unpacked = packed + 32;
  entries = unpacked + 64;
  tags = entries + ((mostIds + 1) << 2);
  slotCount = FEWEST_SLOTS;
  most = mostIds;
  // Room for all slots: their number is doubled when two thirds are in use, see `grow`.
  textEnd = tags + mostIds * 3 * SLOT_BYTES;
  textLimit = textEnd + textBytes;
  idCount = 0;
  memory.fill(classes, 0, CLASSES + CLASSED * CLASSES_OF_ID + RECENT_BYTES);
  memory.fill(tags, 0, FEWEST_SLOTS);
}

/** The number of the ASCII text of `length` bytes at `from`; -1 if there is no room for it. */
export function internId(from: i32, length: i32): i32 {
  if (length > LONGEST) return -1;
  if (length == UUID_CHARS && packUuid(from)) return intern(packed, UUID_BYTES, IS_UUID);
  return intern(from, length, 0);
}

@inline
function intern(from: i32, length: i32, flag: i32): i32 {
  const about = flag | length;
  const some = load<u32>(from + length - 4) ^ (load<u32>(from + (length >> 1) - 2) * 0x85ebca6b);
  const place = recent + ((some * 0x9e3779b1) >>> (32 - RECENT_BITS) << 2);
  const latest = load<i32>(place);
  if (latest != 0 && isText(latest, from, about)) return latest;
  const number = internAnew(from, about);
  if (number > 0) store<i32>(place, number);
  return number;
}

/** Whether a number's text is the one at `from`, with `about` as its first byte. */
@inline
function isText(number: i32, from: i32, about: i32): bool {
  const text = load<i32>(entries + (number << 2));
  if (<i32>load<u8>(text) != about) return false;
  return areSame(text + 1, from, about & LENGTH_MASK);
}

function internAnew(from: i32, about: i32): i32 {
  const length = about & LENGTH_MASK;
  const hash = hashOf(from, length);
  const tag = tagOf(hash);
  let slot = slotOf(hash);
  for (;;) {
    const found = <i32>load<u8>(tags + slot);
    if (found == 0) break;
    if (found == tag) {
      const number = load<i32>(numberAt(slot)) & NUMBER;
      if (isText(number, from, about)) return number;
    }
    slot = nextSlot(slot);
  }
  if (idCount == most || length >= textLimit - textEnd) return -1;
  const number = ++idCount;
  fillSlot(slot, tag, number);
  store<i32>(entries + (number << 2), textEnd);
  store<u8>(textEnd, <u8>about);
  memory.copy(textEnd + 1, from, length);
  textEnd += 1 + length;
  if (number * 3 > slotCount << 1) grow();
  return number;
}

/** Doubles the slots. */
function grow(): void {
  slotCount <<= 1;
  memory.fill(tags, 0, slotCount);
  for (let number: i32 = 1; number <= idCount; number++) {
    const text = load<i32>(entries + (number << 2));
    const hash = hashOf(text + 1, <i32>load<u8>(text) & LENGTH_MASK);
    let slot = slotOf(hash);
    while (load<u8>(tags + slot) != 0) slot = nextSlot(slot);
    fillSlot(slot, tagOf(hash), number);
  }
}

@inline
function fillSlot(slot: i32, tag: i32, number: i32): void {
  const at = numberAt(slot);
  store<u8>(tags + slot, <u8>tag);
  store<u16>(at, <u16>number);
  store<u8>(at, <u8>(number >> 16), 2);
}

@inline
function numberAt(slot: i32): i32 {
  return tags + slotCount + slot * NUMBER_BYTES;
}

/** The first slot for a hash, by its upper half. */
@inline
function slotOf(hash: u64): i32 {
  return <i32>(((hash >> 32) * <u64>slotCount) >> 32);
}

@inline
function nextSlot(slot: i32): i32 {
  return slot + 1 < slotCount ? slot + 1 : 0;
}

@inline
function tagOf(hash: u64): i32 {
  return (<i32>hash & 0xff) | 1;
}

function hashOf(from: i32, length: i32): u64 {
  let hash: u64 = <u64>length;
  let at = from;
  const end = from + length;
  for (; at + 8 <= end; at += 8) hash = mixed(hash, load<u64>(at));
  if (at < end) hash = mixed(hash, load<u64>(at) & (~(<u64>0) >> (<u64>(at + 8 - end) << 3)));
  return mixed(hash, 0);
}

@inline
function mixed(hash: u64, word: u64): u64 {
  const product = (hash ^ word) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

/** Whether the 36 characters at `from` are a UUID in lower case; if so, its bytes are at `packed`. */
@inline
function packUuid(from: i32): bool {
  if (load<u8>(from, 8) != 0x2d || load<u8>(from, 13) != 0x2d) return false;
  if (load<u8>(from, 18) != 0x2d || load<u8>(from, 23) != 0x2d) return false;
  const a = v128.load(from);
  const b = v128.load(from, 16);
  const c = v128.load(from, 20);
  const first = i8x16.shuffle(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17);
  const second = i8x16.shuffle(b, c, 3, 4, 5, 6, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  if (!areDigits(first) || !areDigits(second)) return false;
  v128.store(packed, i8x16.narrow_i16x8_u(inPairs(first), inPairs(second)));
  return true;
}

/** Whether all bytes are digits in lower case. */
@inline
function areDigits(bytes: v128): bool {
  return i8x16.all_true(v128.or(isFrom(bytes, 0x30, 10), isFrom(bytes, 0x61, 6)));
}

/** The values of digits, two in the lower byte of each integer of 16 bits. */
@inline
function inPairs(digits: v128): v128 {
  const letters = v128.and(i8x16.gt_s(digits, i8x16.splat(0x40)), i8x16.splat(9));
  const values = i8x16.add(v128.and(digits, i8x16.splat(0x0f)), letters);
  return v128.and(v128.or(values, i16x8.shr_u(values, 4)), i16x8.splat(0xff));
}

/** Eight digits in lower case, from four bits each. */
@inline
function digits(values: u32): u64 {
  let x = <u64>values;
  x = (x | (x << 16)) & 0x0000ffff0000ffff;
  x = (x | (x << 8)) & 0x00ff00ff00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0f;
  const isLetter = ((x + 0x0606060606060606) >> 4) & 0x0101010101010101;
  return x + 0x3030303030303030 + isLetter * 0x27;
}

/** Writes the UUID in the bytes at `from` as characters to `unpacked`. */
function unpackUuid(from: i32): void {
  const second = digits(load<u32>(from, 4));
  const third = digits(load<u32>(from, 8));
  store<u64>(unpacked, digits(load<u32>(from)));
  store<u8>(unpacked, 0x2d, 8);
  store<u32>(unpacked, <u32>second, 9);
  store<u8>(unpacked, 0x2d, 13);
  store<u32>(unpacked, <u32>(second >> 32), 14);
  store<u8>(unpacked, 0x2d, 18);
  store<u32>(unpacked, <u32>third, 19);
  store<u8>(unpacked, 0x2d, 23);
  store<u32>(unpacked, <u32>(third >> 32), 24);
  store<u64>(unpacked, digits(load<u32>(from, 12)), 28);
}

/** The address of the text with a number, valid until the next call, and its length. */
export function idAt(number: i32): i32 {
  const text = load<i32>(entries + (number << 2));
  if ((<i32>load<u8>(text) & IS_UUID) == 0) return text + 1;
  unpackUuid(text + 1);
  return unpacked;
}

export function idLength(number: i32): i32 {
  const about = <i32>load<u8>(load<i32>(entries + (number << 2)));
  return about & IS_UUID ? UUID_CHARS : about & LENGTH_MASK;
}

/** The number of a string that has no escapes and is ASCII; 0 for others, -1 if there is no room. */
export function idOf(token: i32): i32 {
  if (!isBare(token)) return 0;
  return internId(load<i32>(token, 4) + 1, load<i32>(token, 12));
}

/** The address of a string's class; 0 if it has escapes, is not ASCII, or there is no room. */
export function classAt(token: i32, kind: i32): i32 {
  const word = load<i32>(token) >>> WORD_SHIFT;
  if (word != 0) return classes + kind * WORDS + word;
  return classOfId(idOf(token), kind);
}

/** The class of a string; 0 for none. */
export function classOf(token: i32, kind: i32): i32 {
  const at = classAt(token, kind);
  return at == 0 ? 0 : <i32>load<u8>(at);
}

/** Sets the class of a word, by its number in the scanner if it has one, and by its text. */
export function setClass(word: i32, from: i32, length: i32, kind: i32, value: i32): void {
  if (word != 0) store<u8>(classes + kind * WORDS + word, <u8>value);
  const at = classOfId(internId(from, length), kind);
  if (at != 0) store<u8>(at, <u8>value);
}

/** The address of a text's class by its number; 0 for texts without classes. */
@inline
function classOfId(number: i32, kind: i32): i32 {
  return number <= 0 || number >= CLASSED ? 0 : classesOfIds + number * CLASSES_OF_ID + kind;
}
