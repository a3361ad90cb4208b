/** Rules out that an observation is a JSON object that reports an error, in AssemblyScript: see signs.ts. */

import { BACKSLASH } from "../bytes/codes";
import { bits, isByte } from "../bytes/bytes";

/**
 * Whether an object, encoded in a JSON string, may report an error: by a key and its value anywhere in it, or
 * by escapes, which may encode anything.
 */
export function mayBeErrorObject(start: i32, end: i32): bool {
  for (let block = start; block < end; block += 64) {
    let places = bits(
      mayBegin(block),
      mayBegin(block + 16),
      mayBegin(block + 32),
      mayBegin(block + 48),
    );
    if (end - block < 64) places &= (<u64>1 << (end - block)) - 1;
    for (; places != 0; places &= places - 1) {
      const at = block + <i32>ctz(places);
      if (load<u8>(at + 1) == 0x22 ? mayBeErrorKey(at + 2) : load<u16>(at + 2) == 0x3030) return true;
    }
  }
  return false;
}

/** Where in sixteen bytes an error key may begin, with its quote, or the escape `\u`. */
@inline
function mayBegin(at: i32): v128 {
  const next = v128.load(at, 1);
  const after = v128.load(at, 2);
  const letters = v128.or(
    v128.or(isByte(after, 0x65), isByte(after, 0x73)),
    v128.or(isByte(after, 0x69), isByte(after, 0x72)),
  );
  const keys = v128.and(isByte(next, 0x22), letters);
  return v128.and(isByte(v128.load(at), 0x5c), v128.or(keys, isByte(next, 0x75)));
}

/** Whether an error key begins here, after its quote, and its value may report an error. */
function mayBeErrorKey(from: i32): bool {
  switch (load<u32>(from)) {
    case 0x6f727265: { // erro r
      if (load<u8>(from + 4) != 0x72) return false;
      const value = valueAfter(from + 5);
      if (value == 0) return false;
      return load<u32>(value) != 0x6c6c756e && load<u32>(value) != 0x736c6166; // null, fals e
    }
    case 0x74617473: { // stat us
      if (load<u16>(from + 4) != 0x7375) return false;
      const value = valueAfter(from + 6);
      return value != 0 && isQuote(value) && load<u32>(value + 2) == 0x6f727265;
    }
    case 0x63637573: { // succ ess
      if (load<u32>(from + 3) != 0x73736563) return false;
      const value = valueAfter(from + 7);
      return value != 0 && load<u32>(value) == 0x736c6166; // fals e
    }
    case 0x74697865: // exit
      return mayBeFailureCode(from + 4);
    case 0x75746572: // retu rn
      return load<u16>(from + 4) == 0x6e72 && mayBeFailureCode(from + 6);
    case 0x655f7369: // is_e rror
      return load<u32>(from + 4) == 0x726f7272 && mayBeTrue(valueAfter(from + 8));
    case 0x72457369: // isEr ror
      return load<u32>(from + 3) == 0x726f7272 && mayBeTrue(valueAfter(from + 7));
    default:
      return false;
  }
}

/** Whether `code`, `_code` or `Code` ends a key here, and its value may be a whole number other than 0. */
function mayBeFailureCode(from: i32): bool {
  const at = load<u8>(from) == 0x5f ? from + 1 : from;
  if ((load<u32>(at) | 0x20) != 0x65646f63) return false; // code
  const value = valueAfter(at + 4);
  if (value == 0) return false;
  const first = load<u8>(value);
  return first == 0x2d || <u32>(first - 0x31) < 9 || (first == 0x30 && load<u8>(value + 1) == 0x2e);
}

function mayBeTrue(value: i32): bool {
  return value != 0 && load<u32>(value) == 0x65757274;
}

/** The start of a key's value, given the key's closing quote; 0 if this is no key. */
function valueAfter(quote: i32): i32 {
  if (!isQuote(quote)) return 0;
  // White space cannot run past the end: the string ends with a quote.
  const colon = afterSpace(quote + 2, i32.MAX_VALUE);
  return load<u8>(colon) == 0x3a ? afterSpace(colon + 1, i32.MAX_VALUE) : 0;
}

/** Whether there is an escaped quote. */
function isQuote(at: i32): bool {
  return load<u16>(at) == 0x225c;
}

/** The first byte that is no white space. */
export function afterSpace(start: i32, end: i32): i32 {
  let at = start;
  while (at < end) {
    if (load<u8>(at) == 0x20) at++;
    else if (load<u8>(at) == BACKSLASH && isSpaceLetter(at + 1)) at += 2;
    else break;
  }
  return at;
}

/** Whether it is the letter of \n, \r, \t or \f. */
export function isSpaceLetter(at: i32): bool {
  const letter = load<u8>(at);
  return letter == 0x6e || letter == 0x72 || letter == 0x74 || letter == 0x66;
}
