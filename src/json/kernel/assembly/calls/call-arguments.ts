/**
 * Finds the main argument of a call, in AssemblyScript: the text that `reduce/texts/argument-line.ts` finds
 * by parsing, as long as it is ASCII. Leaves everything unusual to that.
 */
import { BACKSLASH, QUOTE } from "../bytes/codes";

const NOT_PLAIN: i32 = -1;

/** Read in place of a character: the end, or one beyond ASCII. */
const END: i32 = -1;
const WIDE: i32 = -2;

/** The deepest nesting of objects and arrays. */
const MOST_DEPTH: i32 = 32;
const MOST_FOUND: i32 = 8;

/** Where the main keys are, 16 bytes each; then the keys found, and the start of each value. */
const KEYS: i32 = 49152;
const NAME: i32 = KEYS + 2048;
const FOUND: i32 = NAME + 32;
const VALUES: i32 = FOUND + 16 * MOST_FOUND;

// The range of the arguments.
let at: i32 = 0;
let stop: i32 = 0;
/** Whether they are encoded as the inside of a JSON string. */
let isSpelled: bool = false;
let code: i32 = 0;

let found: i32 = 0;
let keyCount: i32 = 0;

// The line to write.
let out: i32 = 0;
let length: i32 = 0;
let most: i32 = 0;
let isSpaced: bool = false;
let isDone: bool = false;
let isOdd: bool = false;

/**
 * Writes the main arguments in `[start, end)` as one line of at most `limit` characters, ending in `...` if
 * cut. The bytes are a JSON value, or its encoding inside a JSON string. `keys`: the number of main keys.
 * Returns the length of the line, or NOT_PLAIN.
 */
export function lineOfArguments(
  start: i32,
  end: i32,
  spelled: bool,
  keys: i32,
  into: i32,
  limit: i32,
): i32 {
  stop = end;
  isSpelled = spelled;
  keyCount = keys;
  found = 0;
  out = into;
  length = 0;
  most = limit;
  isSpaced = isDone = isOdd = false;
  at = start;
  step();
  skipSpace();
  if (code == 0x7b) {
    if (!readObject(0)) return NOT_PLAIN;
    skipSpace();
    if (code != END) return NOT_PLAIN;
    if (found < 0) return 0;
    if (!addValues()) addText(start);
  } else if (code == QUOTE || code == 0x5b) return NOT_PLAIN;
  else addText(start);
  return isOdd ? NOT_PLAIN : length;
}

/** The same, or NOT_PLAIN if the line has a character that JSON may have to encode. */
export function plainLineOfArguments(
  start: i32,
  end: i32,
  spelled: bool,
  keys: i32,
  into: i32,
  limit: i32,
): i32 {
  const size = lineOfArguments(start, end, spelled, keys, into, limit);
  for (let place = into; place < into + size; place++) {
    const byte = <i32>load<u8>(place);
    if (byte == QUOTE || byte == BACKSLASH || byte < 0x20 || byte > 0x7e) return NOT_PLAIN;
  }
  return size;
}

/** Reads the next character. */
function step(): void {
  if (at >= stop) {
    code = END;
    return;
  }
  const byte = <i32>load<u8>(at++);
  if (byte >= 0x80) code = WIDE;
  else if (byte == BACKSLASH && isSpelled) stepEscape();
  else code = byte;
}

function stepEscape(): void {
  const letter = <i32>load<u8>(at++);
  if (letter != 0x75) {
    code = escaped(letter);
    return;
  }
  code = hexUnit();
  at += 4;
}

/** The character that an escape's letter means. */
function escaped(letter: i32): i32 {
  if (letter == 0x6e) return 0x0a;
  if (letter == 0x74) return 0x09;
  if (letter == 0x72) return 0x0d;
  if (letter == 0x62) return 0x08;
  if (letter == 0x66) return 0x0c;
  return letter;
}

