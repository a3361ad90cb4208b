/** Bytes that are looked at in parts, since they are too many to be held. */
export interface TapePages {
  /** Bytes with `[start, end)` among them, as far as there are that many; until the next is asked for. */
  page(start: number, end: number): { readonly bytes: Buffer; readonly base: number };
}

/** A source whose ranges of bytes can be read, as a buffer's can. */
export interface Slices {
  subarray(start: number, end: number): Buffer;
}

/** Bytes searched at a time: few enough for a page. */
export const SEARCH_BYTES = 32 * 1024;

/** The offset of `part`, which is ASCII, in bytes `[start, end)`, or -1. */
export function findIn(
  slices: Slices,
  part: string,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  for (let from = start; from < end; from += SEARCH_BYTES) {
    const to = Math.min(end, from + SEARCH_BYTES + part.length - 1);
    const at = slices.subarray(from, to).indexOf(part, 0, "latin1");
    if (at >= 0) return from + at;
  }
  return -1;
}
