/** Bytes that are read in pages, because there are too many to keep in memory. */
export interface TapePages {
  /** A page that contains `[start, end)`, clipped to the end of the bytes; valid until the next call. */
  page(start: number, end: number): { readonly bytes: Buffer; readonly base: number };
}

/** A source from which ranges of bytes can be read, as from a buffer. */
export interface Slices {
  subarray(start: number, end: number): Buffer;
}

/** Bytes searched at a time: they fit in a page. */
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

/** The line breaks in bytes. */
export function lineBreaksIn(bytes: Buffer): number {
  let breaks = 0;
  for (let at = bytes.indexOf(LINE_BREAK); at >= 0; at = bytes.indexOf(LINE_BREAK, at + 1))
    breaks++;
  return breaks;
}

const LINE_BREAK = 0x0a;
