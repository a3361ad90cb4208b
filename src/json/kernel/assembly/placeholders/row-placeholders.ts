/**
 * Writes the placeholders of a template for the results of a row, in AssemblyScript: its literal pieces as
 * encoded, and the values of its fields between them. JavaScript is asked for a value that cannot be copied
 * from the row as it is.
 */
import { BACKSLASH, QUOTE } from "../bytes/codes";
import { plainLineOfArguments } from "../calls/call-arguments";
import { IS_ERROR, JOINED, MAY_BE_ERROR } from "../chat/chat-results";
import { mayNameCode } from "./exit-codes";
import { ask, FIELD, SHORTER_FIELD } from "../tape/questions";
import {
  ASKED,
  CODE_CHARS,
  ERRORS,
  FIELDS,
  HAS_SHORTER,
  JOINED_AT,
  KINDS,
  KINDS_OF,
  LEAST_GAIN,
  MAIN_KEYS,
  MIN_GAIN,
  PIECES,
  PIECES_OF,
  policy,
  SHORTER_FIELDS,
  WRITTEN,
} from "../policy/row-policy";
import { answered, answeredName, MOST_ARGUMENT, writeAnswered } from "../calls/answered-calls";
import { idAt, idCount, idLength } from "../calls/session-ids";
import { bytesOf, isString, tokenOf } from "../tape/tape-tokens";

// The fields that the kernel writes itself, by index in `ROW_FIELDS`; see ../tape/masked-rows.ts.
const LENGTH: i32 = 1;
const THOUSANDS: i32 = 2;
const TURN: i32 = 3;
const TOOL: i32 = 4;
const CALL_ID: i32 = 5;
const EXIT: i32 = 6;
const CALL: i32 = 7;
const LINES: i32 = 8;
const REF: i32 = 9;

const REF_DIGITS: i32 = 12;
const MOST_TOOL: i32 = 40;
const MOST_ID: i32 = 64;
/** The characters at each end of a text that may name a code, and the most bytes of a character. */
const CODE_BYTES: i32 = 6;

/** The longest text that is copied sixteen bytes at a time. */
const SHORT: i32 = 64;

/** Where the placeholder continues. */
let out: i32 = 0;
let chars: i32 = 0;

/** The chars of the latest placeholder. */
export let placeholderChars: i32 = 0;
/** The bytes before the ref that is to be filled in; 0 if there is none. */
export let placeholderRef: i32 = 0;

/** Whether a result is of a session and answers a call, and the number of its own name; 0 for none. */
let isAnswer: bool = false;
let ownName: i32 = 0;

/** Turns to a result of a session, and the number of its own name. */
export function turnToAnswer(name: i32): void {
  isAnswer = answered != 0;
  ownName = name;
}

/** Turns from a session to the results of rows and of lines. */
export function leaveAnswer(): void {
  isAnswer = false;
}

/** Lengths of texts that are not written: it would save too little, or the other path is needed. */
export const TOO_SMALL: i32 = -1;
export const LEFT: i32 = -2;

/**
 * Writes the placeholder for result `k` in place of `bytes` bytes, or the shorter one if that saves too little. Returns
 * its length in bytes; 0 if it is not smaller, `TOO_SMALL` if it saves less than wanted.
 */
export function writeWorth(result: i32, k: i32, ascii: bool, bytes: i32): i32 {
  const written = writeOne(result, k, ascii);
  return worthOf(written, bytes, load<i32>(result, 4) - placeholderChars);
}

/** The same of what was written, which saves `gain` chars. */
export function worthOf(written: i32, bytes: i32, gain: i32): i32 {
  if (bytes <= written || gain < 1) return 0;
  return gain < load<i32>(policy, LEAST_GAIN) ? TOO_SMALL : written;
}

/** Writes the placeholder, or the shorter one if that saves too little. */
export function writeOne(result: i32, k: i32, ascii: bool): i32 {
  const written = writePlaceholder(result, k, ascii);
  const isLittle = load<i32>(result, 4) - placeholderChars < load<i32>(policy, MIN_GAIN);
  if (!isLittle || load<i32>(policy, HAS_SHORTER) == 0) return written;
  return writePlaceholder(result, k, ascii, true);
}

/**
 * Writes the placeholder for result `k` to the policy's buffer, or the shorter one, with `ascii` in ASCII
 * only. Returns its length in bytes.
 */
