import { readStore, type Store } from "../../io/store.ts";
import { positionAt } from "../../json/scan/position.ts";
import type { ScanError } from "../../json/scan/scan-error.ts";
import { parse } from "../../json/tape/parse.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { markLength } from "./line-frame.ts";
import type { TextPlace } from "./reading.ts";
import { readStored, type ScanStore } from "./stored-bytes.ts";

/** A document, and the whole input around it. */
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
  const tree = read.tree ?? parse(read.bytes, { start });
  if (!(tree instanceof TapeTree)) return { error: tree, bytes: read.bytes, start };
  return documentIn(tree, { start, store, bytes: read.bytes });
}

function documentIn(
  tree: TapeTree,
  { start, store, bytes }: Pick<TextPlace, "start" | "bytes"> & { readonly store: Store },
): ReadDocument {
  const root = tree.start(tree.root);
  const { line } = positionAt(tree.subarray(0, root), root);
  return {
    tree,
    line,
    text: { start, end: store.size, number: 1, first: 0, next: store.size, bytes },
  };
}

/** Bytes that are enough to tell a byte order mark. */
const MARK_ROOM = 4;
