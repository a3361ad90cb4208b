import { readStore, type Store } from "../../../io/store/store.ts";
import type { Tape } from "../../../json/tape/tape.ts";
import type { TapePages } from "../../../json/tape/tape-pages.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";

/** Documents and lines up to this size are kept in memory. */
export const HELD_BYTES = 64 * 1024 * 1024;

/** Scans the JSON in a store after its first `start` bytes, if it can. */
export interface ScanStore {
  /** All of it, with its bytes from `base` on in memory; valid until the next. */
  whole(store: Store, start: number): HeldWhole | undefined;
  /** Its tape: all of it, or where `isHeld` is false in sections. */
  tape(store: Store, about: { readonly start: number; readonly isHeld: boolean }): Tape | undefined;
}

interface HeldWhole {
  readonly tree: TapeTree;
  readonly bytes: Buffer;
  readonly base: number;
}

/** A text in a store: its tree if it was scanned, and its bytes if they are in memory, from `base` on. */
export type Stored =
  | { readonly tree: TapeTree; readonly bytes: undefined }
  | { readonly tree: TapeTree | undefined; readonly bytes: Buffer; readonly base: number };

/**
 * Reads the JSON in a store, after its first `start` bytes. Beyond `heldBytes`, neither bytes nor tape are kept;
 * they are read again where needed. JSON that `scan` does not accept is loaded whole, for the scanner that can
 * read it or explain the error.
 */
export function readStored(
  store: Store,
  {
    start,
    scan,
    heldBytes,
  }: { readonly start: number; readonly scan: ScanStore; readonly heldBytes: number },
): Stored {
  const isHeld = store.size <= heldBytes;
  const whole = isHeld ? scan.whole(store, start) : undefined;
  if (whole !== undefined) return whole;
  const tape = scan.tape(store, { start, isHeld });
  if (tape !== undefined && !isHeld)
    return { tree: new TapeTree(storedPages(store), tape), bytes: undefined };
  const bytes = readStore(store, 0, store.size);
  return { tree: tape && new TapeTree(bytes, tape), bytes, base: 0 };
}

/** Bytes read again at a time: what a store reads ahead for. */
const PAGE_BYTES = 48 * 1024;

/** Bytes read before the requested ones: the next reads are after them, or shortly before. */
const BEFORE_BYTES = 2048;

function storedPages(store: Store): TapePages {
  const held = Buffer.allocUnsafeSlow(PAGE_BYTES);
  return {
    page(start, end) {
      const base = Math.max(0, start - BEFORE_BYTES);
      const stop = Math.min(store.size, Math.max(end, base + PAGE_BYTES));
      if (stop - base > PAGE_BYTES) return { bytes: readStore(store, base, stop), base };
      let at = 0;
      for (const piece of store.pieces(base, stop)) at += piece.copy(held, at);
      return { bytes: held.subarray(0, at), base };
    },
  };
}
