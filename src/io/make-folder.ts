import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those that it lies in, where they are not there. Node's own way of that never ends
 * where a file system says of a name in a folder that there is no such folder, as `/proc` does.
 */
export function makeFolder(path: string, { mode = 0o777 } = {}): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path), { mode });
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error; // Another may have made it meanwhile.
  }
}
