import type { Archive } from "../archive/archive.ts";
import { UnitDigest } from "../archive/unit-digest.ts";
import type { Spool } from "../io/store/spool.ts";
import { memoryStore, type Store } from "../io/store/store.ts";
import { type Extent, findUndoing, type UndoUnit, undo } from "./undo.ts";

/** The restored bytes of a unit, if any, and whether an attempt failed. */
export interface Undone {
  readonly store: Store;
  /** How it was found, the first time; undefined if it was not found, and is unchanged. */
  readonly extent: Extent | undefined;
  /** Whether it is known, but cannot be restored: see `findUndoing` and `undo`. */
  readonly isLost: boolean;
  close(): void;
}

/**
 * Restores a unit, and then its result, until that is no compacted unit: so one that was compacted twice becomes
 * the first original. `createStore` makes a store for each result.
 */
export function undoAll(archive: Archive, first: UndoUnit, createStore = inMemory): Undone {
  const seen = new Set<string>();
  let unit = first;
  let extent: Extent | undefined;
  let close = () => {};
  for (;;) {
    seen.add(unit.digest.measured.digest);
    const undoing = findUndoing(archive, unit);
    if (undoing === undefined || undoing === "unclear")
      return { store: unit.store, extent, isLost: undoing === "unclear", close };
    const into = createStore();
    const undone = undo(archive, unit, { undoing, into });
    if (undone === undefined || seen.has(undone.digest.measured.digest)) {
      into.close();
      return { store: unit.store, extent, isLost: undone === undefined, close };
    }
    close();
    close = () => into.close();
    extent ??= undoing.extent;
    unit = first.line === undefined ? undone : { ...undone, line: first.line };
  }
}

function inMemory(): Spool {
  return Object.assign(memoryStore(), { close() {} });
}

/** A row in memory as a unit. */
export function unitIn(bytes: Buffer, line: number): UndoUnit {
  const store: Store = {
    append() {},
    size: bytes.length,
    *pieces(start, end) {
      if (start < end) yield bytes.subarray(start, end);
    },
  };
  const digest = new UnitDigest();
  digest.update(bytes);
  return { store, digest, line };
}
