/**
 * The words of sessions, in AssemblyScript: the uses of keys, and the signs of results. Data that
 * kernel-sessions.ts writes, see session-words.ts.
 */
import { isLongJson } from "../chat/long-texts";
import { beginFields, field, setField } from "../tape/object-fields";
import { ask } from "../tape/questions";
import { AS_KEY, AS_KIND, AS_ROLE, classAt, idOf } from "../calls/session-ids";
import { after, ARRAY, isContainer, isString, numberOf, TOKEN } from "../tape/tape-tokens";

// The uses of keys, as in session-words.ts.
export const KEY_TYPE: i32 = 1;
export const KEY_ID: i32 = 2;
export const KEY_PARENT: i32 = 3;
export const KEY_IN_THREAD: i32 = 4;
export const KEY_MESSAGE: i32 = 5;
export const KEY_COPY: i32 = 6;
export const KEY_THREAD: i32 = 7;
export const KEY_LEAF: i32 = 8;
export const KEY_SUBTYPE: i32 = 9;
export const KEY_ROLE: i32 = 10;
export const KEY_CONTENT: i32 = 11;
export const KEY_OWN_ID: i32 = 12;
export const KEY_MODEL: i32 = 13;
export const KEY_TEXT: i32 = 14;
export const KEY_THINKING: i32 = 15;
export const KEY_SIGNATURE: i32 = 16;
export const KEY_NAME: i32 = 17;
export const KEY_INPUT: i32 = 18;
export const KEY_CALL_ID: i32 = 19;
export const KEY_IS_ERROR: i32 = 20;
export const KEY_OUTPUT: i32 = 21;
export const KEY_ARGUMENTS: i32 = 22;
export const KEY_SUMMARY: i32 = 23;
export const KEY_SEALED: i32 = 24;
export const KEY_STATUS: i32 = 25;
/**
 * Side copies: the first two are in events of commands and patches, the others in events of commands only.
 */
export const KEY_COPIES: i32 = 26;
export const KEY_AGGREGATED: i32 = 28;
export const KEY_COPIES_END: i32 = 30;
export const KEY_CHANGES: i32 = 30;
export const KEY_ANSWER: i32 = 31;
/** Keys of items that only the format's own reader understands, an id of a call among them. */
export const KEY_UNREAD: i32 = 32;
export const KEY_PAYLOAD: i32 = 33;
/** Contains what an event is about. */
export const KEY_ITEM: i32 = 34;
const USES: i32 = 35;
/**
 * The use of any other key: this, plus the sign that it is, and whether its value only says something about a result,
 * or is the arguments of a call.
 */
const OTHER: i32 = 64;
const SIGNS: i32 = 0x7;
const ABOUT: i32 = 0x8;
const OF_CALLS: i32 = 0x10;
export const SIGN_RESULT: i32 = 1;
export const SIGN_CALL_ID: i32 = 2;
const SIGN_KIND: i32 = 3;
const SIGN_ROLE: i32 = 4;

// The kinds of lines by their types, and the meanings of other words, as in session-words.ts.
export const LINE_MESSAGE: i32 = 1;
export const LINE_NOTE: i32 = 2;
export const LINE_LEAF: i32 = 3;
/** From here on lines have a payload: an item, an event, the context of the following turns. */
export const LINE_ITEM: i32 = 4;
export const LINE_EVENT: i32 = 5;
export const LINE_CONTEXT: i32 = 6;
/** Is an item itself. */
export const LINE_BARE_ITEM: i32 = 7;
export const WORD_USER: i32 = 1;
export const WORD_ASSISTANT: i32 = 2;
export const WORD_SYSTEM: i32 = 3;
export const WORD_TEXT: i32 = 4;
export const WORD_CALL: i32 = 5;
export const WORD_RESULT: i32 = 6;
export const WORD_THINKING: i32 = 7;
export const WORD_BOUNDARY: i32 = 8;
export const WORD_SYNTHETIC: i32 = 9;
export const WORD_MESSAGE: i32 = 10;
export const WORD_FREE_CALL: i32 = 11;
export const WORD_COMMAND_EVENT: i32 = 12;
export const WORD_PATCH_EVENT: i32 = 13;
export const WORD_TOOL_EVENT: i32 = 14;
export const WORD_ODD_EVENT: i32 = 15;
export const WORD_ITEM_EVENT: i32 = 16;

