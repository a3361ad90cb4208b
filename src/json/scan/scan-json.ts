import {
  ANY_KEY,
  ARRAY,
  FALSE,
  grow,
  KIND_MASK,
  keyMark,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from "../tape/tape.ts";
import type { ScanError } from "./scan-error.ts";
import { scanString } from "./scan-string.ts";

/**
 * Scans `bytes[start, end)` as one JSON value with white space around it and writes its tokens to `tape`,
 * whose first token is that value. Returns the error, if there is one.
 *
 * Accepts exactly what `JSON.parse` accepts after the bytes are decoded as UTF-8 (RFC 8259; bytes inside a
 * string that are not UTF-8 are accepted, as a decoder would). Time and memory are linear, and nesting is
 * bounded by memory, not by the stack.
 */
// long: a scanner's loop in the order of the grammar, with its state in local variables.
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the same.
export function scan(
  bytes: Uint8Array,
  tape: Tape,
  { start = 0, end = bytes.length }: { start?: number; end?: number } = {},
): ScanError | undefined {
  let tokens = tape.tokens;
  let count = 0;
  let open = -1; // the innermost open container; its field 2 holds its parent
  let at = start;
  let state = VALUE;

  tape.length = 0;
  tape.flags = 0;
  for (;;) {
    while (at < end && isSpace(bytes[at])) at++;
    if (state === DONE) {
      if (at < end) return { offset: at, expected: "the end of the document" };
      tape.length = count;
      return undefined;
    }
    if (at >= end) return { offset: end, expected: EXPECTED[state] ?? "" };
    const byte = bytes[at];

    if (state === COLON) {
      if (byte !== 0x3a) return { offset: at, expected: '":"' };
      at++;
      state = VALUE;
      continue;
    }

    const closes = byte === 0x7d ? OBJECT : byte === 0x5d ? ARRAY : 0;
    if (closes !== 0 && state !== VALUE && state !== KEY) {
      const base = open * STRIDE;
      if (((tokens[base] ?? 0) & KIND_MASK) !== closes)
        return { offset: at, expected: EXPECTED[state] ?? "" };
      at++;
      open = tokens[base + 2] ?? -1;
      tokens[base + 2] = at;
      tokens[base + 3] = count;
      state = open < 0 ? DONE : afterValue(tokens, open);
      continue;
    }
    if (state === NEXT_ITEM || state === NEXT_MEMBER) {
      if (byte !== 0x2c) return { offset: at, expected: EXPECTED[state] ?? "" };
      at++;
      state = state === NEXT_ITEM ? VALUE : KEY;
      continue;
    }

    const wantsKey = state === KEY || state === FIRST_KEY;
    if (wantsKey && byte !== 0x22) return { offset: at, expected: EXPECTED[state] ?? "" };

    const base = count * STRIDE;
    if (base + STRIDE > tokens.length) tokens = grow(tape);
    tokens[base + 1] = at;
    tokens[base + 3] = 0;
    count++;

    switch (byte) {
      case 0x22: {
        const problem = scanString(bytes, at, end, tokens, base);
        if (problem !== undefined) return problem;
        at = tokens[base + 2] ?? end;
        tape.flags |= (tokens[base] ?? 0) & ~KIND_MASK;
        if (wantsKey) addMark(bytes, tokens, { object: open * STRIDE, key: base });
        break;
      }
      case 0x7b:
      case 0x5b:
        tokens[base] = byte === 0x7b ? OBJECT : ARRAY;
        tokens[base + 2] = open;
        open = count - 1;
        at++;
        state = byte === 0x7b ? FIRST_KEY : FIRST_ITEM;
        continue;
      case 0x74:
      case 0x66:
      case 0x6e: {
        const word = byte === 0x74 ? "true" : byte === 0x66 ? "false" : "null";
        for (let k = 0; k < word.length; k++) {
          if (at + k >= end || bytes[at + k] !== word.charCodeAt(k))
            return { offset: Math.min(at + k, end), expected: `"${word}"` };
        }
        at += word.length;
        tokens[base] = byte === 0x74 ? TRUE : byte === 0x66 ? FALSE : NULL;
        tokens[base + 2] = at;
        break;
      }
      default: {
        if (byte !== 0x2d && !isDigit(byte)) return { offset: at, expected: EXPECTED[state] ?? "" };
        const stop = scanNumber(bytes, at, end);
        if (stop < 0) return { offset: -stop, expected: "a digit" };
        at = stop;
        tokens[base] = NUMBER;
        tokens[base + 2] = at;
      }
    }
    state = wantsKey ? COLON : open < 0 ? DONE : afterValue(tokens, open);
  }
}

const VALUE = 0;
const FIRST_ITEM = 1;
const NEXT_ITEM = 2;
const FIRST_KEY = 3;
const KEY = 4;
const COLON = 5;
const NEXT_MEMBER = 6;
const DONE = 7;

/** The tokens that each state accepts, in words. */
const EXPECTED = [
  "a value",
  'a value or "]"',
  '"," or "]"',
  'a key in double quotes or "}"',
  "a key in double quotes",
  '":"',
  '"," or "}"',
];

function afterValue(tokens: Int32Array, open: number): number {
  return ((tokens[open * STRIDE] ?? 0) & KIND_MASK) === ARRAY ? NEXT_ITEM : NEXT_MEMBER;
}

/** Adds the mark of a key to its object. */
function addMark(
  bytes: Uint8Array,
  tokens: Int32Array,
  { object, key }: { readonly object: number; readonly key: number },
): void {
  const first = (tokens[key + 1] ?? 0) + 1;
  const length = tokens[key + 3] ?? 0;
  const isPlain = tokens[key] === STRING && length > 0;
  const mark = isPlain
    ? keyMark(length, bytes[first] ?? 0, bytes[first + length - 1] ?? 0)
    : ANY_KEY;
  tokens[object] = (tokens[object] ?? 0) | mark;
}

/** The end of the number at `at`, or minus the offset where a digit is missing. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a number's grammar, from left to right.
function scanNumber(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  if (bytes[at] === 0x2d) at++;
  if (at < end && bytes[at] === 0x30) at++;
  else {
    if (at >= end || !isDigit(bytes[at])) return -at;
    at = skipDigits(bytes, at, end);
  }
  if (at < end && bytes[at] === 0x2e) {
    at++;
    if (at >= end || !isDigit(bytes[at])) return -at;
    at = skipDigits(bytes, at, end);
  }
  if (at < end && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    at++;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
    if (at >= end || !isDigit(bytes[at])) return -at;
    at = skipDigits(bytes, at, end);
  }
  return at;
}

function skipDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
