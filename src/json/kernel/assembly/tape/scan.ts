/**
 * The scanner as a WebAssembly kernel, in AssemblyScript: one pass over a line, sixteen bytes of a
 * string at a time, the grammar validated in full. It writes the same tape as `scan-json.ts` (and the
 * numbers of words), which is its oracle in tests and explains its errors: the kernel only says that
 * there is one.
 */

import { isSpecial } from "../bytes/bytes";
import {
  addPartString,
  endBytesAt,
  forgetPartString,
  measureString,
  stringChars,
  stringEnd,
  stringFlags,
} from "./strings";
import { scanScalar } from "../bytes/scalars";
import { ARRAY, KIND_MASK, OBJECT, STRING, WORD_SHIFT } from "./tape-tokens";
import { markIn, markOf, numberIn, slotAt } from "./known-words";

const ANY_KEY: i32 = ~KIND_MASK;

// The states of the scanner: the token that it expects.
const VALUE: i32 = 0;
const FIRST_ITEM: i32 = 1;
const NEXT: i32 = 2;
const FIRST_KEY: i32 = 3;
const KEY: i32 = 4;
const COLON: i32 = 5;
const DONE: i32 = 7;

/** Results of `scanLine` without tokens. */
const INCOMPLETE: i32 = -1;
const WRONG: i32 = -2;
export const TAPE_FULL: i32 = -3;

/** The offset of the line break that ended the latest line. */
export let lineEnd: i32 = 0;
/** The flags of all strings of the line. */
export let lineFlags: i32 = 0;
/** Restores the flags of a tape that was scanned earlier. */
export function turnToFlags(flags: i32): void {
  lineFlags = flags;
}

// Where `scan` stopped: before a token that is incomplete.
export let partAt: i32 = 0;
/** The token of the innermost open container there; 0 for none. */
export let partOpen: i32 = 0;
export let partState: i32 = 0;
/** The end of the tokens written. */
let partEnd: i32 = 0;

/**
 * Scans the line at `start` and writes its tokens at `tape`. The bytes up to `end` are available, and `end`
 * holds a line break that is not part of the input.
 *
 * Returns the number of tokens, 0 for a line of white space; INCOMPLETE if the line continues after `end`,
 * WRONG if it is not JSON, TAPE_FULL if its tokens do not fit before `tapeEnd`.
 */
export function scanLine(start: i32, end: i32, tape: i32, tapeEnd: i32): i32 {
  endBytesAt(i32.MAX_VALUE);
  const count = scan(start, end, tape, tapeEnd, tape, 0, VALUE, true);
  lineFlags |= itemFlags;
  return count;
}

/** Whether lines are the items of an array: each ends at a comma, or with the array. */
let areItems: bool = false;
/** The flags of their document. */
let itemFlags: i32 = 0;

/** Begins to scan items of an array, in a document with these flags; or lines again. */
export function turnToItems(are: bool, flags: i32): void {
  areItems = are;
  itemFlags = flags;
}

/**
 * Continues to scan a document whose bytes `[start, end)` are available, with a line break at `end` that is
 * not part of it. The first `depth` tokens of the tape are the open containers, each with its parent in its
 * third field; new tokens follow. With `flags`, a string continues at `start`, of which `chars` were scanned:
 * its token is the first new one, and begins where the string continues.
 *
 * Returns the number of tokens on the tape, or WRONG or TAPE_FULL as above; `partAt`, `partOpen` and
 * `partState` tell how to continue.
 */
export function scanPart(
  start: i32,
  end: i32,
  tape: i32,
  tapeEnd: i32,
  depth: i32,
  state: i32,
  chars: i32,
  flags: i32,
): i32 {
  endBytesAt(end);
  let token = tape + (depth << 4);
  const open = depth == 0 ? 0 : token - 16;
  let at = start;
  if (flags != 0) {
    forgetPartString();
    const problem = measureString(start);
    if (problem != 0) {
      if (problem < end) return WRONG;
      addPartString(chars, flags);
      stop(start, token, open, state);
      return depth;
    }
    store<i32>(token, stringFlags | flags);
    store<i32>(token, start, 4);
    store<i32>(token, stringEnd, 8);
    store<i32>(token, stringChars + chars, 12);
    lineFlags = (stringFlags | flags) & ~KIND_MASK;
    at = stringEnd;
    token += 16;
    const isKey = state >= FIRST_KEY;
    if (isKey) store<i32>(open, load<i32>(open) | ANY_KEY);
    state = isKey ? COLON : open == 0 ? DONE : NEXT;
  } else lineFlags = 0;
  const before = lineFlags;
  const count = scan(at, end, tape, tapeEnd, token, open, state, false);
  lineFlags |= before;
  return count == INCOMPLETE ? (partEnd - tape) >> 4 : count;
}

