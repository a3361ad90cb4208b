import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { MEMBER_HEADER_BYTES, readMemberHeader } from "./member.ts";
import { LOG_NAME } from "./open-log.ts";

/** Whether a folder holds an archive: a log of ours, or an empty one. */
export function isArchive(folder: string): boolean {
  let log: number;
  try {
    log = openSync(join(folder, LOG_NAME), "r");
  } catch {
    return false;
  }
  try {
    const bytes = Buffer.alloc(MEMBER_HEADER_BYTES);
    const count = readSync(log, bytes, 0, bytes.length, 0);
    return count === 0 || readMemberHeader(bytes.subarray(0, count)) !== undefined;
  } catch {
    return false; // A folder of that name, for example.
  } finally {
    closeSync(log);
  }
}
