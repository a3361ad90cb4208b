/**
 * Skips plain text in a string, thirty-two bytes at a time, in AssemblyScript: with sixty-four, V8 keeps half of the
 * values in memory, which takes longer than the loop.
 */
import { bits32, isByte, isFrom, isOutside } from "./bytes";

/** Of the bytes skipped last, how many are no UTF-16 unit of their own. */
export let passed: i32 = 0;

/** Every second bit, from the second on. */
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

/**
 * Skips plain bytes and the escapes `\n`, `\t` and `\"`, from `from` on. Most texts have only these, which
 * are counted without branches. Returns the first byte after them, such as another escape.
 */
export function passPairs(from: i32): i32 {
  let at = from;
  let count: i32 = 0;
  let before = i8x16.splat(0);
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const backA = isByte(a, 0x5c);
    const backB = isByte(b, 0x5c);
    const endA = v128.or(isOutside(a), isNotPlain(a, areShifted(backA, before)));
    const endB = v128.or(isOutside(b), isNotPlain(b, areShifted(backB, backA)));
    const ends = bits32(endA, endB);
    const backs = bits32(backA, backB);
    if (ends != 0) {
      const stop = <i32>ctz(ends);
      count += <i32>popcnt(backs & ((<u32>1 << stop) - 1));
      at += stop;
      // Stops before an unusual escape.
      if (at > from && load<u8>(at - 1) == 0x5c) {
        at--;
        count--;
      }
      passed = count;
      return at;
    }
    before = backB;
    count += <i32>popcnt(backs);
    at += 32;
  }
  return at;
}

/** The same for texts that also have other escapes, which takes twice as long. Skips none that spells a word. */
export function passEscapes(from: i32): i32 {
  let at = from;
  let count: i32 = 0;
  let isEscaped: u64 = 0; // whether the first byte of the block is
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const ends = bits32(
      v128.or(isOutside(a), isByte(a, 0x22)),
      v128.or(isOutside(b), isByte(b, 0x22)),
    );
    const letters = bits32(isLetterOfTwo(a), isLetterOfTwo(b));
    const marks = escapedBy(bits32(isByte(a, 0x5c), isByte(b, 0x5c)), isEscaped);
    const escaped = <u32>marks;
    const others = escaped & ~letters;
    const spelled = others == 0 ? 0 : others & spelledOut(a, b, v128.load(at, 32));
    const wrong = (ends & ~escaped) | (others & ~spelled);
    if (wrong != 0) {
      const stop = <i32>ctz(wrong);
      const before = (<u32>1 << stop) - 1;
      passed = count + <i32>popcnt(escaped & before) + (<i32>popcnt(spelled & before) << 2);
      return at + stop - <i32>((escaped >> stop) & 1);
    }
    count += <i32>popcnt(escaped) + (<i32>popcnt(spelled) << 2);
    isEscaped = marks >> 32;
    at += 32;
  }
  return at;
}

/** Marks each u in a and b that has four hexadecimal digits after it, which spell no letter, digit or underscore. */
function spelledOut(a: v128, b: v128, c: v128): u32 {
  const digits = bits48(isHex(a), isHex(b), isHex(c));
  const twos = digits & (digits >> 1);
  const spelled = bits32(isByte(a, 0x75), isByte(b, 0x75)) & <u32>((twos & (twos >> 2)) >> 1);
  const zeros = bits48(isByte(a, 0x30), isByte(b, 0x30), isByte(c, 0x30));
  const first = spelled & <u32>((zeros >> 1) & (zeros >> 2));
  if (first == 0) return spelled;
  const threes = bits48(isByte(a, 0x33), isByte(b, 0x33), isByte(c, 0x33));
  const decimals = bits48(isFrom(a, 0x30, 10), isFrom(b, 0x30, 10), isFrom(c, 0x30, 10));
  const sections = bits48(isFrom(a, 0x34, 4), isFrom(b, 0x34, 4), isFrom(c, 0x34, 4));
  const words = (sections >> 3) | ((threes >> 3) & (decimals >> 4));
  return spelled & ~(first & <u32>words);
}

@inline
function bits48(a: v128, b: v128, c: v128): u64 {
  return <u64>bits32(a, b) | (<u64>i8x16.bitmask(c) << 32);
}

@inline
function isHex(bytes: v128): v128 {
  return v128.or(isFrom(bytes, 0x30, 10), isFrom(v128.or(bytes, i8x16.splat(0x20)), 0x61, 6));
}

/**
 * Marks the bytes of a block that are escaped, and the one after it. `isEscaped` is the mark of the first one. Of a run
 * of backslashes, the first and every second one after it escape the next byte (simdjson, "find_escaped").
 */
@inline
export function escapedBy(backslashes: u32, isEscaped: u64): u64 {
  const first = <u64>backslashes & ~isEscaped;
  return ((((first << 1) | ODD_BITS) - first) ^ ODD_BITS ^ first) | isEscaped;
}

/** Whether the byte before each of these is marked: `before` are the marks of the sixteen bytes before. */
@inline
export function areShifted(these: v128, before: v128): v128 {
  return i8x16.shuffle(before, these, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

/**
 * Whether a byte ends what `passPairs` skips, given the marks of bytes after a backslash: an unmarked quote,
 * or a marked byte of another letter.
 */
@inline
function isNotPlain(bytes: v128, escaped: v128): v128 {
  const letters = v128.or(isByte(bytes, 0x6e), isByte(bytes, 0x74));
  return v128.andnot(v128.xor(isByte(bytes, 0x22), escaped), letters);
}

/** Whether a byte is one that follows the backslash in an escape of two bytes: one of `"\/bfnrt`. */
@inline
function isLetterOfTwo(bytes: v128): v128 {
  // By their lower halves, but for b and r, which differ in one bit; -1 is no byte with the lower half 0.
  // prettier-ignore
  const letters = i8x16(-1, 0, 0x22, 0, 0x74, 0, 0x66, 0, 0, 0, 0, 0, 0x5c, 0, 0x6e, 0x2f);
  const others = i8x16.swizzle(letters, v128.and(bytes, i8x16.splat(15)));
  return v128.or(i8x16.eq(bytes, others), isByte(v128.and(bytes, i8x16.splat(<i8>0xef)), 0x62));
}
