/**
 * Skips text beyond ASCII in a string, in AssemblyScript. UTF-8 is validated by three lookups for each byte, as
 * simdjson does: J. Keiser, D. Lemire, "Validating UTF-8 in less than one instruction per byte", 2021.
 */
import { bits32, isByte } from "./bytes";
import { sequenceLength } from "./characters";
import {
  AFTER_LEAD,
  AFTER_OTHERS,
  ANY,
  CONTROL,
  highHalf,
  isThird,
  LATER,
  lowHalf,
  NOT_SECOND,
  OVERLONG_2,
  OVERLONG_3,
  passedLater,
  passPlainUtf8,
  SURROGATE,
  TOO_SHORT,
} from "./plain-utf8";
import { areShifted, escapedBy } from "./string-runs";

/** Of the bytes skipped last, how many are no UTF-16 unit of their own, and whether there were escapes. */
export let passedSurplus: i32 = 0;
export let passedEscapes: bool = false;

/** After this number of blocks of ASCII, the next ones may be ASCII as well. */
const MOST_ASCII: i32 = 8;

/**
 * After `mostPlain` blocks without escapes, `passPlainUtf8` may be faster, though to begin takes it the time of eight
 * blocks. After texts in which it did not get far, it is tried less often.
 */
const FEWEST_PLAIN: i32 = 4;
const MOST_PLAIN: i32 = 64;
const FAR: i32 = 16 * 32;
let mostPlain: i32 = FEWEST_PLAIN;

/**
 * Skips valid UTF-8 and escapes of two bytes from `from` on, where a character begins. Returns the first byte that is
 * not skipped: of another character or escape, the quote at the end, or ASCII, which `passPairs` skips faster.
 */
export function passUtf8(from: i32): i32 {
  let at = from;
  let surplus: i32 = 0;
  let escapes: i32 = 0;
  let asciiBlocks: i32 = 0;
  let plainBlocks: i32 = 0;
  let last = i8x16.splat(0);
  let lastClass = i8x16.splat(AFTER_OTHERS);
  let isEscaped: u64 = 0; // whether the first byte of the block is
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const classA = classOf(a);
    const classB = classOf(b);
    const secondA = secondOf(a);
    const secondB = secondOf(b);
    const fourthA = isFourth(a, last);
    const fourthB = isFourth(b, a);
    const validA = isValid(v128.and(secondA, areShifted(classA, lastClass)), v128.or(isThird(a, last), fourthA));
    const validB = isValid(v128.and(secondB, areShifted(classB, classA)), v128.or(isThird(b, a), fourthB));
    const plain = bits32(v128.andnot(validA, isByte(a, 0x22)), v128.andnot(validB, isByte(b, 0x22)));
    const letters = bits32(v128.andnot(validA, isNoLetter(a, secondA)), v128.andnot(validB, isNoLetter(b, secondB)));
    const later = bits32(secondA, secondB);
    const fourths = bits32(fourthA, fourthB);
    const marks = escapedBy(bits32(isByte(a, 0x5c), isByte(b, 0x5c)), isEscaped);
    const escaped = <u32>marks;
    const wrong = ~((plain & ~escaped) | (letters & escaped));
    if (wrong != 0) {
      const stop = <i32>ctz(wrong);
      const before = (<u32>1 << stop) - 1;
      escapes += <i32>popcnt(escaped & before);
      surplus += <i32>(popcnt(later & before) - popcnt(fourths & before));
      at += stop - <i32>((escaped >> stop) & 1);
      break;
    }
    escapes += <i32>popcnt(escaped);
    surplus += <i32>(popcnt(later) - popcnt(fourths));
    isEscaped = marks >> 32;
    last = b;
    lastClass = classB;
    at += 32;
    asciiBlocks = later == 0 ? asciiBlocks + 1 : 0;
    if (asciiBlocks == MOST_ASCII) {
      at -= <i32>isEscaped;
      break;
    }
    plainBlocks = escaped == 0 ? plainBlocks + 1 : 0;
    if (plainBlocks == mostPlain) {
      at = passPlain(at);
      surplus += passedLater;
      last = v128.load(at - 16);
      lastClass = classOf(last);
      plainBlocks = 0;
    }
  }
  passedSurplus = surplus + escapes;
  passedEscapes = escapes != 0;
  return at > from ? beginOfLast(at) : at;
}

