/** Finds identifiers in JSON, in AssemblyScript: by the rules of model/identifiers.ts. */

/** Classes of bytes, as there, and one for the underscore, which is a letter too. */
const LETTER: i32 = 1;
const DIGIT: i32 = 2;
const PUNCTUATION: i32 = 4;
const HEX: i32 = 8;
const CAPITAL: i32 = 16;
const UNDERSCORE: i32 = 32;

/** The classes that words of a language have no characters of. */
const MARKS: i32 = DIGIT | PUNCTUATION | CAPITAL | UNDERSCORE;

/** The table of the classes. */
const KINDS: i32 = 512;

/** The lengths of the rule. */
const MIN_NAME: i32 = 3;
const MAX_NAME: i32 = 64;
const MIN_DIGITS: i32 = 3;
const MIN_HASH: i32 = 7;
const MAX_HASH: i32 = 40;
const MIN_IDENTIFIER: i32 = 4;
const MIN_NUMBER: i32 = 5;
const MAX_EXTENSION: i32 = 5;

/** Kinds of identifiers, by their number in identifier-kernel.ts. */
const NAME: i32 = 0;
const NUMBER: i32 = 1;
const PATH: i32 = 2;

let out: i32 = 0;

/** Writes the table; to be called first. */
export function prepare(): void {
  for (let byte = 0x30; byte <= 0x39; byte++) store<u8>(KINDS + byte, DIGIT);
  for (let byte = 0x41; byte <= 0x5a; byte++) store<u8>(KINDS + byte, LETTER | CAPITAL);
  for (let byte = 0x61; byte <= 0x7a; byte++) store<u8>(KINDS + byte, LETTER);
  for (let byte = 0x61; byte <= 0x66; byte++) store<u8>(KINDS + byte, LETTER | HEX);
  for (let byte = 0x2d; byte <= 0x2f; byte++) store<u8>(KINDS + byte, PUNCTUATION); // - . /
  store<u8>(KINDS + 0x3a, PUNCTUATION);
  store<u8>(KINDS + 0x5f, LETTER | UNDERSCORE);
}

/**
 * Finds the identifiers of the string between the quotes at `[start, end)`, and writes the hash of each, in two
 * words, and its kind to `into`. Returns the place after the last, or 0 if an escape spells a character of an
 * identifier: such a text has to be decoded. Where bytes are not `escaped`, they are the text.
 */
export function identifiers(start: i32, end: i32, into: i32, escaped: bool): i32 {
  out = into;
  let at = start;
  while (at < end) {
    if (end - at >= 16) at = passWords(at);
    const kind = kindAt(at);
    if ((kind & (LETTER | DIGIT)) != 0) {
      const stop = (kind & LETTER) == 0 ? takeNumber(at, end) : takeName(at, end);
      at = stop == at ? at + 1 : stop;
    } else if (escaped && load<u8>(at) == 0x5c) {
      const length = escapeLength(at);
      if (length == 0) return 0;
      at += length;
    } else at++;
  }
  return out;
}

/**
 * Passes small letters and what is between words, up to the word in which the first mark of the next sixteen bytes is,
 * or to the last word in them. At least the byte before `end` is left.
 */
@inline
function passWords(at: i32): i32 {
  const bytes = v128.load(at);
  // From the hyphen to the colon, and from A to the underscore, a backslash among them.
  const marks = i8x16.bitmask(v128.or(isWithin(bytes, 0x2d, 0x3a), isWithin(bytes, 0x41, 0x5f)));
  const before = marks == 0 ? 0x7fff : (1 << <i32>ctz(marks)) - 1;
  const between = ~i8x16.bitmask(isWithin(bytes, 0x61, 0x7a)) & before;
  return between == 0 ? at : at + 32 - <i32>clz(between);
}

@inline
function isWithin(bytes: v128, first: i8, last: i8): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(last - first));
}

@inline
function kindAt(at: i32): i32 {
  return <i32>load<u8>(KINDS + <i32>load<u8>(at));
}

/** The length of the escape here; 0 if it spells a character of identifiers. */
function escapeLength(at: i32): i32 {
  const letter = load<u8>(at + 1);
  if (letter == 0x2f) return 0;
  if (letter != 0x75) return 2;
  if (load<u16>(at + 2) != 0x3030) return 6; // 00
  const byte = (digitAt(at + 4) << 4) | digitAt(at + 5);
  return byte < 0x80 && load<u8>(KINDS + byte) != 0 ? 0 : 6;
}

function digitAt(at: i32): i32 {
  const byte = <i32>load<u8>(at);
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** Takes the name that begins here, and returns its end. */
function takeName(at: i32, end: i32): i32 {
  const limit = min(end, at + MAX_NAME);
  let all = kindAt(at);
  let stop = at + 1;
  for (; stop < limit; stop++) {
    const kind = kindAt(stop);
    if (kind == 0) break;
    all |= kind;
  }
  if (stop - at >= MIN_NAME && (all & MARKS) != 0) take(at, stop);
  return stop - at < MIN_NAME ? at : stop;
}

/** Takes the number of three digits or more that begins here, else the hash; returns its end, or `at`. */
function takeNumber(at: i32, end: i32): i32 {
  let stop = at + 1;
  while (stop < end && (kindAt(stop) & DIGIT) != 0) stop++;
  if (stop - at < MIN_DIGITS) {
    const limit = min(end, at + MAX_HASH);
    while (stop < limit && (kindAt(stop) & (DIGIT | HEX)) != 0) stop++;
    if (stop - at < MIN_HASH) return at;
  }
  take(at, stop);
  return stop;
}

/** Writes a token without the punctuation at its ends, if it counts as an identifier. */
function take(from: i32, to: i32): void {
  let start = from;
  let end = to;
  while (start < end && kindAt(start) == PUNCTUATION) start++;
  while (end > start && kindAt(end - 1) == PUNCTUATION) end--;
  if (end - start < MIN_IDENTIFIER) return;
  let digits = 0;
  let hasMark = false;
  let isHex = true;
  let hasSlash = false;
  /** The characters after the last dot, -1 if they are no extension. */
  let extension = -1;
  let high = 0;
  let low = <i32>0x9e3779b9;
  let before = 0;
  for (let at = start; at < end; at++) {
    const byte = <i32>load<u8>(at);
    const kind = <i32>load<u8>(KINDS + byte);
    if ((kind & (DIGIT | LETTER)) == 0 || (kind & UNDERSCORE) != 0) {
      hasMark = hasMark || (at > start && at < end - 1);
      hasSlash = hasSlash || byte == 0x2f;
      isHex = isHex && byte != 0x5f;
      extension = byte == 0x2e ? 0 : -1;
    } else {
      if ((kind & DIGIT) != 0) {
        digits++;
        if (extension == 0) extension = -1;
      } else {
        isHex = isHex && (kind & HEX) != 0;
        if ((kind & CAPITAL) != 0 && (before & (LETTER | CAPITAL | UNDERSCORE)) == LETTER)
          hasMark = true;
      }
      if (extension >= 0) extension++;
    }
    before = kind;
    high = ((high ^ byte) * <i32>0x01000193) ^ (high >>> 13);
    low = ((low + byte) * <i32>0x85ebca6b) ^ (low >>> 15);
  }
  if (digits == end - start ? digits < MIN_NUMBER : !hasMark && digits == 0) return;
  store<i32>(out, high);
  store<i32>(out + 4, low);
  const isFile = extension > 0 && extension <= MAX_EXTENSION;
  store<i32>(out + 8, hasSlash || isFile ? PATH : isHex && digits > 0 ? NUMBER : NAME);
  out += 12;
}
