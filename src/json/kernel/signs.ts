/**
 * Tells observations that certainly show no error, in AssemblyScript: what `transcript/error-signs.ts`
 * looks for stands at the start or at the end of a line, so that a look at those is enough. Where this
 * says that there may be one, the text is decoded and the expressions there decide.
 */

const BACKSLASH: i32 = 0x5c;

/**
 * Whether the string `[start, end)`, its bytes between the quotes and without escapes for letters, may show an
 * error in its first or last `room` bytes. `room` and its margin are those of `TapeTree.bytesExcerpt`.
 */
export function mayShowError(start: i32, end: i32, room: i32): bool {
  const first = afterSpace(start, end);
  if (first < end) {
    const byte = <i32>load<u8>(first);
    // An escape may be any.
    if (isWideSpace(first) || (byte == BACKSLASH && load<u8>(first + 1) == 0x75)) return true;
    if (byte == 0x7b && mayBeErrorObject(first, end)) return true;
  }
  if (mayEndInName(start, end)) return true;
  if (end - start <= 2 * room) return mayHaveSign(start, end, true);
  let head = start + room;
  while (head < end && !isPlain(head)) head++;
  let tail = end - room;
  while (tail > start && !isPlain(tail)) tail--;
  return mayHaveSign(start, head, false) || mayHaveSign(tail, end, true);
}

/**
 * Whether the first or last `room` bytes of the string `[start, end)`, without escapes for letters, may name a code
 * other than 0: after `exit` or `returncode`, see `transcript/exit.ts`.
 */
export function mayNameCode(start: i32, end: i32, room: i32): bool {
  if (end - start <= 2 * room) return mayHoldCodeWord(start, end);
  return mayHoldCodeWord(start, start + room) || mayHoldCodeWord(end - room, end);
}

/** Whether `xit` in letters of any size, or `rnc`, begins in `[from, to)` and has such a code. */
function mayHoldCodeWord(from: i32, to: i32): bool {
  for (let at = from; at < to; at += 16) {
    const block = v128.load(at);
    const after = v128.load(at + 1);
    const small = i8x16.splat(0x20);
    const xi = v128.and(
      i8x16.eq(v128.or(block, small), i8x16.splat(0x78)),
      i8x16.eq(v128.or(after, small), i8x16.splat(0x69)),
    );
    const nc = v128.and(
      i8x16.eq(block, i8x16.splat(0x6e)),
      i8x16.eq(after, i8x16.splat(0x63)),
    );
    let mask = i8x16.bitmask(v128.or(xi, nc));
    while (mask != 0) {
      const place = at + <i32>ctz(mask);
      const isWord = (load<u8>(place + 2) | 0x20) == 0x74 || load<u8>(place - 1) == 0x72; // xit, rnc
      if (isWord && mayBeCode(place)) return true;
      mask &= mask - 1;
    }
  }
  return false;
}

/**
 * Whether a number other than 0 may stand after a word and what else is before a code: letters, spaces, `_`, `:`, `>`,
 * quotes and white space, these two escaped.
 */
function mayBeCode(word: i32): bool {
  let at = word + 2;
  const limit = at + MOST_BEFORE_CODE;
  let byte = <i32>load<u8>(at);
  while (at < limit && isBeforeCode(byte)) byte = load<u8>(++at);
  if (at == limit || byte >= 0x80 || byte == 0x2d) return true; // White space beyond ASCII, a minus.
  if (<u32>(byte - 0x30) >= 10) return false;
  const next = <i32>load<u8>(at + 1);
  if (byte != 0x30 || next == 0x5f || <u32>(next - 0x30) < 10) return true;
  return <u32>((next | 0x20) - 0x61) < 26 || (next == BACKSLASH && load<u8>(at + 2) == 0x75);
}

const MOST_BEFORE_CODE: i32 = 64;

function isBeforeCode(byte: i32): bool {
  if (<u32>((byte | 0x20) - 0x61) < 26 || byte == 0x20 || byte == 0x5f) return true;
  return byte == 0x3a || byte == 0x3e || byte == 0x22 || byte == BACKSLASH;
}

/** Whether a character begins here for certain, as in ../tape-tree.ts. */
function isPlain(at: i32): bool {
  const byte = <i32>load<u8>(at);
  if (byte >= 0x80 || byte == BACKSLASH || byte == 0x75) return false;
  if (<u32>(byte - 0x30) < 10 || <u32>((byte | 0x20) - 0x61) < 6) return false;
  return load<u8>(at - 1) != BACKSLASH;
}

