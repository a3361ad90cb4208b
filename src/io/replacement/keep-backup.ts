import { constants, copyFileSync, linkSync, lstatSync } from "node:fs";
import { ElisionError } from "../../base/errors.ts";

/**
 * Keeps the old file under another name, without overwriting another file. That name may already be a link to the
 * old file, if a run was killed between the two steps.
 */
export function keepBackup(path: string, backup: string): void {
  try {
    if (isSameFile(path, backup)) return;
    try {
      linkSync(path, backup);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
      copyFileSync(path, backup, constants.COPYFILE_EXCL); // no hard links on this file system
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new ElisionError("backup-exists", `the backup ${backup} exists: left as it is`, {
      hint: "move it away, or name another suffix",
    });
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) =>
    lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
