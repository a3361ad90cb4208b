/**
 * Finds the text of a tool result, in AssemblyScript: a string, or blocks of text, whose texts are joined as
 * if one string had contained them.
 */
import { CLOSE_BRACE } from "../bytes/codes";
import { NOTES_EDITS, OUT, policy } from "../policy/row-policy";
import { beginJoin, endJoin, join } from "../chat/join-texts";
import { holdsLongText } from "../chat/long-texts";
import { AS_WORD, classOf } from "../calls/session-ids";
import { KEY_TEXT, KEY_TYPE, useOf, WORD_TEXT } from "./session-keys";
import {
  after,
  ARRAY,
  charsOf,
  isContainer,
  isString,
  OBJECT,
  TOKEN,
} from "../tape/tape-tokens";

/** The most bytes of joined texts. */
export const JOINED_BYTES: i32 = 1024 * 1024;

/** The strings that contain the text found last: the first one, and the last one. */
export let firstString: i32 = 0;
export let lastString: i32 = 0;

/** Whether several strings contain it, so that its token is not on the tape. */
@inline
export function isJoined(): bool {
  return firstString != lastString;
}

/** The token of a result's text: of a string, or of the texts of blocks; 0 if anything else is in it. */
export function textOf(content: i32): i32 {
  firstString = content;
  lastString = content;
  if (isString(content)) return content;
  if (content == 0 || load<u8>(content) != ARRAY) return 0;
  const stop = after(content);
  const first = content + TOKEN;
  if (first == stop) return 0;
  firstString = textIn(first);
  lastString = firstString;
  if (firstString == 0 || after(first) == stop) return firstString;
  return joined(first, stop);
}

/**
 * The string in a block of text, in which no other value has any; 0 for other blocks. With `isOfAnyType` its type may
 * be another, such as `tool_output`.
 */
export function textIn(block: i32, isOfAnyType: bool = false): i32 {
  if (load<u8>(block) != OBJECT) return 0;
  const stop = after(block);
  let text: i32 = 0;
  let type: i32 = 0;
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == KEY_TEXT && text == 0) text = value;
    else if (use == KEY_TYPE && type == 0) type = value;
    else if (use == 0 || use == KEY_TEXT || use == KEY_TYPE) return 0;
    else if (isContainer(value) && holdsLongText(value)) return 0;
  }
  if (!isOfAnyType && type != 0 && !(isString(type) && classOf(type, AS_WORD) == WORD_TEXT)) return 0;
  return isString(text) ? text : 0;
}

/** Whether a block has a key for text, whatever it is. */
export function hasTextKey(block: i32): bool {
  if (load<u8>(block) != OBJECT) return false;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN))
    if (useOf(key) == KEY_TEXT) return true;
  return false;
}

/** The chars of a string, or of blocks of text; negative if they have something else. */
export function charsIn(said: i32): i32 {
  if (said == 0 || load<u8>(said) != ARRAY) return charsOf(said);
  let chars: i32 = 0;
  const stop = after(said);
  for (let block = said + TOKEN; block < stop; block = after(block)) {
    const text = textIn(block);
    if (text == 0 || holdsMore(block)) return -1;
    chars += charsOf(text);
  }
  return chars;
}

/** Whether a block has keys besides those of its type and its text, which may be those of a result. */
function holdsMore(block: i32): bool {
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use != KEY_TEXT && use != KEY_TYPE) return true;
  }
  return false;
}

/**
 * Joins the texts of blocks in the memory of the rows' output, which sessions do not have. One splice from
 * the first string to the last replaces them all, if each ends its block in the same way.
 */
function joined(first: i32, stop: i32): i32 {
  // An archive keeps the text of a splice, which is one string.
  if (load<i32>(policy, NOTES_EDITS) != 0) return 0;
  beginJoin(policy + OUT, JOINED_BYTES);
  for (let block = first; block < stop; block = after(block)) {
    const text = textIn(block);
    if (text == 0 || <i32>load<u8>(load<i32>(text, 8)) != CLOSE_BRACE || !join(text)) return 0;
    lastString = text;
  }
  return endJoin();
}