/** Where what is no white space begins. */
function afterSpace(start: i32, end: i32): i32 {
  let at = start;
  while (at < end) {
    if (load<u8>(at) == 0x20) at++;
    else if (load<u8>(at) == BACKSLASH && isSpaceLetter(at + 1)) at += 2;
    else break;
  }
  return at;
}

/**
 * Whether an object, which is JSON in a JSON string, may say that it is an error: by a key and the value
 * after it, wherever they stand, or by escapes, which may spell anything.
 */
function mayBeErrorObject(start: i32, end: i32): bool {
  for (let at = start; at < end; ) {
    let mask = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x5c)));
    if (end - at < 16) mask &= (1 << (end - at)) - 1;
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += <i32>ctz(mask);
    const letter = load<u8>(at + 1);
    if (letter == 0x22) {
      if (mayBeErrorKey(at + 2)) return true;
    } else if (letter == 0x75) {
      if (load<u16>(at + 2) == 0x3030) return true; // \u00
    } else if (letter == BACKSLASH) {
      if (load<u8>(at + 2) == 0x75 && load<u16>(at + 3) == 0x3030) return true; // \\u00
    }
    at += 2;
  }
  return false;
}

/** Whether a key begins here, after its quote, and a value follows that may say that this is an error. */
function mayBeErrorKey(from: i32): bool {
  switch (load<u32>(from)) {
    case 0x6f727265: { // erro r
      if (load<u8>(from + 4) != 0x72) return false;
      const value = valueAfter(from + 5);
      if (value == 0) return false;
      return load<u32>(value) != 0x6c6c756e && load<u32>(value) != 0x736c6166; // null, fals e
    }
    case 0x74617473: { // stat us
      if (load<u16>(from + 4) != 0x7375) return false;
      const value = valueAfter(from + 6);
      return value != 0 && isQuote(value) && load<u32>(value + 2) == 0x6f727265;
    }
    case 0x655f7369: // is_e rror
      return load<u32>(from + 4) == 0x726f7272 && mayBeTrue(valueAfter(from + 8));
    case 0x72457369: // isEr ror
      return load<u32>(from + 3) == 0x726f7272 && mayBeTrue(valueAfter(from + 7));
    default:
      return false;
  }
}

function mayBeTrue(value: i32): bool {
  return value != 0 && load<u32>(value) == 0x65757274;
}

/** Where the value of a key begins whose closing quote is here; 0 if this is no key. */
function valueAfter(quote: i32): i32 {
  if (!isQuote(quote)) return 0;
  // No white space goes on for ever: the string ends with a quote.
  const colon = afterSpace(quote + 2, i32.MAX_VALUE);
  return load<u8>(colon) == 0x3a ? afterSpace(colon + 1, i32.MAX_VALUE) : 0;
}

/** Whether a quote stands here, escaped. */
function isQuote(at: i32): bool {
  return load<u16>(at) == 0x225c;
}

/** Whether the last word may be a name such as `ValueError`, white space after it. */
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
  if (at - 6 >= start && load<u16>(at - 6) == 0x755c) return true; // \u
  return endsInErrorName(at);
}

/** The letters of \n, \r, \t and \f. */
function isSpaceLetter(at: i32): bool {
  const letter = load<u8>(at);
  return letter == 0x6e || letter == 0x72 || letter == 0x74 || letter == 0x66;
}

/** Whether white space beyond ASCII begins here, by its first bytes. */
function isWideSpace(at: i32): bool {
  const two = load<u16>(at);
  if (two == 0xa0c2) return true; // U+00A0
  if (two == 0x9ae1 || two == 0x80e3) return load<u8>(at + 2) == 0x80; // U+1680, U+3000
  if (two == 0x80e2 || two == 0x81e2) return true; // U+2000 to U+205F
  return two == 0xbbef && load<u8>(at + 2) == 0xbf; // U+FEFF
}

/** Whether a line that begins in `[from, to)`, or ends there, may hold a sign. */
function mayHaveSign(from: i32, to: i32, isEnd: bool): bool {
  if (mayBeginSign(from)) return true;
  let at = from;
  while (at < to) {
    const block = v128.load(at);
    let mask = i8x16.bitmask(
      v128.or(i8x16.eq(block, i8x16.splat(0x5c)), i8x16.eq(block, i8x16.splat(<i8>0xe2))),
    );
    if (to - at < 16) mask &= (1 << (to - at)) - 1;
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += <i32>ctz(mask);
    const length = breakLength(at);
    if (length == 0) {
      at += load<u8>(at) == BACKSLASH ? 2 : 1;
      continue;
    }
    if (mayEndSign(at)) return true;
    at += length;
    if (at < to && mayBeginSign(at)) return true;
  }
  return isEnd && mayEndSign(to);
}

