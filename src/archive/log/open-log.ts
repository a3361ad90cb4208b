import { openSync } from "node:fs";
import { join } from "node:path";
import { archiveError, noArchive } from "../archive-errors.ts";

/** The name of the log in the folder of an archive. */
export const LOG_NAME = "log.ndjson.gz";

/** Opens the log of an archive for reading. */
export function openLog(dir: string): number {
  try {
    return openSync(join(dir, LOG_NAME), "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isNone = code === "ENOENT" || code === "ENOTDIR";
    throw isNone ? noArchive(dir, error) : archiveError(dir, error);
  }
}
