import { type BigIntStats, statSync } from "node:fs";
import { ioError } from "./io-error.ts";

/**
 * The status of the file at a path, symlinks followed; undefined if there is none.
 *
 * @throws {ElisionError} `io` if it cannot be read, for example if a part of the path is no folder.
 */
export function fileStatus(path: string): BigIntStats | undefined {
  try {
    // Not with `throwIfNoEntry`: from Node 24 on it has no error for a path that leads through a file either.
    return statSync(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw ioError(error, path);
  }
}
