/**
 * The edges of a string, in 24 bits: its first byte, its last, whether one of the last two is part of an
 * escape, and seven bits of the byte before the last. They rule out, without decoding, that a text begins or
 * ends with a character. 0 for an empty text.
 */
export const ENDS_ESCAPED = 0x10000;

/** The shift of the seven bits of the byte before the last. */
export const BEFORE_SHIFT = 17;

export const BACKSLASH = 0x5c;

/** Whether a byte can be the last of an escape. */
export function mayEndEscape(byte: number): boolean {
  return ESCAPE_ENDS[byte] === 1;
}

const ESCAPE_ENDS = new Uint8Array(256);
for (const end of '0123456789abcdefABCDEF"\\/nrt') ESCAPE_ENDS[end.charCodeAt(0)] = 1;

/** Whether a string with these edges may begin with an ASCII character. */
export function mayBegin(edges: number, code: number): boolean {
  const first = edges & 0xff;
  return edges !== 0 && (first === code || first === BACKSLASH);
}

/** Whether a string with these edges may end with an ASCII character, and one `before` it if given. */
export function mayEnd(edges: number, code: number, before?: number): boolean {
  const last = (edges >> 8) & 0xff;
  const isEscaped = (edges & ENDS_ESCAPED) !== 0;
  if (edges === 0 || (isEscaped && mayEndEscape(last))) return edges !== 0;
  if (last !== code) return false;
  if (isEscaped) return true;
  return before === undefined || ((edges >> BEFORE_SHIFT) & 0x7f) === before;
}
