import { type BigIntStats, statSync } from "node:fs";
import { ioError } from "./io-error.ts";

/**
 * The status of the file at a path, symlinks followed; undefined if there is none.
 *
 * @throws {ElisionError} `io` where that cannot be told: a part of the path is no folder, say.
 */
export function fileStatus(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw ioError(error, path);
  }
}
