import { readSync } from "node:fs";

/** Up to `length` bytes from an offset; fewer at the end of the file. */
export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, fillAt(file, offset, bytes));
}

/** Fills a buffer from an offset on; returns the bytes read, fewer at the end of the file. */
export function fillAt(file: number, offset: number, into: Buffer): number {
  let filled = 0;
  while (filled < into.length) {
    const count = readSync(file, into, filled, into.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
