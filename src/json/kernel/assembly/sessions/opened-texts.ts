/**
 * Opens outputs that are JSON in a string, in AssemblyScript: `{"output":…,"metadata":{"exit_code":…}}`, as Codex
 * recorded them in 2025. The JSON is decoded to the memory of the rows' output, which sessions do not have, and scanned
 * behind the tokens of its line. See `lookInto` of formats/shared/response-outputs.ts, and json/splice/open-string.ts.
 */
import { BACKSLASH } from "../bytes/codes";
import { spelledTo, spellOut } from "../bytes/spell-out";
import { OUT, policy } from "../policy/row-policy";
import { isWhole, scanInside, TAPE_FULL } from "../tape/scan";
import { after, isBare, isString, OBJECT, TOKEN, tape } from "../tape/tape-tokens";
import { JOINED_BYTES } from "./joined-texts";

/** The most bytes of an output: there is room for it twice, with a block that may be overwritten. */
const MOST_BYTES: i32 = JOINED_BYTES / 2 - 64;
const NUMBER: i32 = 4;

/** The token of the text in the output opened last; 0 if that is its own text, or none was opened in the line. */
export let openedText: i32 = 0;
/** The range of that text's string in the line, and the UTF-16 units between its quotes in the decoded JSON. */
export let openedFrom: i32 = 0;
export let openedTo: i32 = 0;
export let openedUnits: i32 = 0;
/** Whether the output says that a command failed. */
export let saysFailed: bool = false;

/** The end of the tape, and the value of the key found last; 0 for none. */
let tapeEnd: i32 = 0;
let found: i32 = 0;

/** Starts lines whose tape ends there. */
export function beginOpening(end: i32): void {
  tapeEnd = end;
}

/** Starts a line, in which nothing is open. */
export function closeText(): void {
  openedText = 0;
}

/** Opens an output that begins with a brace; false if the format's own reader is needed. */
export function openOutput(output: i32): bool {
  const start = load<i32>(output, 4) + 1;
  const end = load<i32>(output, 8) - 1;
  const into = policy + OUT;
  saysFailed = false;
  if (end - start > MOST_BYTES) return false;
  const length = spellOut(start, end, into, end - start);
  store<u8>(into + length, 0x0a);
  const root = after(tape);
  if (scanInside(into, into + length, tape, root, tapeEnd) == TAPE_FULL) return false;
  // It is no JSON, and its own text.
  if (!isWhole) return true;
  if (!readEnd(root) || !findIn(root, 6, 0x7475_7074_756f)) return false;
  if (!isString(found)) return true;
  return place(found, start, end);
}

/** Reads how the call ended; false if the format's own reader is needed. */
function readEnd(root: i32): bool {
  if (!findIn(root, 8, 0x6174_6164_6174_656d)) return false; // metadata
  if (found == 0 || load<u8>(found) != OBJECT) return true;
  if (!findIn(found, 9, 0x646f_635f_7469_7865)) return false; // exit_code
  if (found == 0 || load<u8>(found) != NUMBER) return true;
  const from = load<i32>(found, 4);
  const first = load<u8>(from) == 0x2d ? from + 1 : from;
  // Other spellings may be those of zero.
  for (let at = first; at < load<i32>(found, 8); at++) if (load<u8>(at) < 0x30 || load<u8>(at) > 0x39) return false;
  saysFailed = load<u8>(first) != 0x30;
  return true;
}

/** Finds the value of a key by its length and its first eight bytes; false if another key may be the same. */
function findIn(object: i32, length: i32, head: u64): bool {
  const stop = after(object);
  found = 0;
  for (let key = object + TOKEN; key < stop; key = after(key + TOKEN)) {
    if (!isBare(key)) return false;
    if (load<i32>(key, 12) != length) continue;
    const bytes = load<u64>(load<i32>(key, 4) + 1);
    if ((length < 8 ? bytes & ((<u64>1 << (<u64>length << 3)) - 1) : bytes) != head) continue;
    if (length == 9 && load<u8>(load<i32>(key, 4), 9) != 0x65) continue;
    if (found != 0) return false;
    found = key + TOKEN;
  }
  return true;
}

/** Finds the place of a text in the string, between whose quotes is `[start, end)`. */
function place(text: i32, start: i32, end: i32): bool {
  const into = policy + OUT;
  const again = into + JOINED_BYTES / 2;
  const from = load<i32>(text, 4);
  const to = load<i32>(text, 8);
  if (to - from == 2) return false;
  spellOut(start, end, again, from - into);
  openedFrom = spelledTo();
  spellOut(openedFrom, end, again, to - from);
  openedTo = spelledTo();
  openedUnits = unitsIn(from + 1, to - 1);
  openedText = text;
  return true;
}

/** The UTF-16 units of UTF-8. */
function unitsIn(from: i32, to: i32): i32 {
  let units = to - from;
  for (let at = from; at < to; at += 16) {
    const block = v128.load(at);
    const rest = i8x16.bitmask(i8x16.lt_s(block, i8x16.splat(-64)));
    const long = i8x16.bitmask(i8x16.ge_u(block, i8x16.splat(<i8>0xf0)));
    const mask = to - at < 16 ? (1 << (to - at)) - 1 : 0xffff;
    units -= <i32>popcnt(rest & mask) - <i32>popcnt(long & mask);
  }
  return units;
}

/**
 * Of the placeholder encoded last: the UTF-16 units that its JSON adds to it, and the bytes before its ref; 0 for none.
 */
export let addedUnits: i32 = 0;
export let encodedRef: i32 = 0;

/**
 * Encodes a placeholder, which is the JSON of a string at `[from, from + length)`, for JSON in a string; returns its
 * length. `ref`: the bytes before its ref, 0 for none. Escapes of characters beyond ASCII are those of the line, which
 * is ASCII then; others are of the JSON.
 */
export function encodeInside(from: i32, length: i32, ref: i32, to: i32): i32 {
  const end = from + length;
  let out = to;
  addedUnits = 0;
  encodedRef = 0;
  for (let at = from; at < end; at++) {
    if (ref != 0 && at == from + ref) encodedRef = out - to;
    const byte = load<u8>(at);
    if (byte == 0x22) store<u8>(out++, BACKSLASH);
    else if (byte == BACKSLASH) {
      const size = sizeBeyond(at);
      if (size > 0) {
        memory.copy(out, at, size);
        out += size;
        at += size - 1;
        continue;
      }
      addedUnits += load<u8>(at, 1) == 0x75 ? 5 : 1;
      store<u16>(out, 0x5c5c);
      out += 2;
      if (load<u8>(++at) == 0x22 || load<u8>(at) == BACKSLASH) store<u8>(out++, BACKSLASH);
      store<u8>(out++, load<u8>(at));
      continue;
    }
    store<u8>(out++, byte);
  }
  return out - to;
}

/** The bytes of an escape of a character beyond ASCII; 0 for any other, and for half a character. */
function sizeBeyond(at: i32): i32 {
  if (load<u8>(at, 1) != 0x75 || load<u16>(at, 2) == 0x3030 && load<u8>(at, 4) < 0x38) return 0;
  if (load<u8>(at, 2) != 0x64 || load<u8>(at, 3) < 0x38) return 6;
  const isPair = load<u8>(at, 3) < 0x63 && load<u16>(at, 6) == 0x755c && load<u8>(at, 8) == 0x64;
  return isPair && load<u8>(at, 9) >= 0x63 ? 12 : 0;
}
