import { ARRAY, createTape, KIND_MASK, OBJECT, STRIDE, type Tape } from "../tape.ts";
import type { Kernel, PartScan, PartString } from "./kernel.ts";

/** Bytes scanned at a time: few enough to be in the processor's cache, and for the tape to hold. */
const PART_BYTES = 256 * 1024;

/** A string of more bytes is not scanned again with what follows. */
const LONG_BYTES = 64 * 1024;

/** The states of the kernel before and after a document. */
const BEFORE = 0;
const AFTER = 7;

/**
 * Scans a document that comes in pieces, and gives its tape, whose offsets are those of the document.
 * Nothing of the pieces is kept. Gives nothing where it is not JSON, or beyond what the kernel's memory
 * has room for, deep nesting. The TypeScript scanner can tell.
 */
export function scanDocument(
  kernel: Kernel,
  pieces: Iterable<Buffer>,
  { start = 0 }: { readonly start?: number } = {},
): Tape | undefined {
  const { bytes, windowStart, windowEnd } = kernel;
  const tape = new GrowingTape();
  let skip = start;
  let from = windowStart; // what was not scanned yet: `bytes[from, filled)`
  let filled = windowStart;
  let offset = start; // of the byte at `from`, in the document
  let state = BEFORE;
  let string: LongString | undefined;
  for (const piece of withEnd(pieces)) {
    for (let at = 0; at < piece.length; ) {
      if (skip > 0) {
        const count = Math.min(skip, piece.length - at);
        at += count;
        skip -= count;
        continue;
      }
      if (windowEnd - filled < PART_BYTES) {
        bytes.copyWithin(windowStart, from, filled);
        filled = windowStart + filled - from;
        from = windowStart;
        if (windowEnd - filled < PART_BYTES) return undefined; // a number of millions of digits
      }
      const count = piece.copy(bytes, filled, at, Math.min(piece.length, at + PART_BYTES));
      at += count;
      filled += count;
      const { tokens } = kernel.tape;
      const part = kernel.scanPart(from, filled, { depth: tape.load(tokens), state, string });
      if (part.count < 0) return undefined;
      tape.take(tokens, part, { shift: offset - from, string });
      const next = goingOn(part, { from, filled, offset, string });
      string = next.string;
      offset += next.from - from;
      from = next.from;
      state = part.state;
    }
  }
  return from === filled && state === AFTER ? tape.tape : undefined;
}

/** A string that is scanned part by part, and where it begins in the document. */
interface LongString extends PartString {
  readonly start: number;
}

/** Where a scan goes on: before the token that is not there whole or, if that is long, in it. */
function goingOn(
  { at, string: scanned }: PartScan,
  {
    from,
    filled,
    offset,
    string,
  }: {
    readonly from: number;
    readonly filled: number;
    readonly offset: number;
    readonly string: LongString | undefined;
  },
): { readonly from: number; readonly string: LongString | undefined } {
  const isSame = string !== undefined && at === from;
  if (scanned === undefined || (!isSame && filled - at < LONG_BYTES))
    return { from: at, string: isSame ? string : undefined };
  const start = isSame ? string.start : offset + at - from;
  return { from: scanned.at, string: { ...scanned, start } };
}

/** With white space at the end, a number that stands there has one. */
function* withEnd(pieces: Iterable<Buffer>): Iterable<Buffer> {
  yield* pieces;
  yield Buffer.from(" ");
}

/** The tape of a document, to which the kernel's are added part by part. */
class GrowingTape {
  readonly tape = createTape(4096);
  /** The containers that are open, the outermost first. */
  private open: readonly number[] = [];

  /** Puts the tokens of the open containers onto a kernel's tape, and gives their number. */
  load(tokens: Int32Array): number {
    this.open.forEach((index, level) => {
      tokens[level * STRIDE] = this.tape.tokens[index * STRIDE] ?? 0;
    });
    return this.open.length;
  }

  /**
   * Takes what the kernel made of a part; `shift` is from its offsets to those of the document, and
   * `string` the string that went on in it.
   */
  take(
    tokens: Int32Array,
    { count, flags, open }: PartScan,
    { shift, string }: { readonly shift: number; readonly string: LongString | undefined },
  ): void {
    const { tape } = this;
    const depth = this.open.length;
    const first = tape.length;
    this.reserve(first + count - depth);
    const renumber = first - depth;
    const stillOpen = open.filter((index) => index < depth).length;
    this.open.forEach((index, level) => {
      const base = index * STRIDE;
      tape.tokens[base] = tokens[level * STRIDE] ?? 0;
      if (level < stillOpen) return;
      tape.tokens[base + 2] = (tokens[level * STRIDE + 2] ?? 0) + shift;
      tape.tokens[base + 3] = (tokens[level * STRIDE + 3] ?? 0) + renumber;
    });
    const target = tape.tokens;
    for (let from = depth * STRIDE, to = first * STRIDE; from < count * STRIDE; ) {
      const kind = tokens[from] ?? 0;
      const isContainer = (kind & KIND_MASK) === OBJECT || (kind & KIND_MASK) === ARRAY;
      target[to] = kind;
      target[to + 1] = (tokens[from + 1] ?? 0) + shift;
      target[to + 2] = (tokens[from + 2] ?? 0) + shift;
      target[to + 3] = (tokens[from + 3] ?? 0) + (isContainer ? renumber : 0);
      from += STRIDE;
      to += STRIDE;
    }
    if (string !== undefined && count > depth) target[first * STRIDE + 1] = string.start;
    tape.length = first + count - depth;
    tape.flags |= flags;
    this.open = open.map((index) => (index < depth ? (this.open[index] ?? 0) : index + renumber));
  }

  private reserve(count: number): void {
    const { tape } = this;
    if (count * STRIDE <= tape.tokens.length) return;
    const larger = new Int32Array(Math.max(count * STRIDE, tape.tokens.length * 2));
    larger.set(tape.tokens.subarray(0, tape.length * STRIDE));
    tape.tokens = larger;
  }
}
