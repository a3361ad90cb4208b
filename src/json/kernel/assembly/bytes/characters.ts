/** Escapes and characters beyond ASCII in strings, in AssemblyScript. */

/** For a character beyond ASCII, or none, as in edges.ts. */
const NOT_ASCII: i32 = 0xff;

/** The length of the escape at `at`, or minus the offset of its first wrong byte. */
export function escapeLength(at: i32): i32 {
  const letter = <i32>load<u8>(at, 1);
  if (letter == 0x6e || letter == 0x22 || letter == 0x5c || letter == 0x74) return 2;
  if (letter == 0x2f || letter == 0x62 || letter == 0x66 || letter == 0x72) return 2;
  if (letter != 0x75) return -1;
  for (let k = 2; k < 6; k++) if (hexDigit(<i32>load<u8>(at + k)) < 0) return -k;
  return 6;
}

/** As in scan-string.ts: the length of a UTF-8 sequence, or minus that of its valid start. */
export function sequenceLength(at: i32, lead: i32): i32 {
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const second = <i32>load<u8>(at, 1);
  if (lead < 0xe0) return (second & 0xc0) == 0x80 ? 2 : -1;
  let low: i32 = 0x80;
  let high: i32 = 0xbf;
  if (lead == 0xe0) low = 0xa0;
  else if (lead == 0xed) high = 0x9f;
  else if (lead == 0xf0) low = 0x90;
  else if (lead == 0xf4) high = 0x8f;
  if (second < low || second > high) return -1;
  if ((load<u8>(at, 2) & 0xc0) != 0x80) return -2;
  if (lead < 0xf0) return 3;
  return (load<u8>(at, 3) & 0xc0) == 0x80 ? 4 : -3;
}

function hexDigit(byte: i32): i32 {
  const digit = byte - 0x30;
  if (<u32>digit < 10) return digit;
  const letter = (byte | 0x20) - 0x61;
  return <u32>letter < 6 ? letter + 10 : -1;
}

/** Whether four hexadecimal digits are an ASCII letter, digit or underscore. */
export function isWord(at: i32): bool {
  if (load<u16>(at) != 0x3030) return false;
  const unit = (hexDigit(<i32>load<u8>(at + 2)) << 4) | hexDigit(<i32>load<u8>(at + 3));
  const letter = unit | 0x20;
  return (
    (unit >= 0x30 && unit <= 0x39) || unit == 0x5f || (unit < 0x80 && letter >= 0x61 && letter <= 0x7a)
  );
}

/** Whether the escape `\u` here may be ASCII or white space, by its digits. */
export function mayBeAsciiOrSpace(at: i32): bool {
  const digits = load<u32>(at + 2) | 0x20202020;
  const first = digits & 0xffff;
  if (first == 0x3030) return load<u8>(at + 4) < 0x38 || digits == 0x30613030; // 0000 to 007f, 00a0
  if (first == 0x3032) return true; // 2000 to 205f
  return digits == 0x30383631 || digits == 0x30303033 || digits == 0x66666566; // 1680, 3000, feff
}

/** Whether the backslash here certainly begins a character: an escape that is no second half of a pair. */
export function isEscapeStart(at: i32): bool {
  if (load<u8>(at - 1) == 0x5c) return false;
  const isHalf = load<u8>(at + 1) == 0x75 && (load<u8>(at + 2) | 0x20) == 0x64;
  return !isHalf || (load<u8>(at + 3) | 0x20) < 0x63;
}

/** The bytes of the character that `lastCharacter` found; of one beyond ASCII, those of its last byte. */
export let lastLength: i32 = 0;

/** The last character of `[start, end)` in a string, as in find-edges.ts. */
export function lastCharacter(start: i32, end: i32, hasEscapes: bool): i32 {
  const at = end - 1;
  lastLength = 0;
  if (at < start) return NOT_ASCII;
  const byte = <i32>load<u8>(at);
  if (hasEscapes && isAfterBackslash(at, start)) {
    lastLength = 2;
    if (byte == 0x6e) return 0x0a;
    if (byte == 0x74) return 0x09;
    if (byte == 0x72) return 0x0d;
    if (byte == 0x62) return 0x08;
    return byte == 0x66 ? 0x0c : byte;
  }
  const letter = at - 4;
  if (hasEscapes && letter > start && load<u8>(letter) == 0x75 && isAfterBackslash(letter, start)) {
    lastLength = 6;
    const unit = (hexDigit(<i32>load<u8>(at - 1)) << 4) | hexDigit(byte);
    return load<u16>(letter + 1) == 0x3030 && unit < 0x80 ? unit : NOT_ASCII;
  }
  lastLength = 1;
  return byte < 0x80 ? byte : NOT_ASCII;
}

/** Whether the letter of an escape is here: after an odd number of backslashes. */
function isAfterBackslash(letter: i32, start: i32): bool {
  let from = letter;
  while (from > start && load<u8>(from - 1) == 0x5c) from--;
  return ((letter - from) & 1) != 0;
}
