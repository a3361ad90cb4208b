/** Writes blocks with codes of their own (RFC 1951, 3.2.7). */
import { flush, put } from "./deflate-bits";
import { makeCodes } from "./huffman-codes";
import { clearCounts, count, countOf } from "./symbol-counts";
import {
  CODE_LENGTHS,
  CODES,
  DISTANCES,
  END,
  FIRST_CODE_LENGTH,
  FIRST_DISTANCE,
  LENGTHS,
  LITERALS,
  SEQUENCES,
  WRITTEN,
} from "./deflate-memory";
import { rest, sequences } from "./find-sequences";
import { distanceBits, distanceSymbol, lengthBits, lengthSymbol } from "./deflate-symbols";

/** Four literals, or a match, are written at once. */
const MOST_BITS: i32 = 12;
/** Of the code of code lengths. */
const MOST_HEAD_BITS: i32 = 7;
/** A block with codes of its own. */
const DYNAMIC: u64 = 2;

/** The symbols for repeated lengths: the one before, a few zeros, many zeros. */
const AGAIN: i32 = 16;
const ZEROS: i32 = 17;
const MANY_ZEROS: i32 = 18;

@inline
function codeOf(symbol: i32): u32 {
  return load<u32>(CODES + (symbol << 2));
}

@inline
function putCode(code: u32): void {
  put(code & 0xffff, code >>> 16);
}

/** Writes the block whose symbols were counted, and whose literals begin at `at`. */
export function writeBlock(at: i32, isLast: bool): void {
  count(END);
  // A decoder may want one of these.
  if (isUnused(FIRST_DISTANCE, DISTANCES)) count(FIRST_DISTANCE);
  makeCodes(0, LITERALS, MOST_BITS);
  makeCodes(FIRST_DISTANCE, DISTANCES, MOST_BITS);
  put((DYNAMIC << 1) | (isLast ? 1 : 0), 3);
  writeCodes();
  for (let k = 0; k < sequences; k++) {
    const place = SEQUENCES + (k << 3);
    const literals = load<i32>(place);
    const match = load<u32>(place + 4);
    writeLiterals(at, literals);
    writeMatch(match >>> 16, match & 0xffff);
    at += literals + (match >>> 16);
  }
  writeLiterals(at, rest);
  putCode(codeOf(END));
  flush();
  clearCounts(0, LITERALS + DISTANCES);
}

function isUnused(first: i32, size: i32): bool {
  for (let symbol = first; symbol < first + size; symbol++) if (countOf(symbol) > 0) return false;
  return true;
}

@inline
function writeLiterals(at: i32, length: i32): void {
  const end = at + length;
  for (; at + 4 <= end; at += 4) {
    putCode(codeOf(load<u8>(at)));
    putCode(codeOf(load<u8>(at + 1)));
    putCode(codeOf(load<u8>(at + 2)));
    putCode(codeOf(load<u8>(at + 3)));
    flush();
  }
  for (; at < end; at++) putCode(codeOf(load<u8>(at)));
  flush();
}

@inline
function writeMatch(length: i32, distance: i32): void {
  putCode(codeOf(lengthSymbol(length)));
  let bits = lengthBits(length);
  put((length - 3) & ((1 << bits) - 1), bits);
  putCode(codeOf(distanceSymbol(distance)));
  bits = distanceBits(distance);
  put((distance - 1) & ((1 << bits) - 1), bits);
  flush();
}

/** Writes the lengths of all codes. */
function writeCodes(): void {
  clearCounts(FIRST_CODE_LENGTH, CODE_LENGTHS);
  const written = gatherLengths();
  makeCodes(FIRST_CODE_LENGTH, CODE_LENGTHS, MOST_HEAD_BITS);
  put(LITERALS - 257, 5);
  put(DISTANCES - 1, 5);
  put(CODE_LENGTHS - 4, 4);
  flush();
  // In the order of RFC 1951.
  putLengths(16, 17, 18, 0);
  putLengths(8, 7, 9, 6);
  putLengths(10, 5, 11, 4);
  putLengths(12, 3, 13, 2);
  put(lengthOf(14), 3);
  put(lengthOf(1), 3);
  put(lengthOf(15), 3);
  flush();
  for (let at = WRITTEN; at < written; at += 2) {
    const symbol: i32 = load<u8>(at);
    putCode(codeOf(FIRST_CODE_LENGTH + symbol));
    if (symbol >= AGAIN) put(load<u8>(at + 1), symbol == AGAIN ? 2 : symbol == ZEROS ? 3 : 7);
    flush();
  }
}

function putLengths(a: i32, b: i32, c: i32, d: i32): void {
  put(lengthOf(a), 3);
  put(lengthOf(b), 3);
  put(lengthOf(c), 3);
  put(lengthOf(d), 3);
  flush();
}

function lengthOf(symbol: i32): u64 {
  return load<u8>(LENGTHS + FIRST_CODE_LENGTH + symbol);
}

/** Gathers the lengths of codes as they are written, and counts their symbols; gives where they end. */
function gatherLengths(): i32 {
  const end = LITERALS + DISTANCES;
  let into = WRITTEN;
  for (let at = 0; at < end; ) {
    const length = load<u8>(LENGTHS + at);
    let run = 1;
    while (at + run < end && load<u8>(LENGTHS + at + run) == length) run++;
    at += run;
    if (length == 0)
      for (; run >= 3; ) {
        const taken = min(run, 138);
        const isMany = taken > 10;
        into = gather(into, isMany ? MANY_ZEROS : ZEROS, taken - (isMany ? 11 : 3));
        run -= taken;
      }
    else {
      into = gather(into, length, 0);
      run--;
      for (; run >= 3; ) {
        const taken = min(run, 6);
        into = gather(into, AGAIN, taken - 3);
        run -= taken;
      }
    }
    for (; run > 0; run--) into = gather(into, length, 0);
  }
  return into;
}

function gather(into: i32, symbol: i32, more: i32): i32 {
  count(FIRST_CODE_LENGTH + symbol);
  store<u8>(into, symbol);
  store<u8>(into + 1, more);
  return into + 2;
}
