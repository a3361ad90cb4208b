import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Links followed one after another before the system, too, would give up. */
const MOST_LINKS = 40;

/**
 * Resolves the symbolic links of a path. The target need not exist, but its folder must: a link to a missing file
 * gives that file.
 */
export function followLink(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    try {
      return realpathSync(at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const folder = realpathSync(dirname(at));
    const file = join(folder, basename(at));
    const target = linkTarget(file);
    if (target === undefined) return file;
    at = resolve(folder, target);
  }
  throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" });
}

/** Where a symbolic link points; undefined for anything else, and for nothing. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
