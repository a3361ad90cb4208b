/** Scans strings, in AssemblyScript: their ends, their lengths in UTF-16 units and their flags. */
import { escapeLength, isWord, sequenceLength } from "./characters";
import { passEscapes, passed, passPairs } from "./string-runs";
import { ESCAPED, INVALID_UTF8, NON_ASCII, STRING, WORD_ESCAPED } from "./tape-tokens";
import { passedEscapes, passedSurplus, passUtf8, passUtf8Escapes } from "./utf8-runs";

// What `scanString` found of the string scanned last.
export let stringEnd: i32 = 0;
export let stringChars: i32 = 0;
export let stringFlags: i32 = 0;

/**
 * How far the string was scanned in which a scan was left, 0 for none: where a character begins, and the
 * length and the flags of what is before it.
 */
export let partStringAt: i32 = 0;
export let partStringChars: i32 = 0;
export let partStringFlags: i32 = 0;
/** Bytes that a character may need; where fewer are left, a string is left before it. */
const MAX_CHARACTER: i32 = 12;
/** Where characters beyond ASCII are not farther than this from each other, they are passed in blocks. */
const DENSE: i32 = 64;
/** Bytes in a row of such characters after which the next ones are tried in blocks. */
const ROW: i32 = 16;
/** Where the bytes end that are there; a line is scanned again when there are more. */
let limit: i32 = i32.MAX_VALUE;

/** Notes where the bytes end that are there, if what they leave of a string is wanted. */
export function endBytesAt(end: i32): void {
  limit = end;
}

/** Forgets how far a string was scanned. */
export function forgetPartString(): void {
  partStringAt = 0;
}

/** Notes what was before the string that was scanned in part, of the same text. */
export function addPartString(chars: i32, flags: i32): void {
  partStringChars += chars;
  partStringFlags |= flags;
}

/** Scans the string whose first character is at `from`. Gives 0, or the place of what is wrong. */
export function scanString(from: i32): i32 {
  let at = from;
  let flags = STRING;
  let surplus: i32 = 0; // bytes that are no UTF-16 unit of their own
  let hasEscapedBackslash = false;
  /** The character beyond ASCII before. */
  let beyond: i32 = 0;
  /** Before this, such are looked at one by one. */
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

    // One by one, as long as there is one after another: what is beyond ASCII, and rare escapes.
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
