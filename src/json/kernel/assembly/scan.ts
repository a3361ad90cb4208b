/**
 * The scanner as a WebAssembly kernel, in AssemblyScript: one pass over a line, sixteen bytes of a
 * string at a time, the grammar validated in full. It writes the same tape as `scan-json.ts` (and the
 * numbers of words), which is its oracle in tests and explains its errors: the kernel only says that
 * there is one.
 */

// Token kinds and string flags, as in tape.ts.
const OBJECT: i32 = 1;
const ARRAY: i32 = 2;
const STRING: i32 = 3;
const KIND_MASK: i32 = 0xff;
const NUMBER: i32 = 4;
const TRUE: i32 = 5;
const FALSE: i32 = 6;
const NULL: i32 = 7;
const ESCAPED: i32 = 0x100;
const NON_ASCII: i32 = 0x200;
const INVALID_UTF8: i32 = 0x400;
const WORD_ESCAPED: i32 = 0x800;
const ANY_KEY: i32 = ~KIND_MASK;
const WORD_SHIFT: i32 = 12;

// What the scanner waits for.
const VALUE: i32 = 0;
const FIRST_ITEM: i32 = 1;
const NEXT: i32 = 2;
const FIRST_KEY: i32 = 3;
const KEY: i32 = 4;
const COLON: i32 = 5;
const DONE: i32 = 7;

/** Results of `scanLine` when it has no tokens. */
const INCOMPLETE: i32 = -1;
const WRONG: i32 = -2;
const TAPE_FULL: i32 = -3;

/** Where the line break is that ended the line scanned last. */
export let lineEnd: i32 = 0;
/** The flags of all its strings together. */
export let lineFlags: i32 = 0;

// What scanString found of the string scanned last.
let stringEnd: i32 = 0;
let stringChars: i32 = 0;
let stringFlags: i32 = 0;
/** Its number, if it is a word that is known. */
let stringWord: i32 = 0;

// Where `scan` was left: before a token that the bytes do not hold whole.
export let partAt: i32 = 0;
/** The innermost container that is open there, by its token; 0 for none. */
export let partOpen: i32 = 0;
export let partState: i32 = 0;
/** After the last token that was written. */
let partEnd: i32 = 0;
/**
 * How far the string was scanned in which a scan was left, 0 for none: where a character begins, and the
 * length and the flags of what is before it.
 */
export let partStringAt: i32 = 0;
export let partStringChars: i32 = 0;
export let partStringFlags: i32 = 0;
/** Bytes that a character may need; where fewer are left, a string is left before it. */
const MAX_CHARACTER: i32 = 12;
/** Where the bytes end that are there; a line is scanned again when there are more. */
let limit: i32 = i32.MAX_VALUE;

/**
 * Scans the line at `start` and writes its tokens from `tape` on. Bytes up to `end` are there, and at
 * `end` stands a line break that is no part of the input.
 *
 * Gives the number of tokens, 0 for a line of white space; INCOMPLETE where the input goes on after
 * `end`, WRONG where the line is not JSON, TAPE_FULL where its tokens do not fit before `tapeEnd`.
 */
export function scanLine(start: i32, end: i32, tape: i32, tapeEnd: i32): i32 {
  limit = i32.MAX_VALUE;
  return scan(start, end, tape, tapeEnd, tape, 0, VALUE, true);
}

