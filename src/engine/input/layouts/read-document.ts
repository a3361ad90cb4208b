import { readStore, type Store } from "../../../io/store/store.ts";
import { positionAt } from "../../../json/scan/position.ts";
import type { ScanError } from "../../../json/scan/scan-error.ts";
import { parse } from "../../../json/tape/parse.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { markLength } from "../lines/line.ts";
import { readStored, type ScanStore } from "../lines/read-stored.ts";
import type { TextPlace } from "../reading.ts";

/** A document, and the input around it. */
export interface ReadDocument {
  readonly tree: TapeTree;
  /** The line that it begins on, from 1. */
  readonly line: number;
  readonly text: TextPlace;
}

/** An input that is no document, and why. */
export interface BadDocument {
  readonly error: ScanError;
  readonly bytes: Buffer;
  readonly start: number;
}

/** Reads the document that a store holds, see `readStored`. */
export function readDocument(
  store: Store,
  { scan, heldBytes }: { readonly scan: ScanStore; readonly heldBytes: number },
): ReadDocument | BadDocument {
  const start = markLength(readStore(store, 0, Math.min(MARK_ROOM, store.size)));
  const read = readStored(store, { start, scan, heldBytes });
  if (read.bytes === undefined) return documentIn(read.tree, { start, store, bytes: store });
  const { bytes, base } = read;
  const tree = read.tree ?? parse(bytes, { start });
  if (!(tree instanceof TapeTree)) return { error: tree, bytes, start };
  return documentIn(tree, { start, store, bytes, base });
}

/** The first `start` bytes of the store are no part of the document; its first is at `base` of the bytes. */
function documentIn(
  tree: TapeTree,
  {
    start,
    store,
    bytes,
    base = 0,
  }: Pick<TextPlace, "start" | "bytes"> & { readonly store: Store; readonly base?: number },
): ReadDocument {
  const before = tree.start(tree.root) - base;
  const { line } = positionAt(tree.subarray(base, base + before), before);
  const end = base + store.size;
  return {
    tree,
    line,
    text: { start: base + start, end, number: 1, first: base, next: end, bytes },
  };
}

/** Bytes that are enough to detect a byte order mark. */
const MARK_ROOM = 4;
