import { readStore, type Store } from "../io/store.ts";
import type { ScanError } from "../json/scan-error.ts";
import { parse, type TapeTree } from "../json/tape-tree.ts";
import { isBlank, type Line, lineAt } from "./frame.ts";
import { readStored, type ScanStore } from "./stored.ts";

/** A line and what stands on it: a record, text that is not JSON, or nothing. */
export type ReadLine = HeldLine | StoredLine;

export interface HeldLine {
  readonly line: Line;
  readonly tree: TapeTree | ScanError | undefined;
}

/** A line so long that it is not held; what it says is read again from a store. */
export interface StoredLine {
  readonly line: Omit<Line, "bytes"> & { readonly bytes: Store };
  readonly tree: TapeTree;
}

/** Whether a line is not held. */
export function isStored(read: ReadLine): read is StoredLine {
  return !Buffer.isBuffer(read.line.bytes);
}

/** A line that is held whatever its length. */
export function inMemory(read: ReadLine): HeldLine {
  if (!isStored(read)) return read;
  const { bytes } = read.line;
  return { ...read, line: { ...read.line, bytes: readStore(bytes, 0, bytes.size) } };
}

/** Scans a line without the kernel: with the one that explains its errors. */
export function readSlowly(line: Line): HeldLine {
  const { bytes, start, end } = line;
  return { line, tree: isBlank(line) ? undefined : parse(bytes, { start, end }) };
}

/** Reads a line that a store holds alone. */
export function readLong(
  store: Store,
  { offset, number }: { readonly offset: number; readonly number: number },
  { scan, heldBytes }: { readonly scan: ScanStore; readonly heldBytes: number },
): ReadLine {
  const place = { first: 0, next: store.size, offset, number };
  const head = lineAt(readStore(store, 0, MARK_ROOM), { ...place, next: MARK_ROOM });
  const read = readStored(store, { start: head.start, scan, heldBytes });
  if (read.bytes === undefined) {
    const from = store.size - BREAK_ROOM;
    const tail = lineAt(readStore(store, from, store.size), { ...place, next: BREAK_ROOM });
    return {
      line: { ...place, bytes: store, start: head.start, end: from + tail.end },
      tree: read.tree,
    };
  }
  const line = lineAt(read.bytes, place);
  return read.tree === undefined ? readSlowly(line) : { line, tree: read.tree };
}

/** Bytes that are enough to tell a byte order mark, and a line break. */
const MARK_ROOM = 4;
const BREAK_ROOM = 2;
