import { fsync } from "node:fs";

/** Flushes a file to disk on another thread. */
export function syncFile(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (error) => (error === null ? resolve() : reject(error)));
  });
}
