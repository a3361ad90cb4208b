/** Skips plain text in a string, sixty-four bytes at a time, in AssemblyScript. */
import { bits, isByte, isFrom, isOutside, isSpecial } from "./bytes";

/** Of the bytes skipped last, how many are no UTF-16 unit of their own. */
export let passed: i32 = 0;

/** Blocks whose escapes fit in one signed byte for each of sixteen positions, with four counts in a block. */
const MOST_BLOCKS: i32 = 31;

/** A backslash and a u. */
const SPELLED: i32 = 0x755c;

/** Every second bit, from the second on. */
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

/**
 * Skips plain bytes and the escapes `\n`, `\t` and `\"`, from `from` on. Most texts have only these, which
 * are counted without branches. Returns the first byte after them, such as another escape.
 */
export function passPairs(from: i32): i32 {
  let at = from;
  let count: i32 = 0;
  let pairs = i8x16.splat(0);
  let rounds: i32 = 0;
  let before = i8x16.splat(0);
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const backA = isByte(a, 0x5c);
    const backB = isByte(b, 0x5c);
    const backC = isByte(c, 0x5c);
    const backD = isByte(d, 0x5c);
    const endA = v128.or(isOutside(a), isNotPlain(a, areShifted(backA, before)));
    const endB = v128.or(isOutside(b), isNotPlain(b, areShifted(backB, backA)));
    const endC = v128.or(isOutside(c), isNotPlain(c, areShifted(backC, backB)));
    const endD = v128.or(isOutside(d), isNotPlain(d, areShifted(backD, backC)));
    if (v128.any_true(v128.or(v128.or(endA, endB), v128.or(endC, endD)))) {
      const stop = <i32>ctz(bits(endA, endB, endC, endD));
      count += sumOf(pairs);
      count += <i32>popcnt(bits(backA, backB, backC, backD) & ((<u64>1 << stop) - 1));
      at += stop;
      // Stops before an unusual escape.
      if (at > from && load<u8>(at - 1) == 0x5c) {
        at--;
        count--;
      }
      passed = count;
      return at;
    }
    before = backD;
    pairs = i8x16.sub(pairs, i8x16.add(i8x16.add(backA, backB), i8x16.add(backC, backD)));
    at += 64;
    if (++rounds == MOST_BLOCKS) {
      count += sumOf(pairs);
      pairs = i8x16.splat(0);
      rounds = 0;
    }
  }
  return at;
}

/** The same for texts that also have other escapes, which takes twice as long. Skips none that spells a word. */
export function passEscapes(from: i32): i32 {
  let at = from;
  let count: i32 = 0;
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    let stops = bits(isSpecial(a), isSpecial(b), isSpecial(c), isSpecial(d));
    if (stops == 0) {
      at += 64;
      continue;
    }
    const backslashes = bits(
      isByte(a, 0x5c),
      isByte(b, 0x5c),
      isByte(c, 0x5c),
      isByte(d, 0x5c),
    );
    let escapes: u64 = 0; // the backslashes that escape the next byte
    let escaped: u64 = 0; // the bytes that they escape
    let spelled: u64 = 0; // those before four digits
    if (backslashes != 0) {
      const ends = escapeEnds(backslashes);
      escapes = ends & backslashes;
      escaped = ends ^ backslashes;
      const others =
        escaped & ~bits(isLetterOfTwo(a), isLetterOfTwo(b), isLetterOfTwo(c), isLetterOfTwo(d));
      if (others != 0) spelled = others & spelledOut(a, b, c, d);
      stops = (stops & ~backslashes & ~escaped) | (others & ~spelled);
    }

    if (stops == 0) {
      // An escape across two blocks is left to the second.
      const whole = escapes >> 63 == 0 ? 64 : 63;
      count += <i32>popcnt(escapes << 1) + (<i32>popcnt(spelled) << 2);
      at += whole;
      continue;
    }
    let stop = ctz(stops);
    if (((escaped >> stop) & 1) != 0) stop--;
    const before = (<u64>1 << stop) - 1;
    count += <i32>popcnt(escapes & before) + (<i32>popcnt(spelled & before) << 2);
    at += <i32>stop;
    if (stop > 0 && load<u16>(at) == SPELLED) continue; // Its digits may be in the next block.
    passed = count;
    return at;
  }
  return at;
}

/** Marks each u with four hexadecimal digits after it, in the same block, that spell no letter, digit or underscore. */
function spelledOut(a: v128, b: v128, c: v128, d: v128): u64 {
  const digits = bits(isHex(a), isHex(b), isHex(c), isHex(d));
  const zeros = bits(isByte(a, 0x30), isByte(b, 0x30), isByte(c, 0x30), isByte(d, 0x30));
  const threes = bits(isByte(a, 0x33), isByte(b, 0x33), isByte(c, 0x33), isByte(d, 0x33));
  const decimals = bits(isFrom(a, 0x30, 10), isFrom(b, 0x30, 10), isFrom(c, 0x30, 10), isFrom(d, 0x30, 10));
  const sections = bits(isFrom(a, 0x34, 4), isFrom(b, 0x34, 4), isFrom(c, 0x34, 4), isFrom(d, 0x34, 4));
  const words = (zeros >> 1) & (zeros >> 2) & ((sections >> 3) | ((threes >> 3) & (decimals >> 4)));
  const us = bits(isByte(a, 0x75), isByte(b, 0x75), isByte(c, 0x75), isByte(d, 0x75));
  return us & (digits >> 1) & (digits >> 2) & (digits >> 3) & (digits >> 4) & ~words;
}

@inline
function isHex(bytes: v128): v128 {
  return v128.or(isFrom(bytes, 0x30, 10), isFrom(v128.or(bytes, i8x16.splat(0x20)), 0x61, 6));
}

/**
 * Marks the backslashes that escape the next byte, which in a run are the first and every second one after
 * it; and the byte after the run if its last one escapes it. The other backslashes are escaped themselves
 * (simdjson, "find_escaped").
 */
@inline
export function escapeEnds(backslashes: u64): u64 {
  return (((backslashes << 1) | ODD_BITS) - backslashes) ^ ODD_BITS;
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
export function isNotPlain(bytes: v128, escaped: v128): v128 {
  const letters = v128.or(isByte(bytes, 0x6e), isByte(bytes, 0x74));
  return v128.andnot(v128.xor(isByte(bytes, 0x22), escaped), letters);
}

/** The sum of sixteen signed counts. */
@inline
export function sumOf(counts: v128): i32 {
  const fours = i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(counts));
  const twos = i64x2.add(i64x2.extend_low_i32x4_s(fours), i64x2.extend_high_i32x4_s(fours));
  return <i32>(i64x2.extract_lane(twos, 0) + i64x2.extract_lane(twos, 1));
}

/** Whether a byte is one that follows the backslash in an escape of two bytes: one of `"\/bfnrt`. */
@inline
export function isLetterOfTwo(bytes: v128): v128 {
  // By their lower halves, but for b and r, which differ in one bit; -1 is no byte with the lower half 0.
  // prettier-ignore
  const letters = i8x16(-1, 0, 0x22, 0, 0x74, 0, 0x66, 0, 0, 0, 0, 0, 0x5c, 0, 0x6e, 0x2f);
  const others = i8x16.swizzle(letters, v128.and(bytes, i8x16.splat(15)));
  return v128.or(i8x16.eq(bytes, others), isByte(v128.and(bytes, i8x16.splat(<i8>0xef)), 0x62));
}
