import { open, openSync } from "node:fs";

/**
 * Opens a file to read or to write. A pipe is opened once somebody has opened its other end: the event
 * loop goes on until then.
 */
export async function openFile(
  path: string,
  flags: "r" | "w",
  { isFile }: { readonly isFile: boolean },
): Promise<number> {
  if (isFile) return openSync(path, flags);
  return new Promise((resolve, reject) => {
    open(path, flags, (error, file) => (error === null ? resolve(file) : reject(error)));
  });
}

/** Creates a file for writing that only its owner may read; undefined if the name exists. */
export function openNewFile(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}
