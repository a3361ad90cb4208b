import { readSync } from "node:fs";

/** Bytes searched at a time for a line end. */
const SEARCH_BYTES = 64 * 1024;

/** Cuts a file of lines into parts of about `partBytes`, each of whole lines. */
export function* cutAtLines(
  file: number,
  { size, partBytes }: { readonly size: number; readonly partBytes: number },
): Iterable<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < size; ) {
    const end = lineEndAfter(file, Math.min(size, start + partBytes), size);
    yield { start, end };
    start = end;
  }
}

/** The offset after the first line break at or after `from - 1`; the size if there is none. */
function lineEndAfter(file: number, from: number, size: number): number {
  const buffer = Buffer.allocUnsafe(SEARCH_BYTES);
  for (let at = from - 1; at < size; ) {
    const length = readSync(file, buffer, 0, buffer.length, at);
    if (length === 0) return size;
    const found = buffer.subarray(0, length).indexOf(0x0a);
    if (found >= 0) return at + found + 1;
    at += length;
  }
  return size;
}
