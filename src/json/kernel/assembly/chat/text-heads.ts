/** The first characters of strings, decoded, in AssemblyScript. */
import { BACKSLASH, LETTER_U } from "../bytes/codes";
import { letterOf, unitAt } from "../bytes/spell-out";
import { INVALID_UTF8 } from "../tape/tape-tokens";

/**
 * Whether the first `chars` UTF-16 units of a string are among the first `2 * chars` of a text, both decoded at `at`: 1,
 * 0, which it is for an empty string, or -1 if one has bytes that are not UTF-8.
 */
export function headIn(string: i32, text: i32, chars: i32, at: i32): i32 {
  if (((load<i32>(string) | load<i32>(text)) & INVALID_UTF8) != 0) return -1;
  const wanted = decodeHead(string, chars, at);
  const into = at + 2 * chars;
  const count = decodeHead(text, 2 * chars, into);
  if (wanted == 0) return 0;
  for (let k: i32 = 0; k + wanted <= count; k++)
    if (memory.compare(into + 2 * k, at, 2 * wanted) == 0) return 1;
  return 0;
}

/** Decodes up to `most` UTF-16 units of a string, and returns their number. */
function decodeHead(string: i32, most: i32, into: i32): i32 {
  const to = load<i32>(string, 8) - 1;
  let at = load<i32>(string, 4) + 1;
  let count: i32 = 0;
  while (at < to && count < most) {
    const lead = <i32>load<u8>(at);
    let scalar = lead;
    if (lead == BACKSLASH) {
      const letter = <i32>load<u8>(at, 1);
      scalar = letter == LETTER_U ? unitAt(at + 2) : letterOf(letter);
      at += letter == LETTER_U ? 6 : 2;
    } else if (lead < 0x80) at++;
    else {
      const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      scalar = lead & (0xff >> (length + 1));
      for (let k = 1; k < length; k++) scalar = (scalar << 6) | (load<u8>(at + k) & 0x3f);
      at += length;
    }
    if (scalar > 0xffff) {
      scalar -= 0x10000;
      store<u16>(into + 2 * count++, 0xd800 | (scalar >> 10));
      if (count == most) return count;
      scalar = 0xdc00 | (scalar & 0x3ff);
    }
    store<u16>(into + 2 * count++, scalar);
  }
  return count;
}
