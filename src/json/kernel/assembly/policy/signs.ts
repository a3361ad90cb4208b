/**
 * Rules out that an observation shows an error, in AssemblyScript: the signs of `transcript/error-signs.ts`
 * are at the start or end of a line, so these are compared. If there may be a sign, the text is decoded and
 * the regular expressions there decide.
 */

import { BACKSLASH, QUOTE, SPACE } from "../bytes/codes";
import { afterSpace, isSpaceLetter, mayBeErrorObject } from "./error-objects";
import { bits, isByte, isFrom } from "../bytes/bytes";
import { isEscapeStart, mayBeAsciiOrSpace } from "../bytes/characters";

/** A backslash and a u. */
const SPELLED: i32 = 0x755c;

/** The bytes of `error: `. */
const ERROR_COLON: u64 = 0x203a726f727265;

/**
 * Whether the string `[start, end)`, without its quotes and without escaped letters, may show an error in its
 * first or last `room` bytes. `room` and its margin are those of `TapeTree.bytesExcerpt`.
 */
export function mayShowError(start: i32, end: i32, room: i32): bool {
  const first = afterSpace(start, end);
  if (first < end) {
    const byte = <i32>load<u8>(first);
    if (isWideSpace(first) || mayBeSpelledOut(first)) return true;
    if (byte == 0x7b && mayBeErrorObject(first, end)) return true;
  }
  if (mayEndInName(start, end)) return true;
  if (end - start <= 2 * room) return mayHaveSign(start, end, true);
  let head = start + room;
  while (head < end && !isBoundary(head)) head++;
  let tail = end - room;
  while (tail > start && !isBoundary(tail)) tail--;
  return mayHaveSign(start, head, false) || mayHaveSign(tail, end, true);
}

/** Whether the string that begins at `start` certainly shows an error: with `Error: ` and plain text. */
export function surelyShowsError(start: i32): bool {
  if (((load<u64>(start) | 0x20) & 0xffffffffffffff) != ERROR_COLON) return false;
  const next = <i32>load<u8>(start, 7);
  // Not the end of the string, an escape, or (none); white space may be beyond ASCII.
  return next > SPACE && next < 0x7f && next != QUOTE && next != BACKSLASH && next != 0x28;
}

/** Whether a character certainly begins here, as in tape-bytes.ts. */
function isBoundary(at: i32): bool {
  const byte = <i32>load<u8>(at);
  if (byte >= 0x80) return byte >= 0xc0;
  if (byte == BACKSLASH) return isEscapeStart(at);
  if (byte == 0x75) return false;
  if (<u32>(byte - 0x30) < 10 || <u32>((byte | 0x20) - 0x61) < 6) return false;
  return load<u8>(at - 1) != BACKSLASH;
}

/** Whether the last word, before trailing white space, may be a name such as `ValueError`. */
function mayEndInName(start: i32, end: i32): bool {
  let at = end;
  while (at > start) {
    if (load<u8>(at - 1) == 0x20) at--;
    else if (at - 2 >= start && load<u8>(at - 2) == BACKSLASH && isSpaceLetter(at - 1)) at -= 2;
    else break;
  }
  if (at == start) return false;
  if (at - 2 >= start && isWideSpace(at - 2)) return true;
  if (at - 3 >= start && isWideSpace(at - 3)) return true;
  if (at - 6 >= start && mayBeSpelledOut(at - 6)) return true;
  return endsInErrorName(at) && (load<u8>(at - 5) == 0x45 || load<u8>(at - 9) == 0x45); // E
}

/** Whether ASCII or white space may begin here as a `\u` escape. */
@inline
function mayBeSpelledOut(at: i32): bool {
  return load<u16>(at) == SPELLED && mayBeAsciiOrSpace(at);
}