/** Whether what `scanInside` scanned is a whole value. */
export let isWhole: bool = false;

/**
 * Scans bytes before a line break that are not in the line, behind its tokens; what is known of the line stays. Returns
 * WRONG or TAPE_FULL as above, or INCOMPLETE.
 */
export function scanInside(start: i32, end: i32, tape: i32, token: i32, tapeEnd: i32): i32 {
  const flags = lineFlags;
  const result = scan(start, end, tape, tapeEnd, token, 0, VALUE, false);
  isWhole = result == INCOMPLETE && partState == DONE;
  lineFlags = flags;
  return result;
}

function scan(
  at: i32,
  end: i32,
  tape: i32,
  tapeEnd: i32,
  token: i32,
  open: i32, // the innermost open container; its third field holds its parent
  state: i32,
  isLine: bool,
): i32 {
  lineFlags = 0;
  while (true) {
    at = afterSpace(at);
    const byte = <i32>load<u8>(at);
    if (byte == 0x2c) {
      if (state != NEXT) return isLine ? endItem(at, state, (token - tape) >> 4) : WRONG;
      state = load<u8>(open) == ARRAY ? VALUE : KEY;
      at++;
    } else if (byte == 0x7d || byte == 0x5d) {
      if (!isBeforeEnd(state) || !closes(byte, open)) return isLine ? endItem(at, state, (token - tape) >> 4) : WRONG;
      open = close(open, ++at, (token - tape) >> 4);
      state = open == 0 ? DONE : NEXT;
    } else if (byte == 0x0a) {
      if (at >= end) return incomplete(at, token, open, state);
      if (isLine && !areItems) return endLine(at, state, (token - tape) >> 4);
      at++;
    } else if (byte == 0x3a) {
      if (state != COLON) return WRONG;
      state = VALUE;
      at++;
    } else {
      if (!isBeforeToken(state)) return WRONG;
      if (byte == 0x22) {
        const problem = scanStrings(at, token, open, state, tape, tapeEnd, end);
        if (problem != 0) return problem;
        at = partAt;
        token = partEnd;
        open = partOpen;
        state = partState;
        continue;
      }
      if (state == KEY || state == FIRST_KEY) return WRONG;
      if (token + 16 > tapeEnd) return TAPE_FULL;
      if (isStart(byte)) {
        state = byte == 0x7b ? FIRST_KEY : FIRST_ITEM;
        open = openAt(token, at++, open);
      } else {
        const stop = scanScalar(byte, at, token);
        if (stop < 0 && -stop < end) return WRONG;
        if (stop < 0 || stop >= end) return incomplete(at, token, open, state);
        state = open == 0 ? DONE : NEXT;
        at = stop;
      }
      token += 16;
    }
  }
  return WRONG;
}

/** The next byte that is no space; a line break is not skipped. */
@inline
function afterSpace(from: i32): i32 {
  let at = from;
  let byte = <i32>load<u8>(at);
  while (byte == 0x20 || byte == 0x09 || byte == 0x0d) byte = <i32>load<u8>(++at);
  return at;
}

@inline
function isBeforeEnd(state: i32): bool {
  return state == NEXT || state == FIRST_ITEM || state == FIRST_KEY;
}

@inline
function isBeforeToken(state: i32): bool {
  return state != NEXT && state != COLON && state != DONE;
}

/** Opens the container that begins at `at` in another one, 0 for none; returns its token. */
@inline
function openAt(token: i32, at: i32, outer: i32): i32 {
  store<i32>(token, load<u8>(at) == 0x7b ? OBJECT : ARRAY);
  store<i32>(token, at, 4);
  store<i32>(token, outer, 8);
  return token;
}

/** Stops a scan before a token, to be continued. */
function incomplete(at: i32, token: i32, open: i32, state: i32): i32 {
  forgetPartString();
  stop(at, token, open, state);
  return INCOMPLETE;
}

/** Stores where a scan stopped. */
@inline
function stop(at: i32, token: i32, open: i32, state: i32): void {
  partAt = at;
  partEnd = token;
  partOpen = open;
  partState = state;
}

