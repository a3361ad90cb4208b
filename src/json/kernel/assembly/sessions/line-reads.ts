/**
 * The values of a learned line that were read, and whether the rest may hold a result, in AssemblyScript.
 */
import { isLongJson, isLongText, isSame, isText } from "../chat/long-texts";
import { isAbout, isAboutCall, NO, saysResult, SIGN_CALL_ID, SIGN_RESULT, signOf, useOf } from "./session-keys";
import { after, ARRAY, charsOf, isContainer, isString, OBJECT, TOKEN } from "../tape/tape-tokens";

// What was read from a value: `OF_NONE` if it holds nothing for the model, `OF_UNIT` if it is a message.
export const OF_UNIT: i32 = -1;
export const OF_SAID: i32 = 0;
export const OF_CALL: i32 = 1;
export const OF_RESULT: i32 = 2;
export const OF_NONE: i32 = 3;

/** Chars that make a text long. */
const LONG: i32 = 16;

/** The values that were read, each with a kind. */
let reads: i32 = 0;
let readsEnd: i32 = 0;
let hasTools: bool = false;
/** Whether a result or a message is without text, so that any text of its line may be its own. */
let isHollow: bool = false;
let isRowHollow: bool = false;

/** Starts a line, whose values are noted at `at`. */
export function beginReads(at: i32): void {
  reads = at;
  readsEnd = at;
  hasTools = false;
  isHollow = isRowHollow;
}

/** Notes a result or a message without text. */
export function noteHollow(): void {
  isHollow = true;
}

/** Starts a value in a row, and returns what `endReadsOfItem` needs. */
export function beginReadsOfItem(): i32 {
  const outer = reads;
  isRowHollow = isHollow;
  beginReads(readsEnd);
  return outer;
}

/** Goes on with the row. */
export function endReadsOfItem(outer: i32): void {
  readsEnd = reads;
  reads = outer;
  hasTools = false;
  isHollow = false;
}

/** Notes that something was read from a value, 0 for none. */
export function noteRead(value: i32, kind: i32): void {
  if (kind == OF_CALL || kind == OF_RESULT) hasTools = true;
  if (value != 0) note(value, kind);
}

/** Notes a copy of a result that is in no message. */
export function noteCopy(value: i32): void {
  note(value, OF_RESULT);
}

function note(value: i32, kind: i32): void {
  store<i32>(readsEnd, value);
  store<i32>(readsEnd, kind, 4);
  readsEnd += 8;
}

/** Whether a value that no reader knows is without text that is long enough to tell of. */
export function saysLittle(value: i32): bool {
  return !holdsText(value, LONG);
}

/** Whether nothing of a line that was not read may be a result, as formats/unread tells. */
export function isRestClean(line: i32): bool {
  return isClean(line) && !(isHollow && holdsText(line, LONG));
}

function isClean(value: i32): bool {
  if (isRead(value, OF_SAID)) return true;
  if (!isContainer(value)) return hasTools ? !isLongText(value) || isCopy(value) : !isLongJson(value);
  const stop = after(value);
  if (load<u8>(value) == ARRAY) {
    let isTouched = false;
    let isNamed = false;
    for (let item = value + TOKEN; item < stop; item = after(item)) {
      if (!isClean(item)) return false;
      if (!isContainer(item)) continue;
      if (holdsRead(item, OF_UNIT, OF_NONE)) isTouched = true;
      else if (namesKind(item) && holdsText(item, LONG)) isNamed = true;
    }
    return !isTouched || !isNamed;
  }
  for (let key = value + TOKEN; key < stop; key = after(key + TOKEN))
    if (!isSignRead(key, value) || !isClean(key + TOKEN)) return false;
  return true;
}

/** Whether a text repeats something said or called. */
function isCopy(text: i32): bool {
  for (let at = reads; at < readsEnd; at += 8)
    if (load<i32>(at, 4) <= OF_CALL && isSame(text, load<i32>(at))) return true;
  return false;
}

/** Whether a key of an object is no sign of a result, or of one that was read or has no text. */
function isSignRead(key: i32, object: i32): bool {
  const use = useOf(key);
  const sign = signOf(use);
  if (use == 0 || sign == 0) return use != 0;
  const value = key + TOKEN;
  if (holdsRead(object, OF_RESULT, OF_RESULT)) return true;
  if (sign == SIGN_RESULT) return !holdsText(value, 1);
  if (!isString(value)) return true;
  if (sign == SIGN_CALL_ID && holdsRead(object, OF_CALL, OF_CALL)) return true;
  // An id is also that of the call that something said is about.
  if (sign == SIGN_CALL_ID) return !holdsText(object, 1, OF_SAID, true);
  return saysResult(value, sign) == NO || !holdsText(object, 1);
}

/**
 * Whether a value may hold text of a result, of `least` chars or more, that was not read as something of a kind from
 * `from` up; `isOfCall`: arguments of a call are none.
 */
function holdsText(value: i32, least: i32, from: i32 = OF_CALL, isOfCall: bool = false): bool {
  if (isRead(value, from)) return false;
  if (!isContainer(value)) return charsOf(value) >= least && (least < LONG || isText(value));
  const skip = load<u8>(value) == OBJECT ? TOKEN : 0;
  const stop = after(value);
  for (let item = value + TOKEN + skip; item < stop; item = after(item) + skip) {
    const use = skip == 0 ? 0 : useOf(item - TOKEN);
    const isSkipped = skip != 0 && (isOfCall ? isAboutCall(use) : isAbout(use));
    if (!isSkipped && holdsText(item, least, from, isOfCall)) return true;
  }
  return false;
}

/** Whether an object names its kind, or a role. */
function namesKind(object: i32): bool {
  if (load<u8>(object) != OBJECT) return false;
  const stop = after(object);
  for (let key = object + TOKEN; key < stop; key = after(key + TOKEN))
    if (signOf(useOf(key)) > SIGN_CALL_ID && isString(key + TOKEN)) return true;
  return false;
}

/** Whether a value was read, as something of a kind from `least` up. */
function isRead(value: i32, least: i32): bool {
  for (let at = reads; at < readsEnd; at += 8)
    if (load<i32>(at) == value && load<i32>(at, 4) >= least) return true;
  return false;
}

/** Whether a value holds nothing for the model, as its format knows. */
export function isIgnored(value: i32): bool {
  return isRead(value, OF_NONE);
}

/** Whether something of these kinds was read in a value. */
function holdsRead(value: i32, from: i32, to: i32): bool {
  const stop = after(value);
  for (let at = reads; at < readsEnd; at += 8) {
    const read = load<i32>(at);
    const kind = load<i32>(at, 4);
    if (read >= value && read < stop && kind >= from && kind <= to) return true;
  }
  return false;
}
