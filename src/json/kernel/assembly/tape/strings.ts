/** Scans strings, in AssemblyScript: finds their ends, lengths in UTF-16 units, and flags. */
import { escapeLength, isWord, sequenceLength } from "../bytes/characters";
import { passEscapes, passed, passPairs } from "../bytes/string-runs";
import { ESCAPED, INVALID_UTF8, NON_ASCII, STRING, WORD_ESCAPED } from "./tape-tokens";
import { passedEscapes, passedSurplus, passUtf8, passUtf8Escapes } from "../bytes/utf8-runs";

// Results of `measureString` for the latest string.
export let stringEnd: i32 = 0;
export let stringChars: i32 = 0;
export let stringFlags: i32 = 0;

/**
 * How far an incomplete string was scanned, 0 for none: the start of a character, and the length and flags of
 * the text before it.
 */
export let partStringAt: i32 = 0;
export let partStringChars: i32 = 0;
export let partStringFlags: i32 = 0;
/** The most bytes of a character; if fewer are left, the scan of a string stops before it. */
const MAX_CHARACTER: i32 = 12;
/** Characters beyond ASCII at most this far apart are skipped in blocks. */
const DENSE: i32 = 64;
/** Bytes of consecutive such characters after which the next ones are tried in blocks. */
const ROW: i32 = 16;
/** The end of the available bytes; a line is scanned again when there are more. */
let limit: i32 = i32.MAX_VALUE;

/** Sets the end of the available bytes, if the state of an incomplete string is needed. */
export function endBytesAt(end: i32): void {
  limit = end;
}

/** Drops the state of an incomplete string. */
export function forgetPartString(): void {
  partStringAt = 0;
}

/** Adds the length and flags of earlier parts of an incomplete string. */
export function addPartString(chars: i32, flags: i32): void {
  partStringChars += chars;
  partStringFlags |= flags;
}

// The string that is scanned.
let start: i32 = 0;
/** Bytes that are no UTF-16 unit of their own. */
let surplus: i32 = 0;
/** Whether it has escapes that `passPairs` does not skip. */
let hasRareEscapes: bool = false;
/** The previous character beyond ASCII. */
let beyond: i32 = 0;
/** Before this offset such characters are read one by one. */
let blocksFrom: i32 = 0;

/** Measures the string whose first character is at `from`. Returns 0, or the offset of an error. */
export function measureString(from: i32): i32 {
  start = from;
  stringFlags = STRING;
  surplus = 0;
  hasRareEscapes = false;
  beyond = 0;
  blocksFrom = from;
  let at = from;
  while (true) {
    at = readSingly(passBlocks(at));
    if (at <= 0) return -at;
  }
  return at;
}

/** Skips blocks of plain text, escapes, and characters beyond ASCII. Returns the first byte that is not skipped. */
function passBlocks(from: i32): i32 {
  let at = from;
  while (true) {
    at = hasRareEscapes ? passEscapes(at) : passPairs(at);
    surplus += passed;
    if (passed != 0) stringFlags |= ESCAPED;
    if (!hasRareEscapes && load<u8>(at) == 0x5c) {
      hasRareEscapes = true;
      continue;
    }
    if (load<u8>(at) < 0x80) return at;
    const next = passBeyond(at);
    if (next == at) return at;
    at = next;
  }
  return at;
}

/** Skips blocks from a character beyond ASCII on, if it is near the previous one. */
function passBeyond(at: i32): i32 {
  const isDense = at - beyond < DENSE && at >= blocksFrom;
  beyond = at;
  if (!isDense) return at;
  const next = hasRareEscapes ? passUtf8Escapes(at) : passUtf8(at);
  blocksFrom = next + DENSE;
  if (next == at) return at;
  surplus += passedSurplus;
  stringFlags |= passedEscapes ? ESCAPED | NON_ASCII : NON_ASCII;
  return next;
}

/**
 * Reads characters beyond ASCII and rare escapes one by one, as long as one follows another. Returns the character
 * after them; 0 at the end of the string, or minus the offset of an error.
 */
function readSingly(from: i32): i32 {
  let at = from;
  while (true) {
    const byte = <i32>load<u8>(at);
    if (at > limit - MAX_CHARACTER && partStringAt == 0) {
      partStringAt = at;
      partStringChars = at - start - surplus;
      partStringFlags = stringFlags;
    }
    if (byte == 0x22) {
      stringEnd = at + 1;
      stringChars = at - start - surplus;
      return 0;
    }
    if (byte == 0x5c) {
      const length = readEscape(at);
      if (length < 0) return length - at;
      at += length;
    } else if (byte >= 0x80) {
      at += readBeyond(at, byte);
      if (at - beyond >= ROW && at >= blocksFrom) return at;
    } else return byte < 0x20 ? -at : at;
  }
  return at;
}

/** Reads an escape. Returns its length, or minus that up to an error. */
function readEscape(at: i32): i32 {
  const length = escapeLength(at);
  if (length < 0) return length;
  stringFlags |= ESCAPED;
  if (length == 6 && isWord(at + 2)) stringFlags |= WORD_ESCAPED;
  surplus += length - 1;
  return length;
}

/** Reads a character beyond ASCII, or bytes that are not UTF-8. Returns their number. */
function readBeyond(at: i32, lead: i32): i32 {
  const length = sequenceLength(at, lead);
  if (length < 0) {
    stringFlags |= NON_ASCII | INVALID_UTF8;
    surplus -= length + 1;
    return -length;
  }
  stringFlags |= NON_ASCII;
  surplus += length == 4 ? 2 : length - 1;
  return length;
}
