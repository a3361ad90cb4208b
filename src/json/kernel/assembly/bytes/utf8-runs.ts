/**
 * Skips text beyond ASCII in a string, sixty-four bytes at a time, in AssemblyScript. UTF-8 is validated by
 * three lookups for each byte, as simdjson does: J. Keiser, D. Lemire, "Validating UTF-8 in less than one
 * instruction per byte", 2021.
 */
import { bits, isByte, isEdge } from "./bytes";
import { areShifted, escapeEnds, isNotPlain, isLetterOfTwo, sumOf } from "./string-runs";

/** Of the bytes skipped last, how many are no UTF-16 unit of their own, and whether there were escapes. */
export let passedSurplus: i32 = 0;
export let passedEscapes: bool = false;

/**
 * Blocks whose surplus fits in one signed byte for each of sixteen positions, with four counts in a block.
 */
const MOST_BLOCKS: i32 = 31;

/**
 * Skips blocks from `from` on, where a character begins, as long as they hold only what `passPairs` skips and
 * valid UTF-8. Returns the start of a character that was not skipped: the first of the block with something
 * else, or the one that crosses into it.
 */
export function passUtf8(from: i32): i32 {
  let at = from;
  let surplus: i32 = 0;
  let counts = i8x16.splat(0);
  let rounds: i32 = 0;
  let last = i8x16.splat(0);
  let lastClass = i8x16.splat(TOO_LONG);
  let lastBack = i8x16.splat(0);
  let backslashes = i8x16.splat(0);
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const backA = isByte(a, 0x5c);
    const backB = isByte(b, 0x5c);
    const backC = isByte(c, 0x5c);
    const backD = isByte(d, 0x5c);
    const ends = v128.or(
      v128.or(isNotPlain(a, areShifted(backA, lastBack)), isNotPlain(b, areShifted(backB, backA))),
      v128.or(isNotPlain(c, areShifted(backC, backB)), isNotPlain(d, areShifted(backD, backC))),
    );
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
    const all = v128.or(v128.or(v128.or(a, b), v128.or(c, d)), last);
    const wrong = v128.or(ends, isControl(least));
    if (i8x16.bitmask(all) == 0) {
      if (v128.any_true(wrong)) break;
      lastClass = i8x16.splat(TOO_LONG);
    } else {
      const pairs = areNotUtf8(a, b, c, d, last, lastClass);
      if (v128.any_true(v128.or(wrong, pairs))) break;
      counts = i8x16.add(counts, i8x16.add(surplusOf(a), surplusOf(b)));
      counts = i8x16.add(counts, i8x16.add(surplusOf(c), surplusOf(d)));
      lastClass = classOf(d);
    }
    const backs = i8x16.add(i8x16.add(backA, backB), i8x16.add(backC, backD));
    counts = i8x16.sub(counts, backs);
    backslashes = v128.or(backslashes, backs);
    last = d;
    lastBack = backD;
    at += 64;
    if (++rounds == MOST_BLOCKS) {
      surplus += sumOf(counts);
      counts = i8x16.splat(0);
      rounds = 0;
    }
  }
  passedSurplus = surplus + sumOf(counts);
  passedEscapes = v128.any_true(backslashes);
  return at > from ? beginOfLast(at) : at;
}

/** The same for texts that also have other escapes of two bytes: skips what `passEscapes` skips, and UTF-8. */
export function passUtf8Escapes(from: i32): i32 {
  let at = from;
  let surplus: i32 = 0;
  let hasEscapes = false;
  let last = i8x16.splat(0);
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const edges = bits(isEdge(a), isEdge(b), isEdge(c), isEdge(d));
    let whole: i32 = 64;
    let more: i32 = 0;
    if (edges != 0) {
      const backslashes = bits(isByte(a, 0x5c), isByte(b, 0x5c), isByte(c, 0x5c), isByte(d, 0x5c));
      const letters = bits(isLetterOfTwo(a), isLetterOfTwo(b), isLetterOfTwo(c), isLetterOfTwo(d));
      const ends = escapeEnds(backslashes);
      const escaped = ends ^ backslashes;
      if (((edges & ~backslashes & ~escaped) | (escaped & ~letters)) != 0) break;
      // An escape across two blocks is left to the second.
      const escapes = ends & backslashes;
      if (escapes >> 63 != 0) whole = 63;
      more = <i32>popcnt(escapes << 1);
    }
    let wrong = isControl(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)));
    if (i8x16.bitmask(v128.or(v128.or(v128.or(a, b), v128.or(c, d)), last)) != 0) {
      wrong = v128.or(wrong, areNotUtf8(a, b, c, d, last, classOf(last)));
      const counts = i8x16.add(surplusOf(a), surplusOf(b));
      more += sumOf(i8x16.add(counts, i8x16.add(surplusOf(c), surplusOf(d))));
    }
    if (v128.any_true(wrong)) break;
    surplus += more;
    hasEscapes = hasEscapes || edges != 0;
    at += whole;
    last = v128.load(at - 16);
  }
  passedSurplus = surplus;
  passedEscapes = hasEscapes;
  return at > from ? beginOfLastCharacter(at) : at;
}

