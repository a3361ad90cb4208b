import type { Kernel } from "../../../json/kernel/kernel.ts";
import { baseFor } from "../../../json/tape/noted-lines.ts";
import type { LineSource } from "./line-source.ts";
import { isStored, type ReadLine } from "./read-line.ts";

/** Lines that were read before; with `isSpent`, there are no bytes yet after the last. */
export function keptLines(
  reads: Iterable<ReadLine>,
  { isSpent = false }: { readonly isSpent?: boolean } = {},
): LineSource {
  const rest = reads[Symbol.iterator]();
  let lines = 0;
  const next = () => {
    const { done, value } = rest.next();
    if (done) return undefined;
    lines++;
    return value;
  };
  return {
    isSpent,
    get lines() {
      return lines;
    },
    next,
    nextToKeep: next,
    freeLongLines() {},
    skip() {},
  };
}

/** A kernel that reads lines that were kept, together: `bytes[partStart, partEnd)` is where they are put. */
export type LinesKernel = Pick<
  Kernel,
  "bytes" | "partStart" | "partEnd" | "readLines" | "readSession"
>;

/** Lines that were kept until the format was known; the kernel may read them together. */
export function keptLinesIn(reads: readonly ReadLine[], kernel: LinesKernel): LineSource {
  const { partStart: start } = kernel;
  let at = 0;
  const next = () => reads[at++];
  return {
    isSpent: false,
    get lines() {
      return Math.min(at, reads.length);
    },
    next,
    nextToKeep: next,
    nextLines(policy, { earlier, base: wanted }) {
      const line = reads[at]?.line;
      const end = put(reads, at, kernel);
      if (line === undefined || end === start) return undefined;
      const base = baseFor(line.offset, wanted);
      const about = { start, end, earlier, base: start - (line.offset - base) };
      const lines = kernel.readLines(policy, about);
      if (lines === undefined || lines.count === 0) return undefined;
      at += lines.count;
      return { lines, base };
    },
    nextSession(first) {
      const line = reads[at]?.line;
      const end = put(reads, at, kernel);
      if (line === undefined || end === start) return undefined;
      const batch = kernel.readSession(start, end, { ...first, record: line.number - 1 });
      if (batch === undefined || batch.count === 0) return undefined;
      at += batch.count;
      return { batch, offset: line.offset, bytes: batch.next - start };
    },
    freeLongLines() {},
    skip() {},
  };
}

/** Puts the lines from a number on where they can be read, as many as there is room for; gives where they end. */
function put(reads: readonly ReadLine[], from: number, kernel: LinesKernel): number {
  let end = kernel.partStart;
  for (let at = from; at < reads.length; at++) {
    const read = reads[at];
    if (read === undefined || isStored(read)) break;
    const { bytes, first, next } = read.line;
    if (next - first > kernel.partEnd - end) break;
    end += bytes.copy(kernel.bytes, end, first, next);
  }
  return end;
}
