/** The first bytes of every database of SQLite. */
const MAGIC = Buffer.from("SQLite format 3\0", "latin1");

/** The first bytes of a file that tell whether it is a SQLite database. */
export const SQLITE_HEAD_BYTES = MAGIC.length;

/** Whether the first bytes of a file are those of a SQLite database. */
export function isSqlite(head: Uint8Array): boolean {
  return head.length >= MAGIC.length && MAGIC.equals(head.subarray(0, MAGIC.length));
}
