/** Scans numbers and the words `true`, `false` and `null`, in AssemblyScript. */

// Kinds of tokens, as in tape.ts.
const NUMBER: i32 = 4;
const TRUE: i32 = 5;
const FALSE: i32 = 6;
const NULL: i32 = 7;

/** Writes the token of a word or a number. Returns its end, or minus the offset where it is wrong. */
export function scanScalar(byte: i32, at: i32, token: i32): i32 {
  let end: i32 = 0;
  let kind = NUMBER;
  const word = load<u32>(at);
  if (byte != 0x74 && byte != 0x66 && byte != 0x6e) {
    end = scanNumber(at);
    if (end < 0) return end;
  } else if (word == 0x65757274) {
    kind = TRUE;
    end = at + 4;
  } else if (word == 0x6c6c756e) {
    kind = NULL;
    end = at + 4;
  } else if (word == 0x736c6166 && load<u8>(at, 4) == 0x65) {
    kind = FALSE;
    end = at + 5;
  } else {
    // Letters up to the end may be the start of a word.
    end = at;
    while (load<u8>(end) >= 0x61 && load<u8>(end) <= 0x7a) end++;
    return -end;
  }
  store<i32>(token, kind);
  store<i32>(token, at, 4);
  store<i32>(token, end, 8);
  store<i32>(token, 0, 12);
  return end;
}

/** The end of the number at `from`, or minus the offset where a digit is missing. */
function scanNumber(from: i32): i32 {
  let at = from;
  if (load<u8>(at) == 0x2d) at++;
  if (load<u8>(at) == 0x30) at++;
  else {
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  if (load<u8>(at) == 0x2e) {
    at++;
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    const sign = load<u8>(at);
    if (sign == 0x2b || sign == 0x2d) at++;
    if (!isDigit(at)) return -at;
    while (isDigit(at)) at++;
  }
  return at;
}

function isDigit(at: i32): bool {
  return <u32>load<u8>(at) - 0x30 < 10;
}