function writePlaceholder(result: i32, k: i32, ascii: bool, isShorter: bool = false): i32 {
  const pieces = policy + PIECES + (isShorter ? 2 * PIECES_OF : 0) + (ascii ? 0 : PIECES_OF);
  const fields = load<i32>(policy + (isShorter ? SHORTER_FIELDS : FIELDS));
  const kinds = policy + KINDS + (isShorter ? KINDS_OF : 0);
  const question = isShorter ? SHORTER_FIELD : FIELD;
  out = policy + WRITTEN;
  chars = load<i32>(pieces);
  placeholderRef = 0;
  for (let field: i32 = 0; ; field++) {
    const piece = pieces + 4 + (field << 3);
    copy(load<i32>(piece), load<i32>(piece, 4));
    if (field == fields) break;
    if (!writeField(<i32>load<u8>(kinds + field), result)) {
      const length = ask(question + field, k);
      chars += load<i32>(policy, ASKED);
      copy(policy + ASKED + 4, length);
    }
  }
  placeholderChars = chars;
  return out - policy - WRITTEN;
}

/** Writes a placeholder whose only field is the length to an address; returns its length in bytes. */
export function writeOfLength(length: i32, ascii: bool, to: i32): i32 {
  const pieces = policy + PIECES + (ascii ? 0 : PIECES_OF) + 4;
  const end = pieces + (load<i32>(policy, FIELDS) << 3);
  out = to;
  copy(load<i32>(pieces), load<i32>(pieces, 4));
  for (let piece = pieces + 8; piece <= end; piece += 8) {
    writeNumber(length, false);
    copy(load<i32>(piece), load<i32>(piece, 4));
  }
  return out - to;
}

/** Writes what JavaScript answers to a question about result `k`. Returns its length in bytes. */
export function writeAnswer(question: i32, k: i32): i32 {
  const length = ask(question, k);
  placeholderChars = load<i32>(policy, ASKED);
  placeholderRef = 0;
  if (length > 0) memory.copy(policy + WRITTEN, policy + ASKED + 4, length);
  return length;
}

/** Writes the value of a field; false if JavaScript must be asked. */
function writeField(kind: i32, result: i32): bool {
  if (kind == LENGTH) writeNumber(load<i32>(result, 4), false);
  else if (kind == THOUSANDS) writeNumber(load<i32>(result, 4), true);
  else if (kind == TURN) writeNumber(load<i32>(result, 28), false);
  else if (kind == TOOL) return writeWord(load<i32>(result, 24), MOST_TOOL);
  else if (kind == CALL_ID) return writeWord(load<i32>(result, 32), MOST_ID);
  else if (kind == EXIT) return writeExit(result);
  else if (kind == CALL) return isAnswer ? writeAnsweredCall() : writeCall(result);
  else if (kind == LINES) return writeLines(result);
  else if (kind == REF) writeRef();
  else return false;
  return true;
}

/** Copies bytes, and up to fifteen more, for which there is room: V8 calls a function for other copies. */
function copy(from: i32, length: i32): void {
  if (length > SHORT) memory.copy(out, from, length);
  else for (let at: i32 = 0; at < length; at += 16) v128.store(out + at, v128.load(from + at));
  out += length;
}

function put(byte: i32): void {
  store<u8>(out++, byte);
  chars++;
}

/** Leaves room for the ref: its digest is made with what is archived. */
function writeRef(): void {
  placeholderRef = out - policy - WRITTEN;
  memory.fill(out, 0x30, REF_DIGITS);
  out += REF_DIGITS;
  chars += REF_DIGITS;
}

function writeNumber(number: i32, hasCommas: bool): void {
  let unit: i32 = 1;
  let digits: i32 = 1;
  const tenth = number / 10;
  for (; unit <= tenth; digits++) unit *= 10;
  for (let rest = number; digits > 0; digits--) {
    const digit = rest / unit;
    put(0x30 + digit);
    rest -= digit * unit;
    unit /= 10;
    if (hasCommas && digits > 1 && (digits - 1) % 3 == 0) put(0x2c);
  }
}

/** Copies a string of the row, or a number, if it is ASCII without spaces and needs no escape. */
function writeWord(node: i32, most: i32): bool {
  if (node < 0) return false;
  const word = tokenOf(node);
  const quote: i32 = isString(word) ? 1 : 0;
  return writePlain(load<i32>(word, 4) + quote, bytesOf(word) - 2 * quote, most);
}

function writePlain(from: i32, length: i32, most: i32): bool {
  if (length < 1 || length > most) return false;
  for (let at: i32 = 0; at < length; at++) {
    const byte = <i32>load<u8>(from + at);
    if (byte <= 0x20 || byte >= 0x7f || byte == BACKSLASH || byte == QUOTE) return false;
  }
  copy(from, length);
  chars += length;
  return true;
}

