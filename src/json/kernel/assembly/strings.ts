/** Scans strings, in AssemblyScript: finds their ends, lengths in UTF-16 units, and flags. */
import { escapeLength, isWord, sequenceLength } from "./characters";
import { passEscapes, passed, passPairs } from "./string-runs";
import { ESCAPED, INVALID_UTF8, NON_ASCII, STRING, WORD_ESCAPED } from "./tape-tokens";
import { passedEscapes, passedSurplus, passUtf8, passUtf8Escapes } from "./utf8-runs";

// Results of `scanString` for the latest string.
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

/** Scans the string whose first character is at `from`. Returns 0, or the offset of an error. */
// long: two loops over one string, with their state in local variables.
export function scanString(from: i32): i32 {
  let at = from;
  let flags = STRING;
  let surplus: i32 = 0; // bytes that are no UTF-16 unit of their own
  let hasEscapedBackslash = false;
  /** The previous character beyond ASCII. */
  let beyond: i32 = 0;
  /** Before this offset such characters are read one by one. */
  let blocksFrom = from;
  while (true) {
    at = hasEscapedBackslash ? passEscapes(at) : passPairs(at);
    surplus += passed;
    if (passed != 0) flags |= ESCAPED;
    if (!hasEscapedBackslash && load<u16>(at) == 0x5c5c) {
      hasEscapedBackslash = true;
      continue;
    }
    if (load<u8>(at) >= 0x80) {
      const isDense = at - beyond < DENSE && at >= blocksFrom;
      beyond = at;
      let next = at;
      if (isDense) {
        next = hasEscapedBackslash ? passUtf8Escapes(at) : passUtf8(at);
        blocksFrom = next + DENSE;
      }
      if (next > at) {
        surplus += passedSurplus;
        flags |= passedEscapes ? ESCAPED | NON_ASCII : NON_ASCII;
        at = next;
        continue;
      }
    }

    // Reads characters beyond ASCII and rare escapes one by one, as long as one follows another.
    while (true) {
      const byte = <i32>load<u8>(at);
      if (at > limit - MAX_CHARACTER && partStringAt == 0) {
        partStringAt = at;
        partStringChars = at - from - surplus;
        partStringFlags = flags;
      }
      if (byte == 0x22) return endString(from, at, surplus, flags);
      if (byte == 0x5c) {
        flags |= ESCAPED;
        const length = escapeLength(at);
        if (length < 0) return at - length;
        if (length == 6 && isWord(at + 2)) flags |= WORD_ESCAPED;
        if (load<u8>(at, 1) == 0x5c) hasEscapedBackslash = true;
        surplus += length - 1;
        at += length;
      } else if (byte >= 0x80) {
        flags |= NON_ASCII;
        const length = sequenceLength(at, byte);
        if (length < 0) {
          flags |= INVALID_UTF8;
          surplus += -length - 1;
          at -= length;
        } else {
          surplus += length == 4 ? 2 : length - 1;
          at += length;
        }
        if (at - beyond >= ROW && at >= blocksFrom) break;
      } else if (byte < 0x20) return at;
      else break;
    }
  }
  return at;
}

function endString(from: i32, end: i32, surplus: i32, flags: i32): i32 {
  stringEnd = end + 1;
  stringChars = end - from - surplus;
  stringFlags = flags;
  return 0;
}
