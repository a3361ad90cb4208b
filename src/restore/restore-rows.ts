import type { Archive } from "../archive/archive.ts";
import { type Line, lineAt } from "../engine/input/lines/line.ts";
import { readStore, type Store } from "../io/store/store.ts";
import { undoAll, unitIn } from "./units.ts";

/** A line, and its original if it is a compacted row. */
export interface RestoredLine {
  readonly line: Line;
  /** The original between byte order mark and line break; undefined if it is unchanged. */
  readonly original: Buffer | undefined;
  /** Whether the archive knows it, but lacks its original. */
  readonly isLost: boolean;
}

/** Every line of a file, with its original. A line is valid until the next. */
export function* restoreLines(archive: Archive, store: Store): Iterable<RestoredLine> {
  for (const line of linesIn(store)) {
    const { bytes, start, end } = line;
    const undone = undoAll(archive, unitIn(bytes.subarray(start, end), line.number));
    const isRestored = undone.extent !== undefined;
    const original = isRestored ? readStore(undone.store, 0, undone.store.size) : undefined;
    yield { line, original, isLost: undone.isLost };
  }
}

/** Bytes searched at a time. */
const PIECE_BYTES = 1024 * 1024;

function* linesIn(store: Store): Iterable<Line> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let offset = 0;
  let number = 0;
  const cut = (last: Buffer): Line => {
    const bytes = heldBytes === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    const line = lineAt(bytes, { first: 0, next: bytes.length, offset, number: ++number });
    offset += bytes.length;
    return line;
  };
  for (let from = 0; from < store.size; from += PIECE_BYTES) {
    const piece = readStore(store, from, Math.min(store.size, from + PIECE_BYTES));
    let at = 0;
    for (let hit = piece.indexOf(0x0a); hit >= 0; hit = piece.indexOf(0x0a, at)) {
      yield cut(piece.subarray(at, hit + 1));
      at = hit + 1;
    }
    if (at === piece.length) continue;
    held.push(piece.subarray(at));
    heldBytes += piece.length - at;
  }
  if (heldBytes > 0) yield cut(Buffer.alloc(0));
}
