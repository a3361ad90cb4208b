import { fstatSync } from "node:fs";
import { join } from "node:path";
import { holderOf, takeLock } from "../lock/lock.ts";
import type { LogDamage } from "../log/log.ts";
import type { KnownMembers } from "../log/written-members.ts";
import { type DiskTable, type IndexPlace, openTable } from "./disk-table.ts";
import { PageDamage } from "./file-pages.ts";
import { KEY_BYTES } from "./index-page.ts";
import { memoryPages } from "./index-pages.ts";
import { LinearHash } from "./linear-hash.ts";
import type { Location } from "./record.ts";
import { indexLog, updateTable } from "./update-table.ts";

/** The lock file of the process that changes the index. */
export const LOCK_NAME = "index.lock";

/** How often, and for how many milliseconds each time, a reader waits for a process that is changing the index. */
const PATIENCE = { times: 100, ms: 10 };

/**
 * Finds entries in a log. Each lookup brings the table on disk up to date. If another process has the lock, or the
 * folder is read-only, entries that are missing there are kept in a table in memory.
 */
export class ArchiveIndex {
  /** Damage found in the part of the log that was read to update the table. */
  readonly damage: LogDamage[] = [];
  private readonly place: IndexPlace;
  private readonly known: KnownMembers | undefined;
  private disk: DiskTable | undefined;
  private lookedTo = -1;
  private canWrite = true;
  private readonly lockPath: string;
  private memory: { readonly table: LinearHash; from: number; to: number } | undefined;

  /** `known`: members that this process has written, whose records need not be read. */
  constructor(place: IndexPlace, known?: KnownMembers) {
    this.place = place;
    this.known = known;
    this.lockPath = join(place.dir, LOCK_NAME);
  }

  /** The places of the digests that begin with these hex digits, 12 or more, in the log as it is now. */
  find(prefix: string): readonly Location[] {
    this.refresh();
    return this.findKnown(prefix);
  }

  /** The places in the log as it was at the last refresh. */
  findKnown(prefix: string): readonly Location[] {
    if (this.disk === undefined && this.memory === undefined) return [];
    const digits = prefix.slice(0, 2 * KEY_BYTES);
    const onDisk = this.findOnDisk(digits);
    return [...onDisk, ...(this.memory?.table.find(digits) ?? [])];
  }

  /** Brings the table up to date: on disk if possible, else in memory. */
  refresh(): void {
    const end = fstatSync(this.place.log).size;
    if (end === this.lookedTo && this.disk !== undefined) return;
    if (this.covered < end || this.disk === undefined) {
      this.reopen();
      if (this.covered < end || this.disk === undefined) this.update();
    }
    this.lookedTo = end;
  }

  /**
   * Brings the table on disk up to date, unless another process has the lock; then that process or a later one
   * does.
   */
  finish(): void {
    const end = fstatSync(this.place.log).size;
    if ((this.disk?.covered ?? -1) < end) this.updateDisk({ anew: false });
  }

  close(): void {
    this.disk?.close();
    this.disk = undefined;
  }

  /** The bytes of the log that are indexed. */
  private get covered(): number {
    return Math.max(this.memory?.to ?? 0, this.disk?.covered ?? 0);
  }

  /** Reopens the table; waits a while if another process is changing it. */
  private reopen(): void {
    this.close();
    for (let times = 0; times < PATIENCE.times; times++) {
      this.disk = openTable(this.place);
      if (this.disk !== undefined || this.memory !== undefined) break;
      if (holderOf(this.lockPath) === undefined) break;
      wait(PATIENCE.ms);
    }
    const { covered = 0 } = this.disk ?? {};
    if (this.memory !== undefined && this.memory.from > covered) this.memory = undefined;
  }

  private update({ anew = false } = {}): void {
    if (this.updateDisk({ anew })) {
      this.memory = undefined;
      this.close();
      this.disk = openTable(this.place);
    }
    if (this.disk === undefined || this.covered < fstatSync(this.place.log).size)
      this.updateMemory();
  }

  private findOnDisk(prefix: string): readonly Location[] {
    while (this.disk !== undefined) {
      const found = lookUp(this.disk, prefix);
      if (!this.disk.isUnchanged()) {
        this.reopen();
        this.refresh();
      } else if (found !== undefined) return found;
      else {
        this.close();
        this.memory = undefined;
        this.update({ anew: true });
      }
    }
    return [];
  }

  /** Updates the table on disk. False if another process has the lock, or the folder is read-only. */
  private updateDisk({ anew }: { readonly anew: boolean }): boolean {
    if (!this.canWrite) return false;
    try {
      const lock = takeLock(this.lockPath);
      if (lock === undefined) return false;
      try {
        updateTable(this.place, { anew, damage: this.damage, known: this.known });
      } finally {
        lock.release();
      }
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      this.canWrite = false;
      return false;
    }
  }

  private updateMemory(): void {
    const from = this.disk?.covered ?? 0;
    this.memory ??= { table: new LinearHash(memoryPages(), memoryPages()), from, to: from };
    this.memory.to = indexLog(this.memory.table, {
      log: this.place.log,
      from: this.memory.to,
      damage: this.damage,
      known: this.known,
    });
  }
}

/** The locations in a table; undefined if a page of it is damaged. */
function lookUp({ table }: DiskTable, prefix: string): readonly Location[] | undefined {
  try {
    return table.find(prefix);
  } catch (error) {
    if (error instanceof PageDamage) return undefined;
    throw error;
  }
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
