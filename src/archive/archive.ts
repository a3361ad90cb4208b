import type { ArchiveEntry } from "./entry.ts";
import type { LogDamage } from "./log/log.ts";
import { openToRead } from "./reader.ts";
import { openToWrite } from "./writer.ts";

export type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";
export { LOG_NAME } from "./log/open-log.ts";

/** A folder that keeps what was taken out of transcripts. */
export interface Archive {
  /** Takes an entry, unless it is there already. What is taken is on disk after the next `flush`. */
  add(entry: ArchiveEntry): void;
  /** On return everything added is on disk. */
  flush(): void;
  /** All entries whose digest begins with these hex digits, 12 to 64. */
  find(prefix: string, kind?: ArchiveEntry["kind"]): readonly ArchiveEntry[];
  /** Flushes, and brings the index up to date. */
  close(): void;
  /**
   * What is no whole entry, in what was read of the log: after a crash or on a full disk the last ones
   * may be torn, and were never said to be on disk.
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

/**
 * Opens an archive. The log in it is the truth: NDJSON in gzip members, only ever appended to. The
 * index beside it is made of the log, and made again where it is missing or damaged.
 *
 * @throws {ElisionError} `no-archive` where there is none to read, `archive` where the folder cannot be
 * used; so do the calls.
 */
export function openArchive(dir: string, options: ArchiveOptions = {}): Archive {
  return options.mode === "write" ? openToWrite(dir, options) : openToRead(dir);
}
