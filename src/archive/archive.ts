import type { ArchiveEntry } from "./entry.ts";
import type { LogDamage } from "./log/log.ts";

export type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";
export { LOG_NAME } from "./log/open-log.ts";

/** A folder that keeps text removed from transcripts. */
export interface Archive {
  /** Adds an entry, unless it is there already. It is on disk after the next `flush`. */
  add(entry: ArchiveEntry): void;
  /**
   * On return everything added is on disk. With `sync` false it is written, but may be lost in a power failure
   * before the next flush.
   */
  flush(about?: { readonly sync: boolean }): void;
  /** Like `flush`, but other threads compress what was added and flush it: this one is free meanwhile. */
  settle?(): Promise<void>;
  /** All entries whose digest begins with these hex digits, 12 to 64. */
  find(prefix: string, kind?: ArchiveEntry["kind"]): readonly ArchiveEntry[];
  /** Flushes, and brings the index up to date. Closing again does nothing; every other call is an error then. */
  close(): void;
  /**
   * Torn entries in the part of the log that was read. After a crash or on a full disk the last entries may be
   * torn; none of them was reported as saved.
   */
  readonly damage: readonly LogDamage[];
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** `write` creates the folder if it is missing. */
  readonly mode?: "read" | "write";
  /** The time stored with new entries, in milliseconds since 1970; without it they have no time. */
  readonly time?: number;
}