/** Writes how the call ended, if its result names no code and is known not to be an error. */
function writeExit(result: i32): bool {
  const text = textOf(result);
  // If errors are not kept, nothing has searched the text for them yet.
  if (load<i32>(policy, ERRORS) == 0 || (load<i32>(result, 8) & (IS_ERROR | MAY_BE_ERROR)) != 0) return false;
  const room = load<i32>(policy, CODE_CHARS) * CODE_BYTES;
  if (mayNameCode(load<i32>(text, 4) + 1, load<i32>(text, 8) - 1, room)) return false;
  put(0x6f);
  put(0x6b);
  return true;
}

/** The text of a result; that of several blocks was joined. */
@inline
function textOf(result: i32): i32 {
  const isJoined = (load<i32>(result, 8) & JOINED) != 0;
  return isJoined ? policy + JOINED_AT : tokenOf(load<i32>(result));
}

/** Writes the tool and its main argument in quotes. */
function writeCall(result: i32): bool {
  const node = load<i32>(result, 36);
  const before = out;
  const charsBefore = chars;
  if (node < 0 || !writeWord(load<i32>(result, 24), MOST_TOOL)) return false;
  const args = tokenOf(node);
  const quote: i32 = isString(args) ? 1 : 0;
  const start = load<i32>(args, 4) + quote;
  const end = load<i32>(args, 8) - quote;
  const keys = load<i32>(policy, MAIN_KEYS);
  const length = plainLineOfArguments(start, end, quote != 0, keys, out + 3, MOST_ARGUMENT);
  return quoteArgument(length, before, charsBefore);
}

/** The same of the call that a session's result answers. */
function writeAnsweredCall(): bool {
  const name = ownName != 0 ? ownName : answeredName();
  const before = out;
  const charsBefore = chars;
  if (name < 1 || name > idCount || !writePlain(idAt(name), idLength(name), MOST_TOOL)) return false;
  return quoteArgument(writeAnswered(out + 3), before, charsBefore);
}

/** Puts quotes around the argument after the tool; takes both back if JavaScript has to write the argument. */
function quoteArgument(length: i32, before: i32, charsBefore: i32): bool {
  if (length < 0) {
    out = before;
    chars = charsBefore;
    return false;
  }
  if (length == 0) return true;
  put(0x20);
  store<u8>(out++, BACKSLASH);
  put(QUOTE);
  out += length;
  chars += length;
  store<u8>(out++, BACKSLASH);
  put(QUOTE);
  return true;
}

/** Writes the number of lines of the text, as Python counts them. */
function writeLines(result: i32): bool {
  const text = textOf(result);
  const end = load<i32>(text, 8) - 1;
  let lines: i32 = 0;
  let line = load<i32>(text, 4) + 1;
  for (let at = line; at < end; ) {
    const size = sizeOfBreak(at, end);
    if (size < 0) return false;
    if (size == 0) {
      at = nextOdd(at + (load<u8>(at) == BACKSLASH ? 2 : 1), end);
      continue;
    }
    at += size;
    line = at;
    lines++;
  }
  writeNumber(line < end ? lines + 1 : lines, false);
  return true;
}

/** The next byte of a string that may begin a line break. */
function nextOdd(from: i32, end: i32): i32 {
  let at = from;
  for (; at < end; at += 16) {
    const block = v128.load(at);
    const odd = v128.or(
      i8x16.eq(block, i8x16.splat(<i8>BACKSLASH)),
      v128.or(i8x16.eq(block, i8x16.splat(<i8>0xc2)), i8x16.eq(block, i8x16.splat(<i8>0xe2))),
    );
    const mask = i8x16.bitmask(odd);
    if (mask != 0) return min(end, at + <i32>ctz(mask));
  }
  return end;
}

/** Bytes of the line break at `at`; 0 if there is none, -1 if an escape has to be decoded. */
function sizeOfBreak(at: i32, end: i32): i32 {
  const byte = <i32>load<u8>(at);
  if (byte == 0xc2) return load<u8>(at + 1) == 0x85 ? 2 : 0;
  if (byte == 0xe2) return load<u8>(at + 1) == 0x80 && (load<u8>(at + 2) | 1) == 0xa9 ? 3 : 0;
  if (byte != BACKSLASH) return 0;
  const letter = <i32>load<u8>(at + 1);
  if (letter == 0x6e || letter == 0x66) return 2;
  if (letter == 0x72) {
    const isLast = at + 2 >= end || load<u8>(at + 2) != BACKSLASH;
    if (isLast) return 2;
    if (load<u8>(at + 3) == 0x75) return -1;
    return load<u8>(at + 3) == 0x6e ? 4 : 2;
  }
  if (letter != 0x75) return 0;
  const first = <i32>load<u16>(at + 2);
  return first == 0x3030 || first == 0x3032 ? -1 : 0;
}