export const TRUE: i32 = 5;

// Questions besides those about rows: which sign a key is; whether a word says that its object is a result.
const SIGN_OF: i32 = 32;
const SAYS_RESULT: i32 = 33;
/** Whether a text, or a block's text, begins like the output of a command that failed. */
export const TEXT_FAILED: i32 = 34;
/** Whether an item of the user begins a turn. */
export const BEGINS_TURN: i32 = 38;
export const NO: i32 = 1;
const YES: i32 = 2;

/** The use of a key; 0 if the format's own reader is needed. */
export function useOf(key: i32): i32 {
  const at = classAt(key, AS_KEY);
  if (at == 0) return 0;
  const known = <i32>load<u8>(at);
  if (known != 0) return known;
  const sign = ask(SIGN_OF, numberOf(key)) + OTHER;
  store<u8>(at, <u8>sign);
  return sign;
}

/** The sign that a key is, by its use. */
export function signOf(use: i32): i32 {
  if (use >= OTHER) return use & SIGNS;
  if (use == KEY_TYPE) return SIGN_KIND;
  if (use == KEY_ROLE) return SIGN_ROLE;
  if (use == KEY_COPY || use == KEY_AGGREGATED) return SIGN_RESULT;
  return use == KEY_CALL_ID || use == KEY_UNREAD ? SIGN_CALL_ID : 0;
}

/** Whether the value of a key, by its use, is no text of a result, but an id, a kind or a time. */
export function isAbout(use: i32): bool {
  return use >= OTHER ? (use & ABOUT) != 0 : use == KEY_TYPE || use == KEY_ROLE || use == KEY_CALL_ID;
}

/** Whether the value of a key, by its use, says something about a call, or about its result. */
export function isAboutCall(use: i32): bool {
  return isAbout(use) || (use >= OTHER && (use & OF_CALLS) != 0);
}

/** Whether a word under a key with such a sign says that its object is a result: `YES` or `NO`, 0 if unknown. */
export function saysResult(word: i32, sign: i32): i32 {
  const at = classAt(word, sign == SIGN_KIND ? AS_KIND : AS_ROLE);
  if (at == 0) return 0;
  if (load<u8>(at) == 0)
    store<u8>(at, <u8>(ask(SAYS_RESULT, (numberOf(word) << 3) | sign) != 0 ? YES : NO));
  return <i32>load<u8>(at);
}

/** Whether neither a key nor anything in its value looks like a result. */
export function isClean(use: i32, value: i32, depth: i32): bool {
  const sign = signOf(use);
  if (sign != 0) {
    if (sign == SIGN_RESULT) {
      if (isString(value) || isContainer(value)) return false;
    } else if (isString(value)) {
      if (sign == SIGN_CALL_ID || saysResult(value, sign) != NO) return false;
    }
  }
  return isContainer(value) ? holdsNoSign(value, depth) : !isLongJson(value);
}

function holdsNoSign(container: i32, depth: i32): bool {
  if (depth > 32) return false;
  const stop = after(container);
  if (load<u8>(container) == ARRAY) {
    for (let item = container + TOKEN; item < stop; item = after(item))
      if (isContainer(item) ? !holdsNoSign(item, depth + 1) : isLongJson(item)) return false;
    return true;
  }
  for (let key = container + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == 0 || !isClean(use, key + TOKEN, depth + 1)) return false;
  }
  return true;
}

/** The number of an id; 0 if there is none, negative if the format's own reader is needed. */
export function idOrNone(token: i32): i32 {
  if (!isString(token)) return 0;
  const number = idOf(token);
  return number <= 0 ? -1 : number;
}

/** Takes the values of an object by the uses of their keys; false if the format's own reader is needed. */
export function takeFields(object: i32): bool {
  beginFields();
  const stop = after(object);
  for (let key = object + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == 0 || (use < USES && !takeField(use, key + TOKEN))) return false;
  }
  return true;
}

/** Takes a value; false if there is another of the same use. */
@inline
export function takeField(use: i32, value: i32): bool {
  if (field(use) != 0) return false;
  setField(use, value);
  return true;
}
