/** Scans strings, in AssemblyScript: finds their ends, lengths in UTF-16 units, and flags. */
import { escapeLength, isWord, sequenceLength } from "../bytes/characters";
import { BACKSLASH, QUOTE, SPACE } from "../bytes/codes";
import { passEscapes, passed, passPairs } from "../bytes/string-runs";
import { ESCAPED, INVALID_UTF8, NON_ASCII, STRING, WORD_ESCAPED } from "./tape-tokens";
import { passedEscapes, passedSurplus, passUtf8 } from "../bytes/utf8-runs";

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
/** Characters beyond ASCII at most this far apart are skipped in blocks, with what is between them. */
const NEAR: i32 = 64;
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

/** Of the string that is scanned, bytes that are no UTF-16 unit of their own. */
let surplus: i32 = 0;

/** Measures the string whose first character is at `from`. Returns 0, or the offset of an error. */
export function measureString(from: i32): i32 {
  let at = passPairs(from);
  surplus = passed;
  stringFlags = surplus == 0 ? STRING : STRING | ESCAPED;
  let hasRareEscapes = false; // that `passPairs` does not skip
  let beyond = from; // after the latest character beyond ASCII
  while (true) {
    const byte = <i32>load<u8>(at);
    if (at > limit - MAX_CHARACTER && partStringAt == 0) {
      partStringAt = at;
      partStringChars = at - from - surplus;
      partStringFlags = stringFlags;
    }
    if (byte == QUOTE) {
      stringEnd = at + 1;
      stringChars = at - from - surplus;
      return 0;
    }
    if (byte >= 0x80) {
      const next = at - beyond < NEAR ? passBeyond(at) : at;
      at = next == at ? at + readBeyond(at, byte) : next;
      beyond = at;
    } else if (byte == BACKSLASH && hasRareEscapes) {
      const length = readEscape(at);
      if (length < 0) return at - length;
      at += length;
    } else {
      if (byte < SPACE) return at;
      if (byte == BACKSLASH) hasRareEscapes = true;
      at = hasRareEscapes ? passEscapes(at) : passPairs(at);
      surplus += passed;
      if (passed != 0) stringFlags |= ESCAPED;
    }
  }
  return 0;
}

/** Skips characters beyond ASCII, and what is between them, from one on. Returns the first byte that is not skipped. */
function passBeyond(from: i32): i32 {
  const next = passUtf8(from);
  surplus += passedSurplus;
  if (next != from) stringFlags |= passedEscapes ? ESCAPED | NON_ASCII : NON_ASCII;
  return next;
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