/** Skips blocks without escapes, and notes whether that was worth it. */
function passPlain(from: i32): i32 {
  const next = passPlainUtf8(from);
  mostPlain = next - from < FAR ? min(mostPlain << 1, MOST_PLAIN) : FEWEST_PLAIN;
  return next;
}

/** The start of the character before `at` if it is not valid, or goes on there. */
function beginOfLast(at: i32): i32 {
  let lead = at - 1;
  while ((load<u8>(lead) & 0xc0) == 0x80) lead--;
  const byte = <i32>load<u8>(lead);
  if (byte < 0x80) return at;
  const length = sequenceLength(lead, byte);
  if (length > 0 && lead + length <= at) return at;
  passedSurplus -= at - lead - 1;
  return lead;
}

// More errors in two consecutive bytes.
const TOO_LARGE: i8 = 8;
const TOO_LARGE_1000: i8 = 64;
const OVERLONG_4: i8 = 64;
const LARGE: i8 = ANY | TOO_LARGE | TOO_LARGE_1000;

// The upper halves of letters of escapes. ASCII as the second byte does not have the errors whose bits these are.
const HIGH_2: i8 = OVERLONG_3;
const HIGH_5: i8 = TOO_LARGE;
const HIGH_6: i8 = SURROGATE;
const HIGH_7: i8 = OVERLONG_2;

/** The errors that a byte may have as the first of two, by both its halves. */
@inline
function classOf(bytes: v128): v128 {
  // prettier-ignore
  const firstHigh = i8x16(
    AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS,
    AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS,
    AFTER_LEAD | OVERLONG_2, AFTER_LEAD, AFTER_LEAD | OVERLONG_3 | SURROGATE,
    AFTER_LEAD | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
  );
  // prettier-ignore
  const firstLow = i8x16(
    ANY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, ANY | OVERLONG_2, ANY, ANY,
    ANY | TOO_LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE,
    ANY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE, LARGE, LARGE,
  );
  return v128.and(i8x16.swizzle(firstHigh, highHalf(bytes)), i8x16.swizzle(firstLow, lowHalf(bytes)));
}

/** The same as the second of two, by its upper half; negative for later bytes of characters. */
@inline
function secondOf(bytes: v128): v128 {
  // prettier-ignore
  const secondHigh = i8x16(
    TOO_SHORT | CONTROL, TOO_SHORT | CONTROL, TOO_SHORT | HIGH_2, TOO_SHORT,
    TOO_SHORT, TOO_SHORT | HIGH_5, TOO_SHORT | HIGH_6, TOO_SHORT | HIGH_7,
    LATER | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, LATER | OVERLONG_3 | TOO_LARGE,
    LATER | SURROGATE | TOO_LARGE, LATER | SURROGATE | TOO_LARGE,
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
  );
  return i8x16.swizzle(secondHigh, highHalf(bytes));
}

/** Whether ASCII is none of `"\/bfnrt`, which follow a backslash in escapes of two bytes. */
@inline
function isNoLetter(bytes: v128, second: v128): v128 {
  // prettier-ignore
  const lows = i8x16(
    0, 0, HIGH_2 | HIGH_6 | HIGH_7, 0, HIGH_7, 0, HIGH_6, 0, 0, 0, 0, 0, HIGH_5, 0, HIGH_6, HIGH_2,
  );
  return i8x16.eq(v128.and(second, i8x16.swizzle(lows, lowHalf(bytes))), i8x16.splat(0));
}

/** Negative where the third byte before begins a character of four. */
@inline
function isFourth(bytes: v128, before: v128): v128 {
  const three = i8x16.shuffle(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  return i8x16.sub_sat_u(three, i8x16.splat(0x70));
}

/** Whether the errors of bytes and those before are none, but where a character goes on, which is negative. */
@inline
function isValid(errors: v128, goesOn: v128): v128 {
  return i8x16.eq(errors, v128.and(goesOn, i8x16.splat(NOT_SECOND)));
}
