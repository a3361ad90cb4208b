/**
 * Long texts under keys that a format does not read, in AssemblyScript: one could be a result, which only the object
 * path's guard can tell. See formats/unread/unread-texts.ts.
 */
import { BACKSLASH, LETTER_U, OPEN_BRACE, OPEN_BRACKET, SPACE } from "../bytes/codes";
import { areSame } from "../bytes/bytes";
import { KEY_CONTENT, KEY_REASONING_BLOCKS, KEY_REASONING_TOO, useOf } from "./chat-words";
import { after, isString, STRING, TOKEN } from "../tape/tape-tokens";

/** Shorter strings are ids, names and notes. */
const LONG: i32 = 1000;
/** A text has a space within this many characters, or begins with a bracket. */
const HEAD: i32 = 256;

const DOUBLE_QUOTE: i32 = 0x22;
const QUOTE: i32 = 0x27;

/** Whether a value is, or holds, a long text other than `but`, if that is a string. */
export function holdsLongText(value: i32, but: i32 = 0): bool {
  const stop = after(value);
  for (let at = value; at < stop; at += TOKEN)
    if (isLongText(at) && !isSame(at, but)) return true;
  return false;
}

/** Whether a value is a long text. */
export function isLongText(value: i32): bool {
  return isLong(value) && isText(value);
}

/** Whether a value is, or holds, a long text that is not read; `isRead` says whether a string is. */
@inline
export function isLongUnread(value: i32, isRead: bool): bool {
  return value != 0 && !(isRead && isString(value)) && holdsLongText(value);
}

/** Whether a message holds a long text under another key than those that are read, unless it repeats its reasoning. */
export function holdsUnsaid(message: i32, thought: i32): bool {
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if ((use >= KEY_CONTENT && use <= KEY_REASONING_TOO) || use >= KEY_REASONING_BLOCKS) continue;
    if (holdsLongText(key + TOKEN, thought)) return true;
  }
  return false;
}

/** Whether a value is, or holds, a long string that may be JSON. */
export function holdsLongJson(value: i32): bool {
  const stop = after(value);
  for (let at = value; at < stop; at += TOKEN) if (isLongJson(at)) return true;
  return false;
}

/** Whether a value is a long string that may be the JSON of an object or of an array of some. */
export function isLongJson(value: i32): bool {
  return isString(value) && isLong(value) && mayBeJson(value);
}

/**
 * Whether a text may be a result in the words of an API: see `isPackedResult` of formats/shared/observation-headers.ts.
 */
export function mayBePacked(text: i32): bool {
  if (!isString(text)) return false;
  let at = load<i32>(text, 4) + 1;
  const isArray = <i32>load<u8>(at) == OPEN_BRACKET;
  if (isArray) at++;
  const first = <i32>load<u8>(at);
  if (first != OPEN_BRACE) return isArray && (first == SPACE || first == BACKSLASH);
  const quote = <i32>load<u8>(++at);
  if (quote == SPACE) return true;
  if (quote == BACKSLASH) {
    if (<i32>load<u8>(++at) != DOUBLE_QUOTE) return true; // White space.
  } else if (quote != QUOTE) return false;
  // type, tool_use_id, toolResult; role; functionResponse
  const letter = <i32>load<u8>(at, 1);
  return letter == 0x74 || letter == 0x72 || letter == 0x66;
}

function mayBeJson(text: i32): bool {
  const from = load<i32>(text, 4) + 1;
  const first = <i32>load<u8>(from);
  const next = <i32>load<u8>(from, 1);
  if (first == BACKSLASH) return next == LETTER_U; // A bracket may be spelled out.
  if (first != OPEN_BRACE && first != OPEN_BRACKET) return false;
  // Lists of strings, such as those of tests, hold no results.
  if (next == BACKSLASH) return first == OPEN_BRACE || load<u8>(from, 2) != DOUBLE_QUOTE;
  return next == OPEN_BRACE || next == SPACE;
}

/**
 * Whether a string and another value, 0 for none, have the same bytes between their quotes: names in rows have none.
 */
export function isSame(text: i32, other: i32): bool {
  if (other == 0 || !isString(other)) return false;
  const from = load<i32>(text, 4);
  const start = load<i32>(other, 4);
  const length = load<i32>(text, 8) - from;
  return load<i32>(other, 8) - start == length && areSame(from + 1, start + 1, length - 2);
}

function isLong(token: i32): bool {
  return load<u8>(token) == STRING && load<i32>(token, 12) >= LONG;
}

/**
 * Whether a string begins with a bracket, or has a space near its beginning; also true with escapes, or beyond ASCII.
 */
export function isText(text: i32): bool {
  const from = load<i32>(text, 4) + 1;
  const first = <i32>load<u8>(from);
  if (first == OPEN_BRACE || first == OPEN_BRACKET) return true;
  const to = min(load<i32>(text, 8), from + HEAD);
  for (let at = from; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (byte == SPACE || byte == BACKSLASH || byte >= 0x80) return true;
  }
  return false;
}
