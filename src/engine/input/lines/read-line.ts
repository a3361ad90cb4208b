import { readStore, type Store, smallPieces } from "../../../io/store/store.ts";
import type { ScanError } from "../../../json/scan/scan-error.ts";
import { parse } from "../../../json/tape/parse.ts";
import { STRIDE, type Tape } from "../../../json/tape/tape.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { isBlank, type Line, lineAt } from "./line.ts";
import { readStored, type ScanStore } from "./read-stored.ts";

/** A line and its content: a record, text that is not JSON, or nothing. */
export type ReadLine = HeldLine | StoredLine;

export interface HeldLine {
  readonly line: Line;
  readonly tree: TapeTree | ScanError | undefined;
}

/** A line too long for memory, read again from a store. Without a tree if it is blank. */
export interface StoredLine {
  readonly line: Omit<Line, "bytes"> & { readonly bytes: Store };
  readonly tree: TapeTree | undefined;
}

/** Scans a line in memory that can be read as columns; undefined if there is no room for it. */
export type ScanAgain = (
  line: Line,
) => { readonly line: Line; readonly tree: TapeTree } | undefined;

/** Whether a line is not in memory. */
export function isStored(read: ReadLine): read is StoredLine {
  return !Buffer.isBuffer(read.line.bytes);
}

/** Keeps a line in memory, whatever its length. */
export function inMemory(read: ReadLine): HeldLine {
  if (!isStored(read)) return read;
  const { bytes } = read.line;
  return { ...read, line: { ...read.line, bytes: readStore(bytes, 0, bytes.size) } };
}

/** Scans a line with the TypeScript scanner, which explains errors. */
export function readSlowly(line: Line): HeldLine {
  const { bytes, start, end } = line;
  return { line, tree: isBlank(line) ? undefined : parse(bytes, { start, end }) };
}

/** A line that is not in memory: only its length and its line end are known. */
export function endOfLine({ line }: Pick<StoredLine, "line">): Line {
  const { bytes, first, start, end, next } = line;
  const breakBytes = readStore(bytes, end, bytes.size);
  return {
    ...line,
    bytes: breakBytes,
    first: first - end,
    start: start - end,
    end: 0,
    next: next - end,
  };
}

/** Scans a copy of a line, to be kept. */
export function inOwnMemory(line: Line): HeldLine {
  const kept = Buffer.from(line.bytes.subarray(line.first, line.next));
  return readSlowly(lineAt(kept, { ...line, first: 0, next: kept.length }));
}

/** A scanned line and its tape, in their own memory. */
export function withTape(line: Line, { tokens, length, flags }: Tape): HeldLine {
  const { first, next } = line;
  const bytes = Buffer.from(line.bytes.subarray(first, next));
  const own = tokens.slice(0, length * STRIDE);
  for (let at = 0; at < own.length; at += STRIDE) {
    own[at + 1] = (own[at + 1] ?? 0) - first;
    own[at + 2] = (own[at + 2] ?? 0) - first;
  }
  const tree = new TapeTree(bytes, { tokens: own, length, flags });
  return { line: lineAt(bytes, { ...line, first: 0, next: bytes.length }), tree };
}

/** Reads a line that a store holds alone. */
export function readLong(
  store: Store,
  { offset, number }: { readonly offset: number; readonly number: number },
  { scan, heldBytes }: { readonly scan: ScanStore; readonly heldBytes: number },
): ReadLine {
  const place = { first: 0, next: store.size, offset, number };
  const head = lineAt(readStore(store, 0, MARK_ROOM), { ...place, next: MARK_ROOM });
  const stored = (tree: TapeTree | undefined): StoredLine => {
    const from = store.size - BREAK_ROOM;
    // Not the first line of the input: no byte order mark is expected.
    const about = { ...place, offset: 1, next: BREAK_ROOM };
    const { end } = lineAt(readStore(store, from, store.size), about);
    return { line: { ...place, bytes: store, start: head.start, end: from + end }, tree };
  };
  if (store.size > heldBytes && isBlankFrom(store, head.start)) return stored(undefined);
  const read = readStored(store, { start: head.start, scan, heldBytes });
  if (read.bytes === undefined) return stored(read.tree);
  const { bytes, base } = read;
  const line = lineAt(bytes, { ...place, first: base, next: base + store.size });
  return read.tree === undefined ? readSlowly(line) : { line, tree: read.tree };
}

/** Whether a store has only white space from an offset on. */
function isBlankFrom(store: Store, start: number): boolean {
  for (const piece of smallPieces(store, start, store.size)) if (!isWhite(piece)) return false;
  return true;
}

function isWhite(bytes: Buffer): boolean {
  for (const byte of bytes)
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}

/** Bytes that are enough to tell a byte order mark, and a line break. */
const MARK_ROOM = 4;
const BREAK_ROOM = 2;
