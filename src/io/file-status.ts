import { type BigIntStats, statSync } from "node:fs";
import { ioError } from "./io-error.ts";

/**
 * The status of the file at a path, symlinks followed; undefined if there is none.
 *
 * @throws {ElisionError} `io` if it cannot be read, for example if a part of the path is no folder.
 */
export function fileStatus(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw ioError(error, path);
  }
}
