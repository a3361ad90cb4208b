import { readAt } from "../store/read-at.ts";
import { bad } from "./bad-parquet.ts";

/** The first and the last bytes of a Parquet file, and of one whose footer is encrypted. */
export const MAGIC = "PAR1";
export const ENCRYPTED = "PARE";

const LFS = "version https://git-lfs.github.com/";

/**
 * Whether an open file is Parquet by its first bytes. A file that is named so and is a pointer of Git LFS is an error.
 *
 * @throws {ElisionError} `bad-parquet`
 */
export function isParquet(descriptor: number, name: string): boolean {
  const head = readAt(descriptor, 0, LFS.length).toString("latin1");
  if (head === LFS && name.endsWith(".parquet"))
    throw bad("a pointer of Git LFS, not the Parquet file itself", "git lfs pull");
  return head.startsWith(MAGIC) || head.startsWith(ENCRYPTED);
}