/** The length of the line break at a backslash or a byte 0xe2, 0 if it is none: \n, \r, U+2028 and U+2029. */
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
  const first = <i32>load<u8>(from);
  if (first == 0x3c) return load<u8>(from + 1) == 0x74 || load<u8>(from + 1) == 0x72; // <t, <r
  if (first == 0x5b) return (load<u8>(from + 1) | 0x20) == 0x63 || load<u8>(from + 1) == 0x54; // [C, [T
  if (first == 0x2f) return (load<u32>(from + 1) & 0xffffff) == 0x6e6962; // /bin
  if (first == BACKSLASH) {
    const letter = load<u8>(from + 1);
    return letter == 0x75 || letter == 0x2f; // < and / may be escaped
  }
  const at = from + nameLength(from);
  if (at == from) return false;
  const after = load<u8>(at);
  if (after == 0x3a) return endsInErrorName(at) || endsInCall(at) || load<u16>(at - 2) == 0x6873; // sh
  if (after == 0x5b) return endsInErrorName(at); // error[E0308]
  if (after == 0x20) return isOpening(from, at - from);
  if (after == BACKSLASH && load<u8>(at + 1) == 0x75) return true; // any of these, escaped
  return load<u32>(from) == 0x6e6e6f63 && load<u32>(from + 4) == 0x5f746365; // connect_
}

/** How many letters, digits, `_`, `$` and dots between names there are. */
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
  const letters = areFrom(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26);
  const marks = v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(0x5f)), i8x16.eq(bytes, i8x16.splat(0x24))),
    i8x16.eq(bytes, i8x16.splat(0x2e)),
  );
  return v128.or(v128.or(letters, areFrom(bytes, 0x30, 10)), marks);
}

/** Which bytes are one of `count` from `first` on. */
@inline
function areFrom(bytes: v128, first: i8, count: i8): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(count));
}

/** Whether `error` or `exception` stands before this place, in letters of either case. */
function endsInErrorName(at: i32): bool {
  const last = load<u32>(at - 4) | 0x20202020;
  if (last == 0x726f7272) return (load<u8>(at - 5) | 0x20) == 0x65; // e rror
  return last == 0x6e6f6974 && (load<u32>(at - 8) | 0x20202020) == 0x70656378; // xcep tion
}

/** Whether `fatal` or `panic` stands before this place. */
function endsInCall(at: i32): bool {
  const last = load<u32>(at - 4) | 0x20202020;
  return last == 0x6c617461 || last == 0x63696e61; // atal, anic
}

/** Whether a word, with a space after it, begins a sign. */
function isOpening(from: i32, length: i32): bool {
  const four = load<u32>(from);
  if (length == 3) return (four & 0xffffff) == 0x6d706e; // npm
  if (length < 4) return false;
  if (four == 0x636f7250 || (four | 0x20) == 0x74697865) return mayBeFailure(from); // Process, exit, Exit, exited
  return (
    four == 0x63617254 || // Traceback
    four == 0x61636e55 || // Uncaught
    four == 0x61686e55 || // Unhandled
    four == 0x6d6d6f43 || // Command
    four == 0x75716552 || // Request
    four == 0x6e6e6f63 || // connect_error
    four == 0x6d676553 // Segmentation
  );
}

/** Whether the first that is no word in `Exit code: 1` and its like may be a number other than 0. */
function mayBeFailure(from: i32): bool {
  let at = from;
  while (true) {
    const byte = <i32>load<u8>(at);
    if (byte != 0x20 && byte != 0x3a && <u32>((byte | 0x20) - 0x61) >= 26) break;
    at++;
  }
  const first = <i32>load<u8>(at);
  if (first == BACKSLASH) return load<u8>(at + 1) == 0x75;
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

/** Whether a letter and a space stand before this place, or what may be an escape of a space. */
function endsInLetter(at: i32, letter: i32): bool {
  const space = load<u8>(at - 1);
  return space == 0x30 || (space == 0x20 && load<u8>(at - 2) == letter);
}
