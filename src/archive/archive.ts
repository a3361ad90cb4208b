import type { ArchiveEntry } from "./entry.ts";
import type { LogDamage } from "./log/log.ts";

export type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";
export { LOG_NAME } from "./log/open-log.ts";

/** A folder that keeps what was taken out of transcripts. */
export interface Archive {
  /** Takes an entry, unless it is there already. What is taken is on disk after the next `flush`. */
  add(entry: ArchiveEntry): void;
  /**
   * On return everything added is on disk. With `sync` false it is written all the same, but the end of the machine may
   * take it away until the next flush.
   */
  flush(about?: { readonly sync: boolean }): void;
  /** All entries whose digest begins with these hex digits, 12 to 64. */
  find(prefix: string, kind?: ArchiveEntry["kind"]): readonly ArchiveEntry[];
  /** Flushes, and brings the index up to date. */
  close(): void;
  /**
   * Torn entries in the part of the log that was read. After a crash or on a full disk the last entries may be
   * torn; none of them was ever reported as saved.
   */
  readonly damage: readonly LogDamage[];
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** `write` makes the folder where there is none. */
  readonly mode?: "read" | "write";
  /** Milliseconds since 1970 that entries are marked with; left out, they have no time. */
  readonly time?: number;
}
