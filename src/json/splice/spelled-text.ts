import type { TapeBytes } from "../tape/tape-bytes.ts";

/** The bytes between the quotes of a string. */
export interface InString {
  readonly start: number;
  readonly end: number;
}

/** The text of a string as UTF-8, in memory of its own; undefined if it is not available. */
export function spelledText(bytes: TapeBytes, { start, end }: InString): Buffer | undefined {
  const all = Buffer.allocUnsafe(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const part = bytes.spell(at, end);
    if (part === undefined) return undefined;
    all.set(part.text, length);
    length += part.text.length;
    at = part.next;
  }
  return all.subarray(0, length);
}

/** Maps offsets in such a text to offsets in the bytes of its string; fast if they ascend. */
export function spelledOffsets(
  bytes: TapeBytes,
  { start, end }: InString,
): (inner: number) => number {
  let inner = 0;
  let outer = start;
  return (target) => {
    if (target < inner) [inner, outer] = [0, start];
    while (inner < target && outer < end) {
      const part = bytes.spell(outer, end, target - inner);
      if (part === undefined) break;
      inner += part.text.length;
      outer = part.next;
    }
    return outer;
  };
}
