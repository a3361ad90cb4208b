import type { ByteSource } from "../../io/file-descriptor.ts";

/** A line of a source, its line break included. */
export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

const BLOCK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines with these numbers, in order. Only one of them is in memory at a time. */
export async function* numberedLines(
  source: ByteSource,
  wanted: ReadonlySet<number>,
): AsyncIterable<NumberedLine> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let left = wanted.size;
  let pieces: Buffer[] = [];
  let number = 1;
  for (let count = await source.read(block); count > 0 && left > 0; ) {
    for (let from = 0; from < count; ) {
      const at = block.subarray(0, count).indexOf(NEWLINE, from);
      const next = at < 0 ? count : at + 1;
      if (wanted.has(number)) pieces.push(Buffer.from(block.subarray(from, next)));
      from = next;
      if (at < 0) continue;
      if (pieces.length > 0) {
        yield { number, bytes: Buffer.concat(pieces) };
        left--;
      }
      pieces = [];
      number++;
    }
    count = await source.read(block);
  }
  if (pieces.length > 0) yield { number, bytes: Buffer.concat(pieces) };
}
