/** Bytes to compare at once. */
const STRETCH = 64 * 1024;

/** The length of the common prefix of two buffers. */
export function commonStart(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  for (let length = STRETCH; length > 0; length >>= 1) {
    for (let end = at + length; end <= most; end += length) {
      if (one.compare(other, at, end, at, end) !== 0) break;
      at = end;
    }
  }
  return at;
}

/** The length of the common suffix of two buffers, at most `most`. */
export function commonEnd(one: Buffer, other: Buffer, most: number): number {
  let common = 0;
  for (let length = STRETCH; length > 0; length >>= 1) {
    for (let next = common + length; next <= most; next += length) {
      const [a, b] = [one.length - next, other.length - next];
      if (one.compare(other, b, b + length, a, a + length) !== 0) break;
      common = next;
    }
  }
  return common;
}