/**
 * Scans on in a document, of which the bytes `[start, end)` are there, with a line break at `end` that
 * is no part of it. The containers that are open are the `depth` first tokens of the tape, each with the
 * one around it in its third field; new tokens come after them. With `flags`, a string goes on at
 * `start`, of which `chars` were scanned: its token is the first new one, and begins where it goes on.
 *
 * Gives the number of tokens on the tape, and in `partAt`, `partOpen` and `partState` how to go on;
 * WRONG or TAPE_FULL as above.
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
  limit = end;
  let token = tape + (depth << 4);
  const open = depth == 0 ? 0 : token - 16;
  let at = start;
  if (flags != 0) {
    partStringAt = 0;
    const problem = scanString(start);
    if (problem != 0) {
      if (problem < end) return WRONG;
      partStringChars += chars;
      partStringFlags |= flags;
      incomplete(start, token, open, state);
      return depth;
    }
    store<i32>(token, stringFlags | flags);
    store<i32>(token, start, 4);
    store<i32>(token, stringEnd, 8);
    store<i32>(token, stringChars + chars, 12);
    lineFlags = (stringFlags | flags) & ~KIND_MASK;
    at = stringEnd;
    token += 16;
    const isKey = state == KEY || state == FIRST_KEY;
    if (isKey) store<i32>(open, load<i32>(open) | ANY_KEY);
    state = isKey ? COLON : open == 0 ? DONE : NEXT;
  } else lineFlags = 0;
  const before = lineFlags;
  const count = scan(at, end, tape, tapeEnd, token, open, state, false);
  lineFlags |= before;
  return count == INCOMPLETE ? (partEnd - tape) >> 4 : count;
}

function scan(
  start: i32,
  end: i32,
  tape: i32,
  tapeEnd: i32,
  token: i32,
  open: i32, // the innermost container not yet closed; its third field holds the one around it
  state: i32,
  isLine: bool,
): i32 {
  let at = start;
  lineFlags = 0;

  while (true) {
    let byte = <i32>load<u8>(at);
    while (byte == 0x20 || byte == 0x09 || byte == 0x0d) byte = <i32>load<u8>(++at);

    if (byte == 0x0a) {
      partStringAt = 0;
      if (at >= end) return incomplete(at, token, open, state);
      if (!isLine) {
        at++;
        continue;
      }
      if (state != DONE && token != tape) return WRONG;
      lineEnd = at;
      return (token - tape) >> 4;
    }
    if (state == NEXT) {
      if (byte == 0x2c) {
        at++;
        state = load<u8>(open) == ARRAY ? VALUE : KEY;
        continue;
      }
    } else if (state == COLON) {
      if (byte != 0x3a) return WRONG;
      at++;
      state = VALUE;
      continue;
    } else if (state == DONE) return WRONG;

    if (byte == 0x7d || byte == 0x5d) {
      if (state == VALUE || state == KEY || open == 0) return WRONG;
      if (load<u8>(open) != (byte == 0x7d ? OBJECT : ARRAY)) return WRONG;
      at++;
      const outer = load<i32>(open, 8);
      store<i32>(open, at, 8);
      store<i32>(open, (token - tape) >> 4, 12);
      open = outer;
      state = open == 0 ? DONE : NEXT;
      continue;
    }
    if (state == NEXT) return WRONG;

    if (token + 16 > tapeEnd) return TAPE_FULL;
    store<i32>(token, at, 4);

    if (byte == 0x22) {
      const isKey = state == KEY || state == FIRST_KEY;
      partStringAt = 0;
      const problem = scanString(at + 1);
      if (problem != 0) return problem >= end ? incomplete(at, token, open, state) : WRONG;
      if (isKey) store<i32>(open, load<i32>(open) | keyMark(at + 1));
      store<i32>(token, stringFlags | (stringWord << WORD_SHIFT));
      lineFlags |= stringFlags & ~KIND_MASK;
      at = stringEnd;
      store<i32>(token, at, 8);
      store<i32>(token, stringChars, 12);
      token += 16;
      state = isKey ? COLON : open == 0 ? DONE : NEXT;
      continue;
    }
    if (state == KEY || state == FIRST_KEY) return WRONG;

    if (byte == 0x7b || byte == 0x5b) {
      store<i32>(token, byte == 0x7b ? OBJECT : ARRAY);
      store<i32>(token, open, 8);
      open = token;
      token += 16;
      at++;
      state = byte == 0x7b ? FIRST_KEY : FIRST_ITEM;
      continue;
    }

    store<i32>(token, 0, 12);
    if (byte == 0x74 || byte == 0x66 || byte == 0x6e) {
      const word = load<u32>(at);
      if (word == 0x65757274) {
        store<i32>(token, TRUE);
        at += 4;
      } else if (word == 0x6c6c756e) {
        store<i32>(token, NULL);
        at += 4;
      } else if (word == 0x736c6166 && load<u8>(at, 4) == 0x65) {
        store<i32>(token, FALSE);
        at += 5;
      } else {
        // Letters up to the end may still become a word.
        let last = at;
        while (load<u8>(last) >= 0x61 && load<u8>(last) <= 0x7a) last++;
        partStringAt = 0;
        return last >= end ? incomplete(at, token, open, state) : WRONG;
      }
    } else {
      const stop = scanNumber(at);
      if (stop < 0 && -stop < end) return WRONG;
      if (stop < 0 || stop >= end) {
        partStringAt = 0;
        return incomplete(at, token, open, state);
      }
      store<i32>(token, NUMBER);
      at = stop;
    }
    store<i32>(token, at, 8);
    token += 16;
    state = open == 0 ? DONE : NEXT;
  }
  return WRONG;
}

/** Leaves a scan where it is. */
function incomplete(at: i32, token: i32, open: i32, state: i32): i32 {
  partAt = at;
  partEnd = token;
  partOpen = open;
  partState = state;
  return INCOMPLETE;
}

