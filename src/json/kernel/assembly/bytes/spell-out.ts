/** Decodes a JSON string to UTF-8, in AssemblyScript. */
import { BACKSLASH } from "./codes";

let at: i32 = 0;
let out: i32 = 0;
let isSpelledByChoice: bool = false;

/** Where decoding stopped. */
export function spelledTo(): i32 {
  return at;
}

/** Whether the string decoded last has an escape that leaves a choice: `\u` or `\/`. */
export function hasChoice(): bool {
  return isSpelledByChoice;
}

/**
 * Decodes the string between the quotes at `[start, end)`, all UTF-8, to `into`, up to the character with which its
 * text has `most` bytes; a lone surrogate becomes U+FFFD. Returns the length in bytes, which is at most that of the
 * string; up to 16 bytes more may be overwritten.
 */
export function spellOut(start: i32, end: i32, into: i32, most: i32): i32 {
  at = start;
  out = into;
  isSpelledByChoice = false;
  const stop = into + most;
  while (at < end && out < stop) {
    const block = v128.load(at);
    v128.store(out, block);
    let mask = i8x16.bitmask(i8x16.eq(block, i8x16.splat(<i8>BACKSLASH)));
    const size = min(16, min(end - at, stop - out));
    if (size < 16) mask &= (1 << size) - 1;
    if (mask == 0) {
      at += size;
      out += size;
      continue;
    }
    const before = <i32>ctz(mask);
    at += before;
    out += before;
    while (at < end && out < stop && load<u8>(at) == BACKSLASH) spellEscape(end);
  }
  return out - into;
}

function spellEscape(end: i32): void {
  const letter = <i32>load<u8>(at + 1);
  if (letter == 0x75 || letter == 0x2f) isSpelledByChoice = true;
  if (letter != 0x75) {
    store<u8>(out++, letterOf(letter));
    at += 2;
    return;
  }
  let unit = unitAt(at + 2);
  at += 6;
  if (unit >> 11 == 0x1b) {
    // A high surrogate: a low one follows, or it is lone.
    const other = unit < 0xdc00 && at < end && load<u16>(at) == 0x755c ? unitAt(at + 2) : 0;
    if (other >> 10 == 0x37) {
      at += 6;
      const point = 0x10000 + ((unit & 0x3ff) << 10) + (other & 0x3ff);
      store<u8>(out, 0xf0 | (point >> 18));
      store<u8>(out + 1, 0x80 | ((point >> 12) & 0x3f));
      store<u8>(out + 2, 0x80 | ((point >> 6) & 0x3f));
      store<u8>(out + 3, 0x80 | (point & 0x3f));
      out += 4;
      return;
    }
    unit = 0xfffd;
  }
  if (unit < 0x80) store<u8>(out++, unit);
  else if (unit < 0x800) {
    store<u8>(out, 0xc0 | (unit >> 6));
    store<u8>(out + 1, 0x80 | (unit & 0x3f));
    out += 2;
  } else {
    store<u8>(out, 0xe0 | (unit >> 12));
    store<u8>(out + 1, 0x80 | ((unit >> 6) & 0x3f));
    store<u8>(out + 2, 0x80 | (unit & 0x3f));
    out += 3;
  }
}

/** The character that an escape with a letter other than `u` spells. */
export function letterOf(letter: i32): i32 {
  if (letter == 0x6e) return 0x0a;
  if (letter == 0x74) return 0x09;
  if (letter == 0x72) return 0x0d;
  if (letter == 0x62) return 0x08;
  return letter == 0x66 ? 0x0c : letter;
}

/** The UTF-16 unit of four hexadecimal digits. */
export function unitAt(digits: i32): i32 {
  let unit: i32 = 0;
  for (let k = 0; k < 4; k++) {
    const digit = <i32>load<u8>(digits + k);
    unit = (unit << 4) | (digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x57);
  }
  return unit;
}
