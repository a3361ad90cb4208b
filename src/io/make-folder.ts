import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and its parents, if they are missing; returns those that it made. Node's recursive `mkdir` loops for
 * ever on file systems such as `/proc`, which report ENOENT for a new name in an existing folder.
 */
export function makeFolder(path: string, { mode = 0o777 } = {}): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  const parents = dirname(path) === path ? [] : makeFolder(dirname(path), { mode });
  try {
    mkdirSync(path, { mode });
    return [...parents, path];
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error; // Another process may have made it meanwhile.
    return parents;
  }
}
