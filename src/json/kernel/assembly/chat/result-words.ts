/**
 * The words that mark tool results, in AssemblyScript: tells whether a value next to the messages may hold a
 * result that was not read. The words are data that kernel-chat.ts writes on demand; without them every value
 * may.
 */
import { ask } from "../tape/questions";
import {
  after,
  ARRAY,
  ESCAPED,
  isContainer,
  isString,
  NON_ASCII,
  TOKEN,
  WORD_SHIFT,
} from "../tape/tape-tokens";

/**
 * By number, the words known, the first byte not 0 if there are any; then a bit for the length and first
 * letter of each sign, one for its first and last letter, and one for its second and third.
 */
const WORDS: i32 = 47104;
const STARTS: i32 = WORDS + 512;
const EDGES: i32 = STARTS + 128;
const MIDDLES: i32 = EDGES + 128;
/** Signs without a number are no shorter. */
const FEWEST: i32 = 3;

// Bits of a word: its sign as a key, and whether as a value it says that there is a result.
const SIGN_MASK: i32 = 7;
const SIGN_RESULT: i32 = 1;
const SIGN_CALL_ID: i32 = 2;
const SIGN_KIND: i32 = 3;
const SIGN_FORMAT: i32 = 5;
const SAYS_BY_KIND: i32 = 8;
const SAYS_BY_ROLE: i32 = 16;

/** Longer words are no signs. */
const LONGEST: i32 = 48;
/** Shorter words without a number mean nothing, as a kind and as a role. */
const FEWEST_OF_KIND: i32 = 9;
const FEWEST_OF_ROLE: i32 = 4;

const DEEPEST: i32 = 32;

/** Asks JavaScript to write the words, as kernel-chat.ts numbers it; the answer is 0 if it has none. */
const WRITE_WORDS: i32 = 64;

/** Whether certainly no key in a container, at any depth, is the sign of a result. */
export function isClean(container: i32, depth: i32): bool {
  if (depth > DEEPEST) return false;
  if (load<u8>(WORDS) == 0 && ask(WRITE_WORDS, 0) == 0) return false;
  const stop = after(container);
  if (load<u8>(container) == ARRAY) {
    for (let item = container + TOKEN; item < stop; item = after(item))
      if (isContainer(item) && !isClean(item, depth + 1)) return false;
    return true;
  }
  for (let key = container + TOKEN; key < stop; key = after(key + TOKEN))
    if (!isCleanKey(key, depth)) return false;
  return true;
}

/** Whether a key of a message is certainly neither the sign of a result nor of a format. */
export function tellsNothing(key: i32): bool {
  return load<u8>(WORDS) != 0 && signOf(key) == 0;
}

/** The same for a key and its value. */
function isCleanKey(key: i32, depth: i32): bool {
  const value = key + TOKEN;
  const sign = signOf(key);
  if (sign < 0) return false;
  if (sign == SIGN_RESULT && (isString(value) || isContainer(value))) return false;
  if (sign > SIGN_RESULT && sign < SIGN_FORMAT && isString(value)) {
    if (sign == SIGN_CALL_ID || maySayResult(value, sign)) return false;
  }
  return !isContainer(value) || isClean(value, depth + 1);
}

/** The sign that a key is, 0 for none; negative if unknown. */
function signOf(key: i32): i32 {
  const header = load<i32>(key);
  const word = header >>> WORD_SHIFT;
  if (word != 0) {
    const known = <i32>load<u8>(WORDS + word);
    return known == 0 ? -1 : known & SIGN_MASK;
  }
  if ((header & ESCAPED) != 0) return -1;
  const length = load<i32>(key, 12);
  if ((header & NON_ASCII) != 0 || length == 0 || length > LONGEST) return 0;
  const from = load<i32>(key, 4);
  const first = <i32>load<u8>(from + 1) & 31;
  const last = <i32>load<u8>(from + length) & 31;
  if (!isSet(STARTS, ((length & 31) << 5) | first) || !isSet(EDGES, (first << 5) | last)) return 0;
  const middle = ((<i32>load<u8>(from, 2) & 31) << 5) | (<i32>load<u8>(from, 3) & 31);
  return length < FEWEST || isSet(MIDDLES, middle) ? -1 : 0;
}

function isSet(bits: i32, bit: i32): bool {
  return ((load<u8>(bits + (bit >> 3)) >> (bit & 7)) & 1) != 0;
}

/** Whether a value may say that its object is a result. */
function maySayResult(value: i32, sign: i32): bool {
  const header = load<i32>(value);
  const word = header >>> WORD_SHIFT;
  if (word != 0) {
    const known = <i32>load<u8>(WORDS + word);
    return known == 0 || (known & (sign == SIGN_KIND ? SAYS_BY_KIND : SAYS_BY_ROLE)) != 0;
  }
  if ((header & ESCAPED) != 0) return true;
  const length = load<i32>(value, 12);
  return length >= (sign == SIGN_KIND ? FEWEST_OF_KIND : FEWEST_OF_ROLE) && length <= LONGEST;
}