/** As in tape.ts: the mark of the key scanned last, which begins at `from`. */
function keyMark(from: i32): i32 {
  if (stringFlags != STRING || stringChars == 0) return ANY_KEY;
  const first = <i32>load<u8>(from);
  const last = <i32>load<u8>(from + stringChars - 1);
  return 1 << (8 + ((7 * stringChars + 5 * first + 4 * last) % 24));
}

/**
 * Scans the string whose first character is at `from`. Gives 0, or the place of what is wrong.
 *
 * Most strings are words of a few characters, or long texts with an escape in every line: sixteen bytes
 * are looked at first, then sixty-four at a time, in which the usual escapes are only counted.
 */
function scanString(from: i32): i32 {
  const start = v128.load(from);
  const firstMask = i8x16.bitmask(v128.or(isEdge(start), isOutside(start)));
  if (firstMask != 0) {
    const length = <i32>ctz(firstMask);
    if (load<u8>(from + length) == 0x22) {
      stringWord = wordAt(start, length);
      return endString(from, from + length, 0, STRING);
    }
  }
  stringWord = 0;
  let at = from;
  let flags = STRING;
  let surplus: i32 = 0; // bytes that are no UTF-16 unit of their own

  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const special = bits(isSpecial(a), isSpecial(b), isSpecial(c), isSpecial(d));
    if (special == 0) {
      at += 64;
      continue;
    }
    const backslashes = bits(
      isByte(a, 0x5c),
      isByte(b, 0x5c),
      isByte(c, 0x5c),
      isByte(d, 0x5c),
    );
    let stops = special;
    let escapes: u64 = 0; // the backslashes that escape what follows
    let escaped: u64 = 0; // what follows them
    if (backslashes != 0) {
      const usual = bits(isUsual(a), isUsual(b), isUsual(c), isUsual(d));
      // In a row of backslashes every second one is escaped (simdjson, "find_escaped").
      const ends = (((backslashes << 1) | ODD_BITS) - backslashes) ^ ODD_BITS;
      escapes = ends & backslashes;
      escaped = ends ^ backslashes;
      stops = (special & ~backslashes & ~escaped) | (escaped & ~usual);
    }

    if (stops == 0) {
      // An escape that the block cuts in two is left to the next.
      const whole = escapes >> 63 == 0 ? 64 : 63;
      surplus += <i32>popcnt(escapes << 1);
      flags |= ESCAPED;
      at += whole;
      continue;
    }
    let stop = ctz(stops);
    if (((escaped >> stop) & 1) != 0) stop--;
    const before = escapes & ((<u64>1 << stop) - 1);
    if (before != 0) {
      surplus += <i32>popcnt(before);
      flags |= ESCAPED;
    }
    at += <i32>stop;

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
      } else if (byte < 0x20) return at;
      else break;
    }
  }
  return at;
}

