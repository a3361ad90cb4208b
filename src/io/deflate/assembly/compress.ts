/**
 * DEFLATE (RFC 1951) in AssemblyScript, for speed: what is repeated is looked for at two places, where zlib looks at
 * several. Each block has codes of its own.
 */
import { endBits, startBits } from "./deflate-bits";
import { writeBlock } from "./deflate-blocks";
import { clearCounts } from "./symbol-counts";
import { DISTANCES, INPUT, LITERALS } from "./deflate-memory";
import { findSequences, forget } from "./find-sequences";

export { crc32, start } from "./checksum";

/** Where the input begins. */
export const input: i32 = INPUT;

/** Compresses `length` bytes of the input, and writes them to `out`. Gives where they end. */
export function deflate(length: i32, out: i32): i32 {
  const end = INPUT + length;
  forget();
  clearCounts(0, LITERALS + DISTANCES);
  startBits(out);
  for (let at = INPUT; at < end; ) {
    const next = findSequences(at, end);
    writeBlock(at, next == end);
    at = next;
  }
  return endBits();
}