/** Ends a line of `count` tokens at its line break, and returns their number. */
function endLine(at: i32, state: i32, count: i32): i32 {
  if (state != DONE && count != 0) return WRONG;
  lineEnd = at;
  return count;
}

/** Ends an item at a comma, or at the end of its array. */
function endItem(at: i32, state: i32, count: i32): i32 {
  if (!areItems || state != DONE || load<u8>(at) == 0x7d) return WRONG;
  return endLine(at, state, count);
}

/** Whether a byte closes the open container, 0 for none. */
@inline
function closes(byte: i32, open: i32): bool {
  return open != 0 && byte == (load<u8>(open) == OBJECT ? 0x7d : 0x5d);
}

/** Closes a container at its end, with the number of the token after it; returns its parent. */
@inline
function close(open: i32, at: i32, next: i32): i32 {
  const outer = load<i32>(open, 8);
  store<i32>(open, at, 8);
  store<i32>(open, next, 12);
  return outer;
}

/**
 * Scans the string at `from`, and what follows it with nothing between but marks and a space: strings, and the starts
 * and ends of containers. Returns 0, or why it stopped; `partAt` and the variables after it tell where.
 */
function scanStrings(
  from: i32,
  first: i32,
  container: i32,
  before: i32,
  tape: i32,
  tapeEnd: i32,
  end: i32,
): i32 {
  let at = from;
  let token = first;
  let open = container;
  let state = before;
  while (true) {
    if (token + 16 > tapeEnd) return TAPE_FULL;
    store<i32>(token, at, 4);
    const isKey = state >= FIRST_KEY;
    const next = scanString(at + 1, token, isKey ? open : 0);
    if (next < 0) {
      if (-next < end) return WRONG;
      stop(at, token, open, state);
      return INCOMPLETE;
    }
    at = next;
    token += 16;
    if (isKey) {
      state = COLON;
      if (load<u8>(at) != 0x3a) break;
      state = VALUE;
    } else {
      while (load<u8>(at) != 0x2c && closes(<i32>load<u8>(at), open)) open = close(open, ++at, (token - tape) >> 4);
      state = open == 0 ? DONE : NEXT;
      if (open == 0 || load<u8>(at) != 0x2c) break;
      state = load<u8>(open) == OBJECT ? KEY : VALUE;
    }
    at++;
    if (load<u8>(at) == 0x20) at++;
    for (; state <= FIRST_ITEM && isStart(<i32>load<u8>(at)); token += 16) {
      if (token + 16 > tapeEnd) return TAPE_FULL;
      state = load<u8>(at) == 0x7b ? FIRST_KEY : FIRST_ITEM;
      open = openAt(token, at++, open);
    }
    if (load<u8>(at) != 0x22) break;
  }
  stop(at, token, open, state);
  return 0;
}

/** Whether a byte starts a container. */
@inline
function isStart(byte: i32): bool {
  return byte == 0x7b || byte == 0x5b;
}

/**
 * Scans the string whose first character is at `from`: a key of `object`, or a value if that is 0. Returns its
 * end, or minus the offset of an error.
 */
@inline
function scanString(from: i32, token: i32, object: i32): i32 {
  const start = v128.load(from);
  const length = <i32>ctz(i8x16.bitmask(isSpecial(start)) | 0x10000);
  if (load<u8>(from + length) == 0x22) {
    const slot = slotAt(start, length);
    store<i32>(token, STRING | (numberIn(slot) << WORD_SHIFT));
    store<i32>(token, from + length + 1, 8);
    store<i32>(token, length, 12);
    if (object != 0) addMark(object, markIn(slot) != 0 ? markIn(slot) : keyMark(from, STRING, length));
    return from + length + 1;
  }
  forgetPartString();
  const problem = measureString(from);
  if (problem != 0) return -problem;
  if (object != 0) addMark(object, keyMark(from, stringFlags, stringChars));
  store<i32>(token, stringFlags);
  lineFlags |= stringFlags & ~KIND_MASK;
  store<i32>(token, stringEnd, 8);
  store<i32>(token, stringChars, 12);
  return stringEnd;
}

/** The mark of a key, which begins at `from`. */
@inline
function keyMark(from: i32, flags: i32, length: i32): i32 {
  return flags != STRING || length == 0 ? ANY_KEY : markOf(from, length);
}

@inline
function addMark(object: i32, mark: i32): void {
  store<i32>(object, load<i32>(object) | mark);
}