/** Whether white space beyond ASCII begins here, by its first bytes. */
function isWideSpace(at: i32): bool {
  const two = load<u16>(at);
  if (two == 0xa0c2) return true; // U+00A0
  if (two == 0x9ae1 || two == 0x80e3) return load<u8>(at + 2) == 0x80; // U+1680, U+3000
  if (two == 0x80e2 || two == 0x81e2) return true; // U+2000 to U+205F
  return two == 0xbbef && load<u8>(at + 2) == 0xbf; // U+FEFF
}

/** Whether a line that begins or ends in `[from, to)` may have a sign. */
function mayHaveSign(from: i32, to: i32, isEnd: bool): bool {
  if (mayBeginSign(from)) return true;
  for (let block = from; block < to; block += 64) {
    let breaks = bits(
      mayBreak(block),
      mayBreak(block + 16),
      mayBreak(block + 32),
      mayBreak(block + 48),
    );
    if (to - block < 64) breaks &= (<u64>1 << (to - block)) - 1;
    for (; breaks != 0; breaks &= breaks - 1) {
      const at = block + <i32>ctz(breaks);
      const length = load<u16>(at) == 0x6e5c ? 2 : breakLength(at); // \n
      if (length == 0) continue;
      if (mayEndSign(at)) return true;
      const next = at + length;
      if (next < to && mayBeginSign(next)) return true;
    }
  }
  return isEnd && mayEndSign(to);
}

/**
 * Where a line break may be in sixteen bytes: the escapes \n, \r and \u, and the first byte of U+2028. If the
 * backslash itself is escaped, there is none.
 */
@inline
function mayBreak(at: i32): v128 {
  const bytes = v128.load(at);
  const after = v128.load(at, 1);
  const letters = v128.or(isByte(after, 0x6e), v128.or(isByte(after, 0x72), isByte(after, 0x75)));
  return v128.or(v128.and(isByte(bytes, 0x5c), letters), isByte(bytes, <i8>0xe2));
}

/** The length of the line break at a backslash or a byte 0xe2, or 0: \n, \r, U+2028 and U+2029. */
function breakLength(at: i32): i32 {
  if (load<u8>(at) != BACKSLASH) {
    return load<u8>(at + 1) == 0x80 && (load<u8>(at + 2) & 0xfe) == 0xa8 ? 3 : 0;
  }
  const letter = load<u8>(at + 1);
  if (letter == 0x6e || letter == 0x72) return 2;
  if (letter != 0x75 || load<u32>(at + 2) << 8 != 0x32303200) return 0; // 202
  return (load<u8>(at + 5) & 0xfe) == 0x38 ? 6 : 0;
}

/** Whether a line that begins here may begin with a sign. */
function mayBeginSign(from: i32): bool {
  const bytes = v128.load(from);
  const others = i8x16.bitmask(v128.not(areNameParts(bytes)));
  if ((others & 1) != 0) return mayBeginMark(from);
  let at = from + <i32>ctz(others);
  if (others == 0) at = from + 16 + nameLength(from + 16);
  const after = <i32>load<u8>(at);
  if (after == 0x20) return isOpening(from, load<u32>(from));
  if (after == 0x3a) {
    if (load<u32>(at - 4) == 0x65646f63) return mayBeFailure(from); // returncode
    return endsInErrorName(at) || endsInCall(at) || load<u16>(at - 2) == 0x6873; // sh
  }
  if (after == 0x5b) return endsInErrorName(at); // error[E0308]
  if (after == BACKSLASH && mayBeSpelledOut(at)) return true; // any of these, escaped
  return load<u32>(from) == 0x6e6e6f63 && load<u32>(from + 4) == 0x5f746365; // connect_
}

/** The same for signs that are not names. */
@inline
function mayBeginMark(from: i32): bool {
  const first = <i32>load<u8>(from);
  const letter = load<u8>(from + 1);
  if (first == 0x3c) return letter == 0x74 || letter == 0x72; // <t, <r
  if (first == 0x5b) return (letter | 0x20) == 0x63 || letter == 0x54; // [C, [T
  if (first == 0x2f) return (load<u32>(from + 1) & 0xffffff) == 0x6e6962; // /bin
  // < and / may be escaped.
  return first == BACKSLASH && (letter == 0x2f || mayBeSpelledOut(from));
}