/** The character of a `\u` escape's four digits. */
function hexUnit(): i32 {
  if (load<u16>(at) != 0x3030) return WIDE;
  const unit = (digitOf(load<u8>(at + 2)) << 4) | digitOf(load<u8>(at + 3));
  return unit < 0x80 ? unit : WIDE;
}

function digitOf(byte: i32): i32 {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

function skipSpace(): void {
  while (code == 0x20 || code == 0x0a || code == 0x09 || code == 0x0d) step();
}

/** Reads an object, and notes the main keys of the outermost one. False if it is unusual. */
function readObject(depth: i32): bool {
  if (depth == MOST_DEPTH) return false;
  step();
  skipSpace();
  if (code == 0x7d) {
    if (depth == 0) found = -1;
    step();
    return true;
  }
  while (true) {
    if (code != QUOTE) return false;
    const isMain = depth == 0 ? readKey() : false;
    if (depth == 0 ? isOdd : !readString()) return false;
    skipSpace();
    if (code != 0x3a) return false;
    step();
    skipSpace();
    if (isMain && !noteValue()) return false;
    if (!readValue(depth + 1)) return false;
    skipSpace();
    if (code == 0x7d) break;
    if (code != 0x2c) return false;
    step();
    skipSpace();
  }
  step();
  return true;
}

/** Reads a key in lower case and without underscores. Returns whether it is a main key. */
function readKey(): bool {
  v128.store(NAME, i8x16.splat(0));
  let size: i32 = 0;
  while (true) {
    step();
    if (code == QUOTE) break;
    if (code < 0x20 || code == BACKSLASH) {
      isOdd = true;
      return false;
    }
    if (code == 0x5f) continue;
    if (size < 16) store<u8>(NAME + size, <u32>(code - 0x41) < 26 ? code | 0x20 : code);
    size++;
  }
  step();
  if (size == 0 || size > 16) return false;
  return isAmong(KEYS, keyCount);
}

function isAmong(keys: i32, count: i32): bool {
  const name = v128.load(NAME);
  for (let k = 0; k < count; k++)
    if (!v128.any_true(v128.xor(v128.load(keys + (k << 4)), name))) return true;
  return false;
}

/** Stores where the value of a main key begins; false if the key is repeated. */
function noteValue(): bool {
  if (found == MOST_FOUND || isAmong(FOUND, found)) return false;
  v128.store(FOUND + (found << 4), v128.load(NAME));
  store<i32>(VALUES + (found << 3), at);
  store<i32>(VALUES + (found << 3), code, 4);
  found++;
  return true;
}

function readValue(depth: i32): bool {
  if (code == QUOTE) return readString();
  if (code == 0x7b) return readObject(depth);
  if (code == 0x5b) return readArray(depth);
  if (code == 0x74) return readWord(0x65757274, 4); // true
  if (code == 0x6e) return readWord(0x6c6c756e, 4); // null
  if (code == 0x66) return readWord(0x736c6166, 5); // fals
  return readNumber();
}

function readArray(depth: i32): bool {
  if (depth == MOST_DEPTH) return false;
  step();
  skipSpace();
  if (code != 0x5d)
    while (true) {
      if (!readValue(depth + 1)) return false;
      skipSpace();
      if (code == 0x5d) break;
      if (code != 0x2c) return false;
      step();
      skipSpace();
    }
  step();
  return true;
}

/** Reads a word of four letters, or of four letters and an `e`. */
function readWord(letters: i32, size: i32): bool {
  let left = letters;
  for (let k = 0; k < size; k++) {
    if (code != (k == 4 ? 0x65 : left & 0xff)) return false;
    left >>= 8;
    step();
  }
  return true;
}

function readNumber(): bool {
  if (code == 0x2d) step();
  if (code == 0x30) step();
  else if (!readDigits()) return false;
  if (code == 0x2e) {
    step();
    if (!readDigits()) return false;
  }
  if (code != 0x65 && code != 0x45) return true;
  step();
  if (code == 0x2b || code == 0x2d) step();
  return readDigits();
}

function readDigits(): bool {
  if (!isDigit(code)) return false;
  while (isDigit(code)) step();
  return true;
}

function isDigit(character: i32): bool {
  return <u32>(character - 0x30) < 10;
}

/** Reads a string after its opening quote. */
function readString(): bool {
  while (true) {
    skipLetters();
    step();
    if (code == QUOTE) break;
    if (code == BACKSLASH) {
      step();
      if (code == 0x75) {
        for (let k = 0; k < 4; k++) {
          step();
          if (!isDigit(code) && <u32>((code | 0x20) - 0x61) >= 6) return false;
        }
      } else if (!isEscape(code)) return false;
    } else if (code < 0x20 && code != WIDE) return false;
  }
  step();
  return true;
}

/**
 * Skips bytes that are certainly neither a quote nor an escape. Control characters are always escaped here.
 */
function skipLetters(): void {
  while (at + 16 <= stop) {
    const block = v128.load(at);
    const ends = v128.or(
      i8x16.eq(block, i8x16.splat(<i8>QUOTE)),
      i8x16.eq(block, i8x16.splat(<i8>BACKSLASH)),
    );
    const mask = i8x16.bitmask(ends);
    if (mask != 0) {
      at += <i32>ctz(mask);
      return;
    }
    at += 16;
  }
}

function isEscape(letter: i32): bool {
  if (letter == QUOTE || letter == BACKSLASH || letter == 0x2f) return true;
  return letter == 0x62 || letter == 0x66 || letter == 0x6e || letter == 0x72 || letter == 0x74;
}

/** Adds the texts of the main keys, separated by spaces; false if there are none. */
function addValues(): bool {
  let isAny = false;
  for (let k = 0; k < found && !isDone; k++) {
    if (!holdsWords(k)) continue;
    isAny = true;
    at = load<i32>(VALUES + (k << 3));
    if (load<i32>(VALUES + (k << 3), 4) == QUOTE) addString();
    else addList();
    add(0x20);
  }
  return isAny;
}

/** Whether a value is a string that is not empty, or a list of strings. */
function holdsWords(k: i32): bool {
  at = load<i32>(VALUES + (k << 3));
  const first = load<i32>(VALUES + (k << 3), 4);
  if (first != QUOTE && first != 0x5b) return false;
  step();
  if (first == QUOTE) return code != QUOTE;
  skipSpace();
  if (code != QUOTE) return false;
  while (code == QUOTE) {
    readString();
    skipSpace();
    if (code != 0x2c) break;
    step();
    skipSpace();
  }
  return code == 0x5d;
}

function addList(): void {
  while (!isDone) {
    step();
    if (code == 0x5d) return;
    if (code == QUOTE) addString();
    else add(0x20);
  }
}

/** Adds the text of a string, from after its opening quote. */
function addString(): void {
  while (!isDone) {
    step();
    if (code == QUOTE) return;
    if (code == BACKSLASH) {
      step();
      if (code == 0x75) {
        code = 0;
        for (let k = 0; k < 4; k++) {
          const before = code;
          step();
          code = (before << 4) | digitOf(code);
        }
        add(code < 0x80 ? code : WIDE);
      } else add(escaped(code));
    } else add(code);
  }
}

/** Adds all characters from there on. */
function addText(from: i32): void {
  at = from;
  while (!isDone) {
    step();
    if (code == END) return;
    add(code);
  }
}

/** Adds a character; white space becomes one space, and none at the ends. */
function add(character: i32): void {
  if (character == 0x20 || <u32>(character - 9) < 5) {
    isSpaced = true;
    return;
  }
  if (character < 0x20) {
    isOdd = isDone = true;
    return;
  }
  if (isSpaced && length > 0) put(0x20);
  isSpaced = false;
  put(character);
}

function put(character: i32): void {
  if (isDone) return;
  if (length == most) {
    isDone = true;
    for (let k = 1; k <= 3; k++) store<u8>(out + length - k, 0x2e);
  } else store<u8>(out + length++, character);
}
