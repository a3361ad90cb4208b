/** Joins strings into one, which gets a token of its own, in AssemblyScript. */
import { QUOTE } from "../bytes/codes";
import { charsOf, FLAGS_MASK, STRING, TOKEN } from "../tape/tape-tokens";

let joined: i32 = 0;
let to: i32 = 0;
let limit: i32 = 0;
let chars: i32 = 0;
let flags: i32 = 0;

/** Starts a string of up to `most` bytes, which follow its token at `at`. */
export function beginJoin(at: i32, most: i32): void {
  joined = at;
  limit = at + most - 1;
  to = at + TOKEN;
  chars = 0;
  flags = STRING;
  store<u8>(to++, QUOTE);
}

/** Adds the text of a string; false if there is no room. */
export function join(text: i32): bool {
  const from = load<i32>(text, 4) + 1;
  const length = load<i32>(text, 8) - 1 - from;
  if (length > limit - to) return false;
  memory.copy(to, from, length);
  to += length;
  chars += charsOf(text);
  flags |= load<i32>(text) & FLAGS_MASK;
  return true;
}

/** Ends the string, and returns its token. */
export function endJoin(): i32 {
  store<u8>(to++, QUOTE);
  store<i32>(joined, flags);
  store<i32>(joined, joined + TOKEN, 4);
  store<i32>(joined, to, 8);
  store<i32>(joined, chars, 12);
  return joined;
}
