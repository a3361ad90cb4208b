/**
 * Skips UTF-8 without escapes or characters of four bytes, in AssemblyScript: in two thirds of the time of `passUtf8`,
 * since the lookups that validate it also find quotes and backslashes.
 */
import { bits32 } from "./bytes";
import { areShifted } from "./string-runs";

/** Of the bytes skipped last, how many are later ones of characters. */
export let passedLater: i32 = 0;

/**
 * Skips blocks from `from` on, before which are sixteen bytes of valid UTF-8. Returns the first byte that is not
 * skipped: that of a block with an error, something else, or ASCII alone.
 */
export function passPlainUtf8(from: i32): i32 {
  let at = from;
  let count: i32 = 0;
  let last = v128.load(at - 16);
  let lastClass = classOf(last);
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const classA = classOf(a);
    const classB = classOf(b);
    const secondA = secondOf(a);
    const secondB = secondOf(b);
    const wrongA = isWrong(v128.and(secondA, areShifted(classA, lastClass)), isThird(a, last));
    const wrongB = isWrong(v128.and(secondB, areShifted(classB, classA)), isThird(b, a));
    const later = bits32(secondA, secondB);
    if (later == 0 || v128.any_true(v128.or(wrongA, wrongB))) break;
    count += <i32>popcnt(later);
    last = b;
    lastClass = classB;
    at += 32;
  }
  passedLater = count;
  // The last byte of the last block may be a quote or a backslash, which are found with the byte after them.
  return at > from && isEnd(load<u8>(at - 1)) ? at - 1 : at;
}

/** Not zero where the errors of bytes and those before are another than that a character goes on. */
@inline
function isWrong(errors: v128, goesOn: v128): v128 {
  return v128.xor(errors, v128.and(goesOn, i8x16.splat(NOT_SECOND)));
}

@inline
function isEnd(byte: u8): bool {
  return byte == 0x22 || byte == 0x5c;
}

// The errors in two consecutive bytes, a bit for each. The first byte alone is an error if it is a quote or a
// backslash.
export const TOO_SHORT: i8 = 1;
export const CONTROL: i8 = 2;
export const OVERLONG_3: i8 = 4;
const QUOTE: i8 = 8;
export const SURROGATE: i8 = 16;
export const OVERLONG_2: i8 = 32;
const BACKSLASH: i8 = 64;
/** A later byte of a character that is not its second: an error but for the third and the fourth. */
export const NOT_SECOND: i8 = -128;
/** After a byte that begins no character of several bytes, or after one that does. */
export const AFTER_OTHERS: i8 = CONTROL | NOT_SECOND;
export const AFTER_LEAD: i8 = CONTROL | TOO_SHORT;
export const ANY: i8 = AFTER_LEAD | AFTER_OTHERS;
export const LATER: i8 = OVERLONG_2 | NOT_SECOND;
const ENDS: i8 = QUOTE | BACKSLASH;
/** The first byte of a character, as the second of two. */
const FIRST: i8 = ENDS | TOO_SHORT;

/** The errors that a byte may have as the first of two, by both its halves. */
@inline
function classOf(bytes: v128): v128 {
  // prettier-ignore
  const firstHigh = i8x16(
    AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS | QUOTE, AFTER_OTHERS,
    AFTER_OTHERS, AFTER_OTHERS | BACKSLASH, AFTER_OTHERS, AFTER_OTHERS,
    AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS, AFTER_OTHERS,
    AFTER_LEAD | OVERLONG_2, AFTER_LEAD, AFTER_LEAD | OVERLONG_3 | SURROGATE, ANY,
  );
  // prettier-ignore
  const firstLow = i8x16(
    ANY | OVERLONG_3 | OVERLONG_2, ANY | OVERLONG_2, ANY | QUOTE, ANY, ANY, ANY, ANY, ANY,
    ANY, ANY, ANY, ANY, ANY | BACKSLASH, ANY | SURROGATE, ANY, ANY,
  );
  return v128.and(i8x16.swizzle(firstHigh, highHalf(bytes)), i8x16.swizzle(firstLow, lowHalf(bytes)));
}

/** The same as the second of two, by its upper half; negative for later bytes of characters. */
@inline
function secondOf(bytes: v128): v128 {
  // prettier-ignore
  const secondHigh = i8x16(
    FIRST | CONTROL, FIRST | CONTROL, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST,
    ENDS | LATER | OVERLONG_3, ENDS | LATER | OVERLONG_3, ENDS | LATER | SURROGATE, ENDS | LATER | SURROGATE,
    FIRST, FIRST, FIRST, FIRST,
  );
  return i8x16.swizzle(secondHigh, highHalf(bytes));
}

/** Negative where the second byte before is that of a character of three or four. */
@inline
export function isThird(bytes: v128, before: v128): v128 {
  const two = i8x16.shuffle(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  return i8x16.sub_sat_u(two, i8x16.splat(0x60));
}

/** The upper half of each byte; V8 is slow at shifts of single bytes. */
@inline
export function highHalf(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
}

@inline
export function lowHalf(bytes: v128): v128 {
  return v128.and(bytes, i8x16.splat(15));
}
