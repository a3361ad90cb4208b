import { closeSync } from "node:fs";
import { join } from "node:path";
import { archiveError } from "../archive-errors.ts";
import type { Lock } from "../lock/lock.ts";
import { lockOutWriters } from "../lock/writers.ts";
import { LOG_NAME, openLog } from "../log/open-log.ts";
import { entriesOf, KeptDigests, keepNamed } from "./kept-digests.ts";
import type { PruneTotals } from "./prune-totals.ts";
import { countKept, renewIndex, rewrite } from "./rewrite.ts";

/** A removal of entries, which ends with `close`. Until then no process can add to the archive. */
export interface Pruning {
  /** Keeps the entries whose digests begin with these digits, 12 or more. */
  keep(digits: string): void;
  /** Keeps entries added at this time (milliseconds since 1970) or later, and those without a time. */
  keepSince(time: number): void;
  /**
   * Removes the entries that are not kept. Entries whose digests occur in a kept entry are kept as well, so that
   * recipes stay complete. `isDry`: only counts.
   */
  run(options: { readonly isDry: boolean }): Promise<PruneTotals>;
  close(): void;
}

/** Begins to remove entries; throws an `ElisionError` if another process adds or removes some. */
export function openPruning(dir: string): Pruning {
  closeSync(openLog(dir));
  const lock = locked(dir);
  // Opened only now: another process may have pruned it before the lock was taken.
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