/**
 * Words that are known, by their hash: slots of 32 bytes for each, its bytes and zeros after them, and its
 * number. A slot that is all zero is free.
 */
const WORDS: i32 = 8192;
const WORD_SLOTS: i32 = 1024;
const SLOT_SHIFT: i32 = 5;

/** Makes a word known, of 16 bytes at most. */
export function addWord(from: i32, length: i32, number: i32): void {
  const word = wordOf(v128.load(from), length);
  let slot = slotOf(word);
  while (v128.any_true(v128.load(slot))) slot = slotAfter(slot);
  v128.store(slot, word);
  store<i32>(slot, number, 16);
}

/** The number of the word that is the first `length` of these bytes; 0 if it is not known. */
@inline
function wordAt(bytes: v128, length: i32): i32 {
  const word = wordOf(bytes, length);
  let slot = slotOf(word);
  while (true) {
    const known = v128.load(slot);
    if (!v128.any_true(v128.xor(known, word))) return load<i32>(slot, 16);
    if (!v128.any_true(known)) return 0;
    slot = slotAfter(slot);
  }
}

/** The first `length` of sixteen bytes, the others zero. */
@inline
function wordOf(bytes: v128, length: i32): v128 {
  const places = v128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(bytes, i8x16.lt_u(places, i8x16.splat(<i8>length)));
}

@inline
function slotOf(word: v128): i32 {
  const sum = i64x2.extract_lane(word, 0) ^ i64x2.extract_lane(word, 1);
  const hash = <i32>((sum * 0x9e3779b97f4a7c15) >>> 54);
  return WORDS + (hash << SLOT_SHIFT);
}

@inline
function slotAfter(slot: i32): i32 {
  const next = slot + (1 << SLOT_SHIFT);
  return next == WORDS + (WORD_SLOTS << SLOT_SHIFT) ? WORDS : next;
}

/** Every second bit, from the second on. */
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

function endString(from: i32, end: i32, surplus: i32, flags: i32): i32 {
  stringEnd = end + 1;
  stringChars = end - from - surplus;
  stringFlags = flags;
  return 0;
}

@inline
function isByte(bytes: v128, byte: i8): v128 {
  return i8x16.eq(bytes, i8x16.splat(byte));
}

/** Quotes and backslashes. */
@inline
function isEdge(bytes: v128): v128 {
  return v128.or(isByte(bytes, 0x22), isByte(bytes, 0x5c));
}

/** Control characters, and bytes beyond ASCII: as signed numbers those are below the space too. */
@inline
function isOutside(bytes: v128): v128 {
  return i8x16.lt_s(bytes, i8x16.splat(0x20));
}

/** Whether a byte ends a run of plain text. */
@inline
function isSpecial(bytes: v128): v128 {
  return v128.or(isEdge(bytes), isOutside(bytes));
}

/** Whether a byte is one that follows the backslash in most escapes: a quote, a backslash, n or t. */
@inline
function isUsual(bytes: v128): v128 {
  return v128.or(isEdge(bytes), v128.or(isByte(bytes, 0x6e), isByte(bytes, 0x74)));
}

/** One bit for each of 64 bytes. */
@inline
function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(a)) |
    (<u64>(<u32>i8x16.bitmask(b)) << 16) |
    (<u64>(<u32>i8x16.bitmask(c)) << 32) |
    (<u64>(<u32>i8x16.bitmask(d)) << 48)
  );
}

/** The length of the escape at `at`, or minus how far on it is wrong. */
function escapeLength(at: i32): i32 {
  const letter = <i32>load<u8>(at, 1);
  if (letter == 0x6e || letter == 0x22 || letter == 0x5c || letter == 0x74) return 2;
  if (letter == 0x2f || letter == 0x62 || letter == 0x66 || letter == 0x72) return 2;
  if (letter != 0x75) return -1;
  for (let k = 2; k < 6; k++) if (hexDigit(<i32>load<u8>(at + k)) < 0) return -k;
  return 6;
}