/** The start of the character or escape that may cross `at`. */
function beginOfLast(at: i32): i32 {
  if (load<u8>(at - 1) != 0x5c) return beginOfLastCharacter(at);
  passedSurplus--;
  return at - 1;
}

/** The start of the character that may cross `at`. */
function beginOfLastCharacter(at: i32): i32 {
  const one = <i32>load<u8>(at - 1);
  if (one < 0x80) return at;
  if (one >= 0xf0) passedSurplus++;
  if (one >= 0xc0) return at - 1;
  const two = <i32>load<u8>(at - 2);
  if (two >= 0xe0) {
    passedSurplus -= two >= 0xf0 ? 0 : 1;
    return at - 2;
  }
  if (two >= 0xc0 || load<u8>(at - 3) < 0xf0) return at;
  passedSurplus--;
  return at - 3;
}

@inline
function isControl(bytes: v128): v128 {
  return i8x16.eq(v128.and(bytes, i8x16.splat(<i8>0xe0)), i8x16.splat(0));
}

/**
 * The bytes of a character after its first, minus one for a character of four bytes, which is two UTF-16
 * units.
 */
@inline
function surplusOf(bytes: v128): v128 {
  const isAfterFirst = i8x16.lt_s(bytes, i8x16.splat(-64));
  return i8x16.sub(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)), isAfterFirst);
}

// The errors in two consecutive bytes, a bit for each.
const TOO_SHORT: i8 = 1;
const TOO_LONG: i8 = 2;
const OVERLONG_3: i8 = 4;
const TOO_LARGE: i8 = 8;
const SURROGATE: i8 = 16;
const OVERLONG_2: i8 = 32;
const TOO_LARGE_1000: i8 = 64;
const OVERLONG_4: i8 = 64;
const TWO_AFTER: i8 = -128;
const CARRY: i8 = TOO_SHORT | TOO_LONG | TWO_AFTER;
const LARGE: i8 = CARRY | TOO_LARGE | TOO_LARGE_1000;
const LATER: i8 = TOO_LONG | OVERLONG_2 | TWO_AFTER;

/** Marks errors in sixty-four bytes, given the sixteen bytes before them and the classes of these: not zero there. */
@inline
function areNotUtf8(a: v128, b: v128, c: v128, d: v128, before: v128, classesBefore: v128): v128 {
  const classA = classOf(a);
  const classB = classOf(b);
  const classC = classOf(c);
  return v128.or(
    v128.or(isNotUtf8(a, before, classA, classesBefore), isNotUtf8(b, a, classB, classA)),
    v128.or(isNotUtf8(c, b, classC, classB), isNotUtf8(d, c, classOf(d), classC)),
  );
}

/** The errors that a byte may have as the first of two, by both its halves. */
@inline
function classOf(bytes: v128): v128 {
  // prettier-ignore
  const firstHigh = i8x16(
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
    TWO_AFTER, TWO_AFTER, TWO_AFTER, TWO_AFTER,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
  );
  // prettier-ignore
  const firstLow = i8x16(
    CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY,
    CARRY | TOO_LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE,
    CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE, LARGE, LARGE,
  );
  return v128.and(
    i8x16.swizzle(firstHigh, highHalf(bytes)),
    i8x16.swizzle(firstLow, v128.and(bytes, i8x16.splat(15))),
  );
}

/** The upper half of each byte; V8 is slow at shifts of single bytes. */
@inline
function highHalf(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
}

/** Marks bytes that may not follow the bytes before them, given the classes of both: not zero there. */
@inline
function isNotUtf8(bytes: v128, before: v128, classes: v128, classesBefore: v128): v128 {
  // prettier-ignore
  const secondHigh = i8x16(
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    LATER | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, LATER | OVERLONG_3 | TOO_LARGE,
    LATER | SURROGATE | TOO_LARGE, LATER | SURROGATE | TOO_LARGE,
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
  );
  const pairs = v128.and(
    areShifted(classes, classesBefore),
    i8x16.swizzle(secondHigh, highHalf(bytes)),
  );
  const two = i8x16.shuffle(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const three = i8x16.shuffle(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const isThird = i8x16.sub_sat_u(two, i8x16.splat(0x60));
  const isFourth = i8x16.sub_sat_u(three, i8x16.splat(0x70));
  const must = v128.and(v128.or(isThird, isFourth), i8x16.splat(<i8>0x80));
  return v128.xor(must, pairs);
}
