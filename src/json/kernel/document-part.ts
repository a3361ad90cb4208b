import { ARRAY, KIND_MASK, OBJECT, STRIDE } from "../tape/tape.ts";
import type { Kernel } from "./kernel.ts";
import type { PartScan, PartString } from "./part-scan.ts";

/** A part of a document, and everything needed to scan it, the first time and again. */
export interface DocumentPart {
  /** Its offset in the document, and its length in bytes. */
  readonly offset: number;
  readonly length: number;
  /** The index of its first token. */
  readonly first: number;
  /** The state of the scanner before it. */
  readonly state: number;
  /** The string that continues in it. */
  readonly string: LongString | undefined;
  /** The containers open before it, the outermost first. */
  readonly open: readonly OpenContainer[];
}

/** A string that is scanned in several parts, and its offset in the document. */
export interface LongString extends PartString {
  readonly start: number;
}

/** A container that ends in a later part than it begins in. */
export interface OpenContainer {
  readonly index: number;
  /** Its token, complete once it is closed. */
  readonly token: Int32Array;
}

/** The tokens of one part. */
export interface ScannedPart {
  readonly part: DocumentPart;
  readonly scan: PartScan;
  /** Its tokens, in the kernel's memory, with the offsets and indexes of the document. */
  readonly tokens: Int32Array;
  readonly flags: number;
  /** The containers open after it, and those that it closed. */
  readonly open: readonly OpenContainer[];
  readonly closed: readonly OpenContainer[];
}

/** Scans the part at `from` of a kernel's memory; undefined if it is not JSON or there is no room. */
export function scanPart(
  kernel: Kernel,
  from: number,
  part: DocumentPart,
): ScannedPart | undefined {
  const { open, state, string, first } = part;
  const { tokens } = kernel.tape;
  const depth = open.length;
  open.forEach(({ token }, level) => {
    tokens[level * STRIDE] = token[0] ?? 0;
  });
  const scan = kernel.scanPart(from, from + part.length, { depth, state, string });
  if (scan.count < 0) return undefined;
  const found = tokens.subarray(0, scan.count * STRIDE);
  renumber(found, { depth, by: first - depth, shift: part.offset - from });
  const own = found.subarray(depth * STRIDE);
  if (string !== undefined && own.length > 0) own[1] = string.start;

  const stillOpen = scan.open.filter((index) => index < depth).length;
  open.forEach(({ token }, level) => {
    token[0] = found[level * STRIDE] ?? 0;
    if (level < stillOpen) return;
    token[2] = found[level * STRIDE + 2] ?? 0;
    token[3] = found[level * STRIDE + 3] ?? 0;
  });
  const opened = scan.open.slice(stillOpen).map((index) => ({
    index: index + first - depth,
    token: found.slice(index * STRIDE, (index + 1) * STRIDE),
  }));
  return {
    part,
    scan,
    tokens: own,
    flags: scan.flags,
    open: [...open.slice(0, stillOpen), ...opened],
    closed: open.slice(stillOpen),
  };
}

/** Turns the kernel's offsets and indexes into those of the document. */
function renumber(
  tokens: Int32Array,
  { depth, by, shift }: { readonly depth: number; readonly by: number; readonly shift: number },
): void {
  for (let at = 0; at < tokens.length; at += STRIDE) {
    const kind = (tokens[at] ?? 0) & KIND_MASK;
    if (at >= depth * STRIDE) tokens[at + 1] = (tokens[at + 1] ?? 0) + shift;
    tokens[at + 2] = (tokens[at + 2] ?? 0) + shift;
    if (kind === OBJECT || kind === ARRAY) tokens[at + 3] = (tokens[at + 3] ?? 0) + by;
  }
}
