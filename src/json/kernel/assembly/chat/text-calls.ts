/**
 * Finds the calls in the text of replies, as SWE-agent's parsers do, and the headers that make a user's
 * message a tool result, in AssemblyScript: see formats/shared/text-protocol.ts and observation-headers.ts,
 * which decide where escapes matter.
 */
import { BACKSLASH, SPACE } from "../bytes/codes";
import { isHeader } from "./text-headers";
import { ESCAPED, isString, STRING, WORD_ESCAPED } from "../tape/tape-tokens";

/** The name of the tool found: its range, empty for none; and its chars. */
let nameFrom: i32 = 0;
let nameTo: i32 = 0;
let nameChars: i32 = 0;

const NO: i32 = 0;
const YES: i32 = 1;
/** The format's own reader is needed. */
const UNSURE: i32 = -1;

const LOWER_N: i32 = 0x6e;
const LOWER_R: i32 = 0x72;
const LOWER_U: i32 = 0x75;
const LESS: i32 = 0x3c;
const GREATER: i32 = 0x3e;
const BACKTICK: i32 = 0x60;

/** Whether the text of a reply calls a tool: YES, NO or UNSURE. */
export function callInText(content: i32): i32 {
  nameFrom = 0;
  nameTo = 0;
  nameChars = 0;
  if (!isString(content)) return NO;
  if ((load<i32>(content) & WORD_ESCAPED) != 0) return UNSURE;
  const from = load<i32>(content, 4) + 1;
  const to = load<i32>(content, 8) - 1;
  let found = NO;
  let hasFence = false;
  for (let at = from; at < to; ) {
    const byte = <i32>load<u8>(at);
    if (byte == BACKSLASH) {
      const isSpelled = <i32>load<u8>(at, 1) == LOWER_U;
      if (isSpelled && load<u16>(at, 2) == 0x3030 && load<u8>(at, 4) < 0x38) return UNSURE;
      at += isSpelled ? 6 : 2;
      continue;
    }
    if (byte == LESS && isFunction(at, to)) found = YES;
    else if (byte == BACKTICK && at + 3 <= to && isFence(at)) hasFence = true;
    at++;
  }
  return found == YES || !hasFence ? found : fencedCall(from, to);
}

/** Whether `<function=NAME>` begins here; if so, sets the name. */
function isFunction(at: i32, to: i32): bool {
  if (to - at < 12) return false;
  // <functio, n=
  if (load<u64>(at) != 0x6f6974636e75663c || load<u16>(at, 8) != 0x3d6e) return false;
  const from = at + 10;
  let end = from;
  while (end < to && isNameByte(<i32>load<u8>(end), 0x2e)) end++;
  if (end == from || end == to || <i32>load<u8>(end) != GREATER) return false;
  nameFrom = from;
  nameTo = end;
  nameChars = end - from;
  return true;
}

/** Whether a byte is a letter, a digit, an underscore, a hyphen, or `other`. */
function isNameByte(byte: i32, other: i32): bool {
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  return (byte >= 0x30 && byte <= 0x39) || byte == 0x5f || byte == 0x2d || byte == other;
}

@inline
function isFence(at: i32): bool {
  return load<u16>(at) == 0x6060 && load<u8>(at, 2) == 0x60;
}

/** Whether there is a fenced block; the name is the first word of the last one. */
function fencedCall(from: i32, to: i32): i32 {
  let found = NO;
  let open = nextFence(from, to, true);
  while (open > 0) {
    let at = open + 3;
    while (at < to && isNameByte(<i32>load<u8>(at), 0x5f)) at++;
    if (at + 1 >= to || <i32>load<u8>(at) != BACKSLASH || <i32>load<u8>(at, 1) != LOWER_N) {
      open = nextFence(open + 3, to, false);
      continue;
    }
    at += 2;
    const word = afterSpace(at, to);
    let end = word;
    let chars: i32 = 0;
    if (word < to && !(word + 3 <= to && isFence(word))) {
      while (end < to && <i32>load<u8>(end) != SPACE) {
        const byte = <i32>load<u8>(end);
        if (byte >= 0x80) return UNSURE;
        if (byte == BACKSLASH) {
          const letter = <i32>load<u8>(end, 1);
          if (letter == LOWER_U) return UNSURE;
          if (isBlankLetter(letter)) break;
          end++;
        }
        end++;
        chars++;
      }
    }
    const close = nextFence(chars > 0 ? end : at, to, chars == 0);
    if (close < 0) return UNSURE;
    if (close == 0) {
      open = nextFence(open + 3, to, false);
      continue;
    }
    found = YES;
    nameFrom = chars > 0 ? word : 0;
    nameTo = chars > 0 ? end : 0;
    nameChars = chars;
    open = nextFence(close + 3, to, false);
  }
  return open < 0 ? UNSURE : found;
}

