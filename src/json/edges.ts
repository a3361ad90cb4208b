/**
 * The edges of a string, in 24 bits: its first byte, its last, and whether that is part of an escape.
 * They tell, without decoding it, that a text does not begin or end with a character. 0 for no text.
 */
export const ENDS_ESCAPED = 0x10000;

export const BACKSLASH = 0x5c;

/** Whether a string with these edges may begin with an ASCII character. */
export function mayBegin(edges: number, code: number): boolean {
  const first = edges & 0xff;
  return edges !== 0 && (first === code || first === BACKSLASH);
}

/** Whether a string with these edges may end with an ASCII character. */
export function mayEnd(edges: number, code: number): boolean {
  return edges !== 0 && (((edges >> 8) & 0xff) === code || (edges & ENDS_ESCAPED) !== 0);
}
