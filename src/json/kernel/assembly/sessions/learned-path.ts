/**
 * Follows the path of steps of a value that a format's reader read, in AssemblyScript: what the reader asked and what
 * it then found, see line-learner.ts. Where a value gives the same answers, it holds the same at the same places. Paths
 * share the steps with which they begin; a step also names the one for another answer.
 */
import { BACKSLASH, LETTER_U, QUOTE, SPACE } from "../bytes/codes";
import { find } from "../bytes/find";
import { isSame } from "../chat/long-texts";
import { idAt, idLength } from "../calls/session-ids";
import { after, charsOf, ESCAPED, isString, OBJECT, TOKEN } from "../tape/tape-tokens";

// What a step asks, as in learned-steps.ts.
const KEY: i32 = 1;
const KIND: i32 = 2;
const IS: i32 = 3;
const IS_NOT: i32 = 4;
const COUNT: i32 = 5;
const BEGINS: i32 = 6;
const ARE_SAME: i32 = 7;
const MAY_HOLD: i32 = 8;
const BEFORE: i32 = 9;
const ARE_ONE: i32 = 10;
const HAS: i32 = 11;
// What it found.
const FOUND: i32 = 16;
export const MESSAGE: i32 = 16;
export const TEXT: i32 = 17;
export const REASONING: i32 = 18;
export const CALL: i32 = 19;
export const ANSWER: i32 = 20;
export const COPY: i32 = 21;
export const IGNORED: i32 = 22;
export const MARK: i32 = 23;
export const MODEL: i32 = 24;
export const ITEMS: i32 = 25;
export const EMPTY: i32 = 26;
export const IMAGE: i32 = 27;
export const UNIT: i32 = 28;
export const NEXT_ITEM: i32 = 29;
export const UNREAD: i32 = 30;
export const COPIES: i32 = 31;
export const TOOL: i32 = 32;
export const CHARS: i32 = 33;

// What is known of a result.
export const FAILED: i32 = 1;
export const MAY_EDIT: i32 = 2;
export const NEEDS_TEXT: i32 = 4;
/** From this bit on, the number of its shape. */
export const SHAPE: i32 = 3;

const SLASH: i32 = 0x2f;
/** The bytes of the longest escape of a character. */
const ESCAPE: i32 = 6;

// An answer: another, the same, or one that only the format's reader knows.
const OTHER: i32 = 0;
const SAME: i32 = 1;
const UNKNOWN: i32 = -1;

/** A step has eight integers; the last are the next step and that for another answer. */
const NEXT: i32 = 24;
const ELSE: i32 = 28;

let places: i32 = 0;
/** The first step, the current one and the next, 0 after the last. */
let steps: i32 = 0;
let step: i32 = 0;
let nextStep: i32 = 0;
/** The numbers noted for the current message of a row, and for the next. */
export let noteBefore: i32 = 0;
let noteAfter: i32 = 0;
/** `nextFound` after the last step, and if the value is not like one that was learned. */
export const END: i32 = 0;
const UNLIKE: i32 = -1;

/** Starts the path of a value, by the steps at `from`; tokens that steps name are put at `at`. */
export function openPath(value: i32, at: i32, from: i32): void {
  places = at;
  store<i32>(at, value);
  steps = from;
  nextStep = load<i32>(from) == 0 ? UNLIKE : from;
}

/** Notes a number for the next message of a row. */
export function noteForNext(note: i32): void {
  noteAfter = note;
}

/** Goes on to the next message of a row. */
export function turnToNext(): void {
  noteBefore = noteAfter;
  noteAfter = 0;
}

/** Where to go on, for `resumePath`. */
export function pathHere(): i32 {
  return nextStep;
}

/** Goes on with a path after that of a value in it. */
export function resumePath(next: i32, at: i32, from: i32): void {
  places = at;
  steps = from;
  nextStep = next;
}

/** Goes on to the next step that found something: returns what, `END` or `UNLIKE`. */
export function nextFound(): i32 {
  while (nextStep > 0) {
    step = nextStep;
    const op = load<i32>(step);
    const answer = op < FOUND ? answerOf(op) : SAME;
    if (answer == UNKNOWN) return UNLIKE;
    const next = load<i32>(step + (answer == SAME ? NEXT : ELSE));
    nextStep = next != 0 ? steps + next : answer == SAME ? END : UNLIKE;
    if (op >= FOUND) return op;
  }
  return nextStep;
}

/** Whether the path that was opened leads to its end, without taking what it found. */
export function isFollowed(): bool {
  let op = nextFound();
  while (op > END) op = nextFound();
  return op == END;
}

/** An integer of the current step. */
@inline
export function argument(k: i32): i32 {
  return load<i32>(step + (k << 2), 4);
}

