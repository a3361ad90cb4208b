import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes what was made or renamed in a folder last through a power cut, where folders can be synced. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Not on every system; the file itself is on disk.
  }
}
