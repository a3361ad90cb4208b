import { checkArgument, checkOptions, VALUE } from "../base/arguments.ts";
import type { Archive, ArchiveOptions } from "./archive.ts";
import { openToRead } from "./reader.ts";
import { openToWrite } from "./writer.ts";

/**
 * Opens an archive. Its log is the source of truth: NDJSON in gzip members, only ever appended to. The index is
 * derived from the log, and rebuilt if it is missing or damaged.
 *
 * @throws {ElisionError} `no-archive` where there is none to read, `archive` where the folder cannot be
 * used; so do the calls, and `archive-closed` after `close`.
 */
export function openArchive(dir: string, options: ArchiveOptions = {}): Archive {
  checkArgument("dir", dir, VALUE.text);
  checkOptions(options, {
    mode: ["read or write", (value) => value === "read" || value === "write"],
    time: VALUE.number,
  });
  return options.mode === "write" ? openToWrite(dir, options) : openToRead(dir);
}
