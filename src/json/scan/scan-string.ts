import { ESCAPED, INVALID_UTF8, NON_ASCII, STRING, WORD_ESCAPED } from "../tape/tape.ts";
import type { ScanError } from "./scan-error.ts";

/**
 * Scans the string whose opening quote is at `from` and fills in its token at `base`.
 *
 * Its length in UTF-16 units is exact: an escape counts 1, a sequence of four bytes 2, any other
 * sequence 1, and each maximal part that is not UTF-8 counts 1, as the WHATWG decoder shows it.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a scanner's loop, with its state in local variables.
export function scanString(
  bytes: Uint8Array,
  from: number,
  end: number,
  tokens: Int32Array,
  base: number,
): ScanError | undefined {
  let at = from + 1;
  let flags = STRING;
  let surplus = 0; // bytes that are no UTF-16 unit of their own

  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) {
      tokens[base] = flags;
      tokens[base + 2] = at + 1;
      tokens[base + 3] = at - from - 1 - surplus;
      return undefined;
    }
    if (byte === 0x5c) {
      const length = escapeLength(bytes, at, end);
      if (typeof length !== "number") return length;
      flags |= length === 6 && isWordEscape(bytes, at) ? ESCAPED | WORD_ESCAPED : ESCAPED;
      surplus += length - 1;
      at += length;
    } else if (byte >= 0x80) {
      const length = sequenceLength(bytes, at, end);
      flags |= length > 0 ? NON_ASCII : NON_ASCII | INVALID_UTF8;
      const width = Math.abs(length);
      surplus += length === 4 ? 2 : width - 1;
      at += width;
    } else if (byte < 0x20) {
      return { offset: at, expected: "an escape: control characters are not allowed in a string" };
    } else at++;
  }
  return { offset: end, expected: "the end of a string" };
}

function escapeLength(bytes: Uint8Array, at: number, end: number): number | ScanError {
  const letter = at + 1 < end ? bytes[at + 1] : undefined;
  switch (letter) {
    case 0x22: // "
    case 0x5c: // \
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return 2;
    case 0x75: {
      for (let k = 2; k < 6; k++) {
        if (at + k >= end || !isHex(bytes[at + k] ?? 0))
          return { offset: Math.min(at + k, end), expected: "four hexadecimal digits" };
      }
      return 6;
    }
    default:
      return { offset: Math.min(at + 1, end), expected: 'one of "\\/bfnrtu after a backslash' };
  }
}

/** Whether the `\uXXXX` at `at` is an ASCII letter, digit or underscore. */
function isWordEscape(bytes: Uint8Array, at: number): boolean {
  const digits = [2, 3, 4, 5].map((k) => String.fromCharCode(bytes[at + k] ?? 0)).join("");
  return /^\w$/.test(String.fromCharCode(Number.parseInt(digits, 16)));
}

function isHex(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

/**
 * The length of the UTF-8 sequence at `at`; or, if it is invalid, minus the length of its maximal valid start
 * (Unicode 15, table 3-7 and "U+FFFD substitution of maximal subparts").
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const needed = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let k = 1; k < needed; k++) {
    const next = at + k < end ? (bytes[at + k] ?? 0) : 0;
    if (next < low || next > high) return -k;
    low = 0x80;
    high = 0xbf;
  }
  return needed;
}
