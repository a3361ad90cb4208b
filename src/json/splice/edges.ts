/**
 * The edges of a string, in 24 bits: its first character, its last, and the one before that, in eight bits each;
 * `NOT_ASCII` for a character beyond ASCII, or none. They rule out, without decoding, that a text begins or ends
 * with a character. 0 for an empty text.
 */
export function edgesOf(first: number, last: number, before: number): number {
  return first | (last << 8) | (before << 16);
}

export const NOT_ASCII = 0xff;

export const BACKSLASH = 0x5c;

/** The last character of a string with these edges. */
export function lastOf(edges: number): number {
  return (edges >> 8) & 0xff;
}

/** Whether a string with these edges begins with an ASCII character. */
export function begins(edges: number, code: number): boolean {
  return edges !== 0 && (edges & 0xff) === code;
}

/** Whether a string with these edges ends with an ASCII character, and one `before` it if given. */
export function ends(edges: number, code: number, before?: number): boolean {
  if (edges === 0 || lastOf(edges) !== code) return false;
  return before === undefined || ((edges >> 16) & 0xff) === before;
}
