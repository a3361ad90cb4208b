/** Called for each identifier with its range and its 64-bit hash. */
export type VisitIdentifier = (start: number, end: number, high: number, low: number) => void;

/**
 * Finds the identifiers of a text: names, paths, numbers and hashes, by the rules of context-guru's `coref.py`. A
 * token is a letter or underscore and 2 to 63 more of letters, digits and `_ . / : -`, or three digits or more, or
 * 7 to 40 hexadecimal digits; `. / : -` at its ends are no part of it. It counts if it is four characters long and
 * has something inside that words of a language lack: `_ . / : -`, a digit, or a capital after a small letter; a
 * number needs five digits.
 */
export function scanIdentifiers(text: string, visit: VisitIdentifier): void {
  const { length } = text;
  let at = 0;
  while (at < length) {
    const kind = kindAt(text, at);
    if ((kind & (LETTER | DIGIT)) === 0) {
      at++;
      continue;
    }
    const end = (kind & LETTER) === 0 ? endOfNumber(text, at) : endOfName(text, at);
    if (end === at) at++;
    else {
      take(text, at, end, visit);
      at = end;
    }
  }
}

/** The end of a name that begins here, or `at` if it is too short. */
function endOfName(text: string, at: number): number {
  const limit = Math.min(text.length, at + MAX_NAME);
  let end = at + 1;
  while (end < limit && kindAt(text, end) !== 0) end++;
  return end - at < MIN_NAME ? at : end;
}

/** The end of a number of three digits or more, else of a hash that begins with a digit. */
function endOfNumber(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && (kindAt(text, end) & DIGIT) !== 0) end++;
  if (end - at >= MIN_DIGITS) return end;
  const limit = Math.min(text.length, at + MAX_HASH);
  while (end < limit && (kindAt(text, end) & (DIGIT | HEX)) !== 0) end++;
  return end - at < MIN_HASH ? at : end;
}

/** Reports a token without the punctuation at its ends, if it counts as an identifier. */
function take(text: string, from: number, to: number, visit: VisitIdentifier): void {
  let start = from;
  let end = to;
  while (start < end && kindAt(text, start) === PUNCTUATION) start++;
  while (end > start && kindAt(text, end - 1) === PUNCTUATION) end--;
  if (end - start >= MIN_IDENTIFIER) takeTrimmed(text, start, end, visit);
}

function takeTrimmed(text: string, start: number, end: number, visit: VisitIdentifier): void {
  let digits = 0;
  let hasMark = false;
  let high = 0;
  let low = SEED;
  let before = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = KINDS[code] ?? 0;
    if ((kind & DIGIT) !== 0) digits++;
    else if (kind === PUNCTUATION || code === UNDERSCORE) hasMark ||= at > start && at < end - 1;
    else if ((kind & CAPITAL) !== 0 && (before & (CAPITAL | DIGIT)) === 0 && at > start)
      hasMark ||= (before & LETTER) !== 0 && text.charCodeAt(at - 1) !== UNDERSCORE;
    before = kind;
    high = Math.imul(high ^ code, 0x01000193) ^ (high >>> 13);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 15);
  }
  const isNumber = digits === end - start;
  if (isNumber ? digits >= MIN_NUMBER : hasMark || digits > 0) visit(start, end, high, low);
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

/** Classes of characters; a letter of no other class has only `LETTER`. */
const LETTER = 1;
const DIGIT = 2;
const PUNCTUATION = 4;
const HEX = 8;
const CAPITAL = 16;

const UNDERSCORE = 0x5f;
/** By code unit. None past ASCII is part of an identifier; the table has them all to avoid a bounds check. */
const KINDS = new Uint8Array(0x10000);
for (let code = 0; code < 0x80; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) KINDS[code] = LETTER;
  if (/[A-Z]/.test(character)) KINDS[code] = LETTER | CAPITAL;
  if (/[a-f]/.test(character)) KINDS[code] = LETTER | HEX;
  if (/\d/.test(character)) KINDS[code] = DIGIT;
  if (/[./:-]/.test(character)) KINDS[code] = PUNCTUATION;
}

/** The lengths of the rule. */
const MIN_NAME = 3;
const MAX_NAME = 64;
const MIN_DIGITS = 3;
const MIN_HASH = 7;
const MAX_HASH = 40;
const MIN_IDENTIFIER = 4;
const MIN_NUMBER = 5;

const SEED = 0x9e3779b9 | 0;