/** Whether an escape with this letter is white space. */
@inline
function isBlankLetter(letter: i32): bool {
  return letter == LOWER_N || letter == LOWER_R || letter == 0x74 || letter == 0x66;
}

/** The first byte that is not white space; white space beyond ASCII counts as such a byte. */
function afterSpace(from: i32, to: i32): i32 {
  let at = from;
  while (at < to) {
    const byte = <i32>load<u8>(at);
    if (byte == SPACE) at++;
    else if (byte == BACKSLASH && isBlankLetter(<i32>load<u8>(at, 1))) at += 2;
    else break;
  }
  return at;
}

/**
 * The next line that begins with three backticks, from `from` on, which begins a line if `isStart`; 0 for
 * none, UNSURE if a line break is not a newline.
 */
function nextFence(from: i32, to: i32, isStart: bool): i32 {
  let start = isStart ? from : 0;
  for (let at = from; at < to; ) {
    const byte = <i32>load<u8>(at);
    if (byte == BACKSLASH) {
      const letter = <i32>load<u8>(at, 1);
      if (letter == LOWER_R) return UNSURE;
      if (letter == LOWER_U) {
        // U+2028 and U+2029.
        if (load<u32>(at, 2) == 0x38323032 || load<u32>(at, 2) == 0x39323032) return UNSURE;
        at += 6;
        continue;
      }
      at += 2;
      if (letter == LOWER_N) start = at;
      continue;
    }
    if (byte == 0xe2 && <i32>load<u8>(at, 1) == 0x80 && (<i32>load<u8>(at, 2) & 0xfe) == 0xa8)
      return UNSURE;
    if (byte == BACKTICK && at == start && at + 3 <= to && isFence(at)) return at;
    at++;
  }
  return 0;
}

/**
 * Finds the tool that a call in JSON names in its first bytes, as `{"name": "…"`: YES, NO, or UNSURE if it
 * begins so but needs decoding.
 */
export function callInJson(value: i32): i32 {
  nameFrom = 0;
  nameTo = 0;
  nameChars = 0;
  if ((load<i32>(value) & WORD_ESCAPED) != 0) return UNSURE;
  const from = load<i32>(value, 4) + 1;
  const to = load<i32>(value, 8) - 1;
  let at = from;
  for (;;) {
    at = afterSpace(at, to);
    if (at >= to) return NO;
    const byte = <i32>load<u8>(at);
    if (byte >= 0x80) return UNSURE;
    if (byte != 0x7b && byte != 0x5b) break;
    at++;
  }
  if (<i32>load<u8>(at) != BACKSLASH) return NO;
  if (<i32>load<u8>(at, 1) == LOWER_U) return UNSURE;
  // \"name\"
  if (to - at < 8 || load<u64>(at) != 0x225c656d616e225c) return NO;
  at = afterSpace(at + 8, to);
  if (at >= to || <i32>load<u8>(at) != 0x3a) return UNSURE;
  at = afterSpace(at + 1, to);
  if (to - at < 2 || load<u16>(at) != 0x225c) return UNSURE;
  at += 2;
  nameFrom = at;
  while (at < to && <i32>load<u8>(at) != BACKSLASH && <i32>load<u8>(at) < 0x80) at++;
  if (at + 1 >= to || load<u16>(at) != 0x225c || at == nameFrom || at - from > MOST_BEFORE)
    return UNSURE;
  nameTo = at;
  nameChars = at - nameFrom;
  return YES;
}

/** Bytes within which the name must be, because no more chars are searched. */
const MOST_BEFORE: i32 = 110;

/** Writes a token for the name found at `at`; 0 if there is none. */
export function nameToken(at: i32): i32 {
  if (nameChars == 0) return 0;
  const isEscaped = nameTo - nameFrom != nameChars;
  store<i32>(at, isEscaped ? STRING | ESCAPED : STRING);
  store<i32>(at, nameFrom - 1, 4);
  store<i32>(at, nameTo + 1, 8);
  store<i32>(at, nameChars, 12);
  return at;
}

/** Whether a user's message certainly begins like a tool's answer: YES, NO or UNSURE. */
export function beginsAsResult(content: i32): i32 {
  if (content == 0) return NO;
  if (!isString(content)) return load<u8>(content) <= 2 ? UNSURE : NO;
  if ((load<i32>(content) & WORD_ESCAPED) != 0) return UNSURE;
  return isHeader(load<i32>(content, 4) + 1, load<i32>(content, 8) - 1);
}

