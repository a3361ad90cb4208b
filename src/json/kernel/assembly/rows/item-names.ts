/**
 * The names of tools in rows that are read by their messages, in AssemblyScript.
 */
import { idAt, idLength } from "../calls/session-ids";
import { argument, token } from "../sessions/learned-path";
import { BACKSLASH, SPACE } from "../bytes/codes";
import { areSame } from "../bytes/bytes";
import { after, charsOf, isBare, STRING, tape, TOKEN } from "../tape/tape-tokens";

/** The number of names that are in no string of a message. */
let names: i32 = 0;
const MOST_NAMES: i32 = 64;
/** The chars of the longest name that a place tells. */
const MOST_CHARS: i32 = 80;
/** The tools that the messages before this one, and this one, name for the results that follow: tokens, 0 for none. */
let toolBefore: i32 = 0;
let toolAfter: i32 = 0;
/** Chars in which the first word of a text must end, because no more are searched. */
const MOST_BEFORE: i32 = 200;

/** Starts a conversation. */
export function beginNames(): void {
  names = 0;
  toolBefore = 0;
  toolAfter = 0;
}

/** Goes on to the next message. */
export function turnToTool(): void {
  toolBefore = toolAfter;
  toolAfter = 0;
}

/** The tool that the message before this one names. */
export function toolNamedBefore(): i32 {
  return toolBefore;
}

/** Notes the first word of a string as the tool of the results that follow; false if only its reader can tell. */
export function noteTool(text: i32): bool {
  const to = load<i32>(text, 8) - 1;
  const limit = min(to, load<i32>(text, 4) + 1 + MOST_BEFORE);
  let from = load<i32>(text, 4) + 1;
  while (from < limit) {
    const blank = blankAt(from);
    if (blank == 0) break;
    from += blank;
  }
  let end = from;
  while (end < limit && blankAt(end) == 0) {
    const byte = <i32>load<u8>(end);
    if (byte == BACKSLASH || byte >= 0x80) return false;
    end++;
  }
  if (end >= limit && limit < to) return false;
  toolAfter = end == from ? 0 : wordToken(from, end);
  return toolAfter >= 0;
}

/** The bytes of the white space here; 0 for none. That beyond ASCII is none. */
function blankAt(at: i32): i32 {
  const byte = <i32>load<u8>(at);
  if (byte == SPACE) return 1;
  if (byte != BACKSLASH) return 0;
  const letter = <i32>load<u8>(at, 1);
  return letter == 0x6e || letter == 0x74 || letter == 0x72 || letter == 0x66 ? 2 : 0;
}

/** The token of a word of the text, after the tape; negative if there are too many. */
function wordToken(from: i32, end: i32): i32 {
  let named = after(tape);
  for (let k: i32 = 0; k < names; k++) {
    const start = load<i32>(named, 4) + 1;
    if (load<i32>(named, 8) - 1 - start == end - from && areSame(start, from, end - from))
      return named;
    named += TOKEN;
  }
  if (names == MOST_NAMES) return -1;
  names++;
  store<i32>(named, STRING);
  store<i32>(named, from - 1, 4);
  store<i32>(named, end + 1, 8);
  store<i32>(named, end - from, 12);
  return named;
}

/**
 * The name in a place; if it is in none, the text that an argument numbers, as a token after the tape. 0 for no name,
 * negative if only the format's reader can tell it, or there are too many.
 */
export function nameIn(place: i32, text: i32): i32 {
  const placed = token(place);
  if (placed != 0) return isBare(placed) && charsOf(placed) <= MOST_CHARS ? placed : -1;
  const number = argument(text);
  if (number <= 0) return 0;
  const from = idAt(number) - 1;
  let named = after(tape);
  for (let k: i32 = 0; k < names; k++) {
    if (load<i32>(named, 4) == from) return named;
    named += TOKEN;
  }
  if (names == MOST_NAMES) return -1;
  names++;
  const chars = idLength(number);
  store<i32>(named, STRING);
  store<i32>(named, from, 4);
  store<i32>(named, from + chars + 2, 8);
  store<i32>(named, chars, 12);
  return named;
}
