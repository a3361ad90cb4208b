import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes new and renamed files in a folder durable, on systems that can sync folders. */
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
