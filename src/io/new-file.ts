import { openSync } from "node:fs";

/** Opens a file that only its owner may read, to write it; undefined where there is one of this name. */
export function openNewFile(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}
