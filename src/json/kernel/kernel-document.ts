import { createTape, STRIDE, type Tape } from "../tape/tape.ts";
import { type DocumentPart, type LongString, type ScannedPart, scanPart } from "./document-part.ts";
import { AFTER, BEFORE, type Kernel } from "./kernel.ts";
import type { PartScan } from "./part-scan.ts";

/** Bytes scanned at a time: they fit in the processor's cache, and their tokens on the tape. */
const PART_BYTES = 256 * 1024;

/** A longer string is not scanned again together with what follows. */
const LONG_BYTES = 64 * 1024;

/** The most containers open across parts. */
const MAX_DEPTH = 4096;

/**
 * Scans a document that arrives in pieces, and returns its tape, with offsets in the document. The pieces are
 * not kept. Returns undefined if it is not JSON, or is nested too deeply for the kernel's memory; the
 * TypeScript scanner can tell which.
 */
export function scanDocument(
  kernel: Kernel,
  pieces: Iterable<Buffer>,
  {
    start = 0,
    partBytes,
  }: { readonly start?: number; readonly partBytes?: number | undefined } = {},
): Tape | undefined {
  const tape = createTape(4096);
  const take = ({ part, tokens, closed, flags }: ScannedPart) => {
    const end = part.first * STRIDE + tokens.length;
    if (end > tape.tokens.length) {
      const larger = new Int32Array(Math.max(end, tape.tokens.length * 2));
      larger.set(tape.tokens);
      tape.tokens = larger;
    }
    tape.tokens.set(tokens, part.first * STRIDE);
    for (const { index, token } of closed) tape.tokens.set(token, index * STRIDE);
    tape.length = end / STRIDE;
    tape.flags |= flags;
  };
  return scanParts(kernel, pieces, { start, partBytes, take }) ? tape : undefined;
}

/**
 * Scans a document as above, and passes on the tokens of each part; false if it is refused. A part is scanned
 * once `partBytes` of it are available.
 */
export function scanParts(
  kernel: Kernel,
  pieces: Iterable<Buffer>,
  {
    start,
    partBytes = PART_BYTES,
    take,
  }: {
    readonly start: number;
    readonly partBytes?: number | undefined;
    take(part: ScannedPart): void;
  },
): boolean {
  const { bytes, partStart, partEnd } = kernel;
  let skip = start;
  let from = partStart; // the bytes to scan: `bytes[from, filled)`
  let filled = partStart;
  let next: DocumentPart = {
    offset: start,
    length: 0,
    first: 0,
    state: BEFORE,
    string: undefined,
    open: [],
  };
  const scanOn = () => {
    const part = { ...next, length: filled - from };
    const scanned = scanPart(kernel, from, part);
    if (scanned === undefined || scanned.open.length > MAX_DEPTH) return false;
    take(scanned);
    const { scan, tokens, open } = scanned;
    const goes = goingOn(scan, { from, filled, offset: part.offset, string: part.string });
    next = {
      offset: part.offset + goes.from - from,
      length: 0,
      first: part.first + tokens.length / STRIDE,
      state: scan.state,
      string: goes.string,
      open,
    };
    from = goes.from;
    return true;
  };
  for (const piece of withEnd(pieces)) {
    for (let at = Math.min(skip, piece.length); at < piece.length; ) {
      if (partEnd - filled < PART_BYTES) {
        bytes.copyWithin(partStart, from, filled);
        filled = partStart + filled - from;
        from = partStart;
        if (partEnd - filled < PART_BYTES) return false; // a number longer than a part
      }
      const count = piece.copy(bytes, filled, at, Math.min(piece.length, at + PART_BYTES));
      at += count;
      filled += count;
      if (filled - from >= partBytes && !scanOn()) return false;
    }
    skip -= Math.min(skip, piece.length);
  }
  return (from === filled || scanOn()) && from === filled && next.state === AFTER;
}

/** Where a scan continues: before the incomplete token or, if that is a long string, inside it. */
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

/** Appends white space, which terminates a number at the end. */
function* withEnd(pieces: Iterable<Buffer>): Iterable<Buffer> {
  yield* pieces;
  yield Buffer.from(" ");
}
