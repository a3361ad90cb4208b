/**
 * Reads lines of a session as their format's reader read earlier ones, in AssemblyScript. What a reader asked of a line
 * and what it then found is a path of steps, see line-learner.ts: where a line gives the same answers, it holds the same
 * at the same places. Paths share the steps with which they begin; a step also names the one for another answer.
 */
import { BACKSLASH, LETTER_U, QUOTE, SPACE } from "../bytes/codes";
import { find } from "../bytes/find";
import { charsIn, textOf } from "./joined-texts";
import {
  beginReads,
  isRestClean,
  noteHollow,
  noteRead,
  OF_CALL,
  OF_NONE,
  OF_RESULT,
  OF_SAID,
} from "./line-reads";
import { isSame, mayBePacked } from "../chat/long-texts";
import { noteFixed, noteResult } from "./session-blocks";
import {
  addCall,
  addCopy,
  addFound,
  addHollow,
  addMessage,
  addModel,
  addPart,
  addReasoning,
  addSide,
  addThread,
  PART_IMAGE,
  PART_TEXT,
  ROLE_ASSISTANT,
  ROLE_USER,
  sessionModel,
} from "./session-found";
import { idAt, idLength, idOf } from "../calls/session-ids";
import {
  after,
  charsOf,
  ESCAPED,
  isString,
  numberOf,
  OBJECT,
  TOKEN,
  jsonChars,
} from "../tape/tape-tokens";

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
// What it found.
const FOUND: i32 = 16;
export const MESSAGE: i32 = 16;
export const TEXT: i32 = 17;
export const REASONING: i32 = 18;
export const CALL: i32 = 19;
export const ANSWER: i32 = 20;
export const COPY: i32 = 21;
export const IGNORED: i32 = 22;
const MARK: i32 = 23;
export const MODEL: i32 = 24;
export const ITEMS: i32 = 25;
const EMPTY: i32 = 26;
export const IMAGE: i32 = 27;
export const UNIT: i32 = 28;
export const NEXT_ITEM: i32 = 29;

// What is known of a result.
export const FAILED: i32 = 1;
const MAY_EDIT: i32 = 2;
/** From this bit on, the number of its shape. */
export const SHAPE: i32 = 2;

const SLASH: i32 = 0x2f;
/** The bytes of the longest escape of a character. */
const ESCAPE: i32 = 6;

// An answer: another, the same, or one that only the format's reader knows.
const OTHER: i32 = 0;
const SAME: i32 = 1;
const UNKNOWN: i32 = -1;

/** The memory: tokens that steps name, values that were read, and steps of eight integers each. */
const READS: i32 = 1024;
const STEPS: i32 = 2048;
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
let role: i32 = 0;

/** `nextFound` after the last step, and if the value is not like one that was learned. */
export const END: i32 = 0;
export const UNLIKE: i32 = -1;

/** The memory of lines. */
let lines: i32 = 0;

/** Sets the memory. */
export function beginLearned(at: i32): void {
  lines = at;
  store<i32>(at + STEPS, 0);
}

/** Reads a line; false if it is not like one that was learned. */
export function readLearned(root: i32, needsModels: bool): bool {
  openPath(root, lines, lines + STEPS);
  beginReads(lines + READS);
  let op = nextFound();
  while (op > END && add(op, needsModels)) op = nextFound();
  return op == END && isRestClean(root);
}

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
  if (((load<i32>(string) | load<i32>(other)) & ESCAPED) != 0) return UNKNOWN;
  return isSame(string, other) == expected ? SAME : OTHER;
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

/** Adds what the reader found; false if only it can tell. */
function add(op: i32, needsModels: bool): bool {
  switch (op) {
    case MESSAGE:
      return readMessage();
    case TEXT:
      if (role == ROLE_USER && argument(1) == 0 && mayBePacked(token(0))) return false;
      addPart(PART_TEXT, 0, charsOf(token(0)));
      noteRead(token(0), OF_SAID);
      return true;
    case REASONING:
      return readReasoning();
    case CALL:
      return readCall();
    case ANSWER:
      return readAnswer();
    case COPY:
      return readCopy();
    case IGNORED:
      noteRead(token(0), OF_NONE);
      return true;
    case MARK:
      return readMark();
    case MODEL:
      return !needsModels || readModel();
    case IMAGE:
      addPart(PART_IMAGE, 0, 0);
      noteRead(token(0), OF_RESULT);
      return true;
    case EMPTY:
      noteHollow();
      return true;
    default:
      return false;
  }
}

/** The number of the id that an argument names, 0 if it names none; negative if it has no number. */
function idIn(k: i32): i32 {
  const string = token(k);
  if (string == 0) return 0;
  const id = idOf(string);
  return id == 0 ? -1 : id;
}

function readMessage(): bool {
  role = argument(0);
  const id = idIn(1);
  const parent = idIn(2);
  const thread = argument(3);
  const reply = idIn(4);
  if (id < 0 || parent < 0 || reply < 0) return false;
  if (thread != 0) addThread();
  addMessage(role, id, parent, thread, reply, role == ROLE_ASSISTANT ? sessionModel : 0);
  return true;
}

function readReasoning(): bool {
  const said = token(0);
  const chars = argument(2) != 0 ? 0 : charsIn(said);
  addReasoning(chars, argument(1) != 0 ? sessionModel : -1, 0);
  noteRead(said, OF_SAID);
  return chars >= 0;
}

function readCall(): bool {
  const id = idIn(0);
  const args = token(3);
  if (id <= 0 || args == 0) return false;
  addCall(argument(1), id, argument(2) + jsonChars(args), numberOf(args));
  noteRead(args, OF_CALL);
  return true;
}

function readAnswer(): bool {
  const content = token(0);
  const id = idIn(1);
  noteRead(content, OF_RESULT);
  if ((argument(2) & MAY_EDIT) == 0) {
    if (content == 0) {
      addHollow();
      noteHollow();
    }
    noteFixed(id, jsonChars(content), argument(3));
    return id > 0;
  }
  const text = textOf(content);
  if (id <= 0 || text == 0) return false;
  return noteResult(text, content, token(1), id, (argument(2) & FAILED) != 0, argument(3));
}

/** A copy of the answer before it, or of that to a call. */
function readCopy(): bool {
  const copy = token(0);
  const id = idIn(2);
  const bytes = load<i32>(copy, 8) - load<i32>(copy, 4);
  noteRead(copy, OF_RESULT);
  if (argument(1) != 0) addCopy(bytes);
  else if (id > 0) addSide(id, bytes);
  return id >= 0;
}

function readMark(): bool {
  const id = idIn(1);
  const parent = idIn(2);
  if (id < 0 || parent < 0) return false;
  addFound(argument(0), id, parent, argument(3), 0);
  return true;
}

function readModel(): bool {
  const model = charsOf(token(0)) == 0 ? 0 : idIn(0);
  if (model > 0) addModel(model);
  return model > 0;
}