/** The length of a run of letters, digits, `_`, `$`, and dots between names. */
@inline
function nameLength(from: i32): i32 {
  let at = from;
  let others: i32 = 0;
  while (others == 0) {
    others = i8x16.bitmask(v128.not(areNameParts(v128.load(at))));
    at += others == 0 ? 16 : <i32>ctz(others);
  }
  return at - from;
}

@inline
function areNameParts(bytes: v128): v128 {
  const letters = isFrom(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26);
  const marks = v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(0x5f)), i8x16.eq(bytes, i8x16.splat(0x24))),
    i8x16.eq(bytes, i8x16.splat(0x2e)),
  );
  return v128.or(v128.or(letters, isFrom(bytes, 0x30, 10)), marks);
}

/** Whether `error` or `exception`, in either case, ends here. */
function endsInErrorName(at: i32): bool {
  const last = load<u32>(at - 4) | 0x20202020;
  if (last == 0x726f7272) return (load<u8>(at - 5) | 0x20) == 0x65; // e rror
  return last == 0x6e6f6974 && (load<u32>(at - 8) | 0x20202020) == 0x70656378; // xcep tion
}

/** Whether `fatal` or `panic` ends here. */
function endsInCall(at: i32): bool {
  const last = load<u32>(at - 4) | 0x20202020;
  return last == 0x6c617461 || last == 0x63696e61; // atal, anic
}

/** Whether a word with these first four bytes, and a space after it, begins a sign. */
@inline
function isOpening(from: i32, four: u32): bool {
  const isOne =
    i32((four & 0xffffff) == 0x6d706e) | // npm
    i32(four == 0x63617254) | // Traceback
    i32(four == 0x6f727245) | // Error
    i32(four == 0x65206e41) | // An error
    i32(four == 0x61636e55) | // Uncaught
    i32(four == 0x61686e55) | // Unhandled
    i32(four == 0x6d6d6f43) | // Command
    i32(four == 0x75716552) | // Request
    i32(four == 0x6e6e6f63) | // connect_error
    i32(four == 0x6d676553); // Segmentation
  if (isOne != 0) return true;
  if (four != 0x636f7250 && (four | 0x20) != 0x74697865) return false; // Process, exit, Exit, exited
  return mayBeFailure(from);
}

/** Whether a number other than 0 may follow the words of `Exit code: 1` and the like. */
function mayBeFailure(from: i32): bool {
  let at = from;
  while (true) {
    const byte = <i32>load<u8>(at);
    if (byte != 0x20 && byte != 0x3a && <u32>((byte | 0x20) - 0x61) >= 26) break;
    at++;
  }
  const first = <i32>load<u8>(at);
  if (first == BACKSLASH) return mayBeSpelledOut(at);
  if (first == 0x2d) return true; // a minus
  if (<u32>(first - 0x30) >= 10) return false;
  const next = <i32>load<u8>(at + 1);
  if (first != 0x30 || next == 0x5f || <u32>(next - 0x30) < 10) return true;
  return <u32>((next | 0x20) - 0x61) < 26;
}

/** Whether a line that ends here may end with a sign. */
function mayEndSign(at: i32): bool {
  const last = load<u32>(at - 4);
  const before = load<u8>(at - 5);
  if (last == 0x79726f74) return before == 0x63; // directory
  if (last == 0x6465696e) return before == 0x65; // denied
  if (last == 0x64657375) return before == 0x66; // refused
  if (last == 0x646e756f) return before == 0x66 && endsInLetter(at - 5, 0x74); // not found
  return last >> 8 == 0x74756f && endsInLetter(at - 3, 0x64); // timed out
}

/** Whether a letter and a space end here, or what may be an escaped space. */
function endsInLetter(at: i32, letter: i32): bool {
  const space = load<u8>(at - 1);
  return space == 0x30 || (space == 0x20 && load<u8>(at - 2) == letter);
}
