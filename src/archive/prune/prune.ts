import { closeSync } from "node:fs";
import { join } from "node:path";
import { archiveError } from "../archive-errors.ts";
import type { Lock } from "../lock/lock.ts";
import { lockOutWriters } from "../lock/writers.ts";
import { LOG_NAME, openLog } from "../log/open-log.ts";
import { entriesOf, KeptDigests, keepNamed } from "./kept-digests.ts";
import type { PruneTotals } from "./prune-totals.ts";
import { countKept, renewIndex, rewrite } from "./rewrite.ts";

/** The removal of entries, which ends with `close`. While it goes on no one adds to the archive. */
export interface Pruning {
  /** Keeps the entries whose digest begins with these digits, 12 or more, if there are any. */
  keep(digits: string): void;
  /** Keeps what was added then (milliseconds since 1970) or later, or at a time that was not noted. */
  keepSince(time: number): void;
  /**
   * Removes what is not kept. What an entry that is kept names is kept as well: every digest that stands
   * in it counts, so that a recipe has what it needs. `isDry`: only says what would be removed.
   */
  run(options: { readonly isDry: boolean }): Promise<PruneTotals>;
  close(): void;
}

/** Begins to remove entries; an `ElisionError` if another process adds or removes some. */
export function openPruning(dir: string): Pruning {
  closeSync(openLog(dir));
  const lock = locked(dir);
  // Opened anew: another may have pruned it before it was locked.
  const log = openLog(dir);
  const kept = new KeptDigests();
  for (const { digest } of entriesOf(log)) kept.know(digest);
  return {
    keep: (digits) => kept.keep(digits),
    keepSince(time) {
      for (const { digest, time: added } of entriesOf(log))
        if (added === 0 || added * 1000 >= time) kept.keep(digest);
    },
    async run({ isDry }) {
      keepNamed(log, kept);
      const path = join(dir, LOG_NAME);
      try {
        const totals = { ...countKept(log, kept), isDry };
        if (isDry || totals.removedEntries === 0) return totals;
        await rewrite({ path, log, kept });
        renewIndex(dir);
        return totals;
      } catch (error) {
        throw archiveError(path, error);
      }
    },
    close() {
      lock.release();
      closeSync(log);
    },
  };
}

function locked(dir: string): Lock {
  try {
    return lockOutWriters(dir);
  } catch (error) {
    throw archiveError(dir, error);
  }
}
