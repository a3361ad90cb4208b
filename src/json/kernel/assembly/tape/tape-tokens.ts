/** The tokens of a tape, in AssemblyScript: sixteen bytes each, see tape.ts. */

export const TOKEN: i32 = 16;

export const KIND_MASK: i32 = 0xff;
export const OBJECT: i32 = 1;
export const ARRAY: i32 = 2;
export const STRING: i32 = 3;
export const NUMBER: i32 = 4;
export const ESCAPED: i32 = 0x100;
export const NON_ASCII: i32 = 0x200;
export const INVALID_UTF8: i32 = 0x400;
export const WORD_ESCAPED: i32 = 0x800;
export const FLAGS_MASK: i32 = 0xfff;
export const WORD_SHIFT: i32 = 12;

/** The address of the current tokens. */
export let tape: i32 = 0;

/** The end of the room for tokens. */
export let tapeEnd: i32 = 0;

/** Sets the end of the room for tokens. */
export function limitTape(end: i32): void {
  tapeEnd = end;
}

/** Sets the current tokens. */
export function turnTo(tokens: i32): void {
  tape = tokens;
}

/** The token after a value. */
@inline
export function after(token: i32): i32 {
  return isContainer(token) ? tape + (load<i32>(token, 12) << 4) : token + TOKEN;
}

@inline
export function isContainer(token: i32): bool {
  return <i32>load<u8>(token) <= ARRAY;
}

@inline
export function isString(token: i32): bool {
  return token != 0 && load<u8>(token) == STRING;
}

@inline
export function charsOf(token: i32): i32 {
  return isString(token) ? load<i32>(token, 12) : 0;
}

/** The bytes of a value. */
@inline
export function bytesOf(token: i32): i32 {
  return load<i32>(token, 8) - load<i32>(token, 4);
}

/** Whether a string has no escapes and is ASCII, so that its bytes are its text. */
@inline
export function isBare(token: i32): bool {
  return (load<i32>(token) & FLAGS_MASK) == STRING;
}

/** The number of a token; see `tokenOf`. */
@inline
export function numberOf(token: i32): i32 {
  return (token - tape) >> 4;
}

/** The token with a number. */
@inline
export function tokenOf(number: i32): i32 {
  return tape + (number << 4);
}

/** Whether a token, 0 for none, is an array or object that is not empty. */
export function hasItems(value: i32): bool {
  return value != 0 && isContainer(value) && after(value) > value + TOKEN;
}

/** The UTF-16 units of a value as JSON without white space; of a string, of its text. See json-chars.ts. */
export function jsonChars(value: i32): i32 {
  if (value == 0) return 0;
  if (isString(value)) return charsOf(value);
  const stop = after(value);
  let chars = ((stop - value) >> 4) - 1;
  for (let at = value; at < stop; at += TOKEN) {
    if (load<u8>(at) == STRING) chars += load<i32>(at, 12) + 2;
    else if (isContainer(at)) chars += after(at) > at + TOKEN ? 1 : 2;
    else chars += load<i32>(at, 8) - load<i32>(at, 4);
  }
  return chars;
}