/** As in scan-string.ts: the length of a UTF-8 sequence, or minus that of its valid start. */
function sequenceLength(at: i32, lead: i32): i32 {
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const second = <i32>load<u8>(at, 1);
  if (lead < 0xe0) return (second & 0xc0) == 0x80 ? 2 : -1;
  let low: i32 = 0x80;
  let high: i32 = 0xbf;
  if (lead == 0xe0) low = 0xa0;
  else if (lead == 0xed) high = 0x9f;
  else if (lead == 0xf0) low = 0x90;
  else if (lead == 0xf4) high = 0x8f;
  if (second < low || second > high) return -1;
  if ((load<u8>(at, 2) & 0xc0) != 0x80) return -2;
  if (lead < 0xf0) return 3;
  return (load<u8>(at, 3) & 0xc0) == 0x80 ? 4 : -3;
}

function hexDigit(byte: i32): i32 {
  const digit = byte - 0x30;
  if (<u32>digit < 10) return digit;
  const letter = (byte | 0x20) - 0x61;
  return <u32>letter < 6 ? letter + 10 : -1;
}

/** Whether four hexadecimal digits are a letter, a digit or an underscore of ASCII. */
function isWord(at: i32): bool {
  if (load<u16>(at) != 0x3030) return false;
  const unit = (hexDigit(<i32>load<u8>(at + 2)) << 4) | hexDigit(<i32>load<u8>(at + 3));
  const letter = unit | 0x20;
  return (
    (unit >= 0x30 && unit <= 0x39) || unit == 0x5f || (unit < 0x80 && letter >= 0x61 && letter <= 0x7a)
  );
}

/** The end of the number at `from`, or minus the place where a digit is missing. */
function scanNumber(from: i32): i32 {
  let at = from;
  if (load<u8>(at) == 0x2d) at++;
  if (load<u8>(at) == 0x30) at++;
  else {
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  if (load<u8>(at) == 0x2e) {
    at++;
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    const sign = load<u8>(at);
    if (sign == 0x2b || sign == 0x2d) at++;
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  return at;
}

function isDigit(at: i32): bool {
  return <u32>load<u8>(at) - 0x30 < 10;
}

/**
 * The place of `needle[0, length)` in `[start, end)`, or -1. Looks for its first and its last byte at
 * once, sixteen places at a time, and where there are neither, sixty-four.
 */
export function find(start: i32, end: i32, needle: i32, length: i32): i32 {
  const first = i8x16.splat(load<i8>(needle));
  const last = i8x16.splat(load<i8>(needle + length - 1));
  const stop = end - length;
  const reach = length - 1;
  for (let at = start; at <= stop; at += 16) {
    while (at + 64 <= stop) {
      const a = v128.and(
        i8x16.eq(v128.load(at), first),
        i8x16.eq(v128.load(at + reach), last),
      );
      const b = v128.and(
        i8x16.eq(v128.load(at, 16), first),
        i8x16.eq(v128.load(at + reach, 16), last),
      );
      const c = v128.and(
        i8x16.eq(v128.load(at, 32), first),
        i8x16.eq(v128.load(at + reach, 32), last),
      );
      const d = v128.and(
        i8x16.eq(v128.load(at, 48), first),
        i8x16.eq(v128.load(at + reach, 48), last),
      );
      if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) break;
      at += 64;
    }
    const both = v128.and(
      i8x16.eq(v128.load(at), first),
      i8x16.eq(v128.load(at + reach), last),
    );
    let mask = i8x16.bitmask(both);
    while (mask != 0) {
      const place = at + <i32>ctz(mask);
      if (place <= stop && memory.compare(place, needle, length) == 0) return place;
      mask &= mask - 1;
    }
  }
  return -1;
}