/** The token that an argument names; 0 for none. */
export function token(k: i32): i32 {
  const place = argument(k);
  return place < 0 ? 0 : load<i32>(places + (place << 2));
}

/** Answers what the current step asks. */
function answerOf(op: i32): i32 {
  if (op == BEFORE) return argument(0) == noteBefore ? SAME : OTHER;
  const asked = token(0);
  const wanted = argument(1);
  switch (op) {
    case KEY:
      return answerKey(asked, wanted, argument(2));
    case KIND:
      return <i32>load<u8>(asked) == wanted ? SAME : OTHER;
    case IS:
      return isText(asked, wanted);
    case IS_NOT: {
      const is = isText(asked, wanted);
      return is == UNKNOWN ? UNKNOWN : 1 - is;
    }
    case COUNT:
      return countItems(asked, wanted, argument(2));
    case ARE_ONE:
      return asked == token(1) ? SAME : OTHER;
    case HAS:
      return after(asked) > asked + TOKEN == (wanted != 0) ? SAME : OTHER;
    case ARE_SAME:
      return answerSame(asked, token(1), argument(2) != 0);
    case MAY_HOLD:
      return answerHolds(asked, wanted, argument(2), argument(3) != 0);
    case BEGINS:
      return answerStart(asked, wanted, argument(2) != 0);
    default:
      return UNKNOWN;
  }
}

/** Whether a string, or a number, is the text with a number, which is ASCII. */
function isText(value: i32, text: i32): i32 {
  const quote = isString(value) ? 1 : 0;
  const from = load<i32>(value, 4) + quote;
  const length = load<i32>(value, 8) - quote - from;
  if ((load<i32>(value) & ESCAPED) != 0) return length > idLength(text) * ESCAPE ? OTHER : UNKNOWN;
  return length == idLength(text) && memory.compare(from, idAt(text), length) == 0 ? SAME : OTHER;
}

/** Whether an object has a key, whose value is put in a place; without a place, whether it does not. */
function answerKey(object: i32, key: i32, place: i32): i32 {
  let value: i32 = 0;
  const stop = after(object);
  for (let at = object + TOKEN; at < stop; at = after(at + TOKEN)) {
    const is = isText(at, key);
    if (is == UNKNOWN) return UNKNOWN;
    if (is == SAME) value = at + TOKEN;
  }
  if (place < 0) return value == 0 ? SAME : OTHER;
  store<i32>(places + (place << 2), value);
  return value != 0 ? SAME : OTHER;
}

/** Whether an array has a number of items, an object of values: puts them in places. */
function countItems(list: i32, count: i32, place: i32): i32 {
  const skip = load<u8>(list) == OBJECT ? TOKEN : 0;
  const stop = after(list);
  let k: i32 = 0;
  for (let item = list + TOKEN + skip; item < stop; item = after(item) + skip) {
    if (k == count) return OTHER;
    store<i32>(places + ((place + k++) << 2), item);
  }
  return k == count ? SAME : OTHER;
}

/** Whether two strings are the same text. */
function answerSame(string: i32, other: i32, expected: bool): i32 {
  if (charsOf(string) != charsOf(other)) return expected ? OTHER : SAME;
  if (isSame(string, other)) return expected ? SAME : OTHER;
  // An escape may spell a character that the other has as it is.
  if (((load<i32>(string) | load<i32>(other)) & ESCAPED) != 0) return UNKNOWN;
  return expected ? OTHER : SAME;
}

/** Whether a string begins with a text, as expected. */
function answerStart(string: i32, text: i32, expected: bool): i32 {
  const from = load<i32>(string, 4) + 1;
  const wanted = idAt(text);
  const length = idLength(text);
  let k: i32 = 0;
  for (; k < length && from + k < load<i32>(string, 8) - 1; k++) {
    const byte = <i32>load<u8>(from + k);
    if (byte == BACKSLASH && mayEscape(load<u8>(from + k + 1), load<u8>(wanted + k))) return UNKNOWN;
    if (byte == BACKSLASH || byte != load<u8>(wanted + k)) break;
  }
  return (k == length) == expected ? SAME : OTHER;
}

/** Whether a text may be in a string's first characters, as expected: see `mayInclude`. */
function answerHolds(string: i32, text: i32, chars: i32, expected: bool): i32 {
  const from = load<i32>(string, 4) + 1;
  const to = min(load<i32>(string, 8) - 1, from + chars * ESCAPE);
  return (find(from, to, idAt(text), idLength(text)) >= 0) == expected ? SAME : OTHER;
}

/** Whether an escape, by its letter, may spell a character. */
@inline
function mayEscape(escape: i32, character: i32): bool {
  const isSpelled = character == QUOTE || character == BACKSLASH || character == SLASH;
  return escape == LETTER_U || isSpelled || character < SPACE;
}
