import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { isSessionFolder } from "../../databases/session-folders.ts";
import { isSqlite, SQLITE_HEAD_BYTES } from "../../io/sqlite/is-sqlite.ts";
import type { DatabaseSession, Input } from "./input.ts";

/** A file that may be a database. */
export type FileInput = Extract<Input, { kind: "file" }>;

/** The names of agents' databases; below a folder, databases of other names are not opened. */
const NAMES =
  /^(?:opencode.*\.db|kilo.*\.db|sessions\.db|crush\.db|state\.db|state\.vscdb|store\.db|data\.sqlite3)$/;

/** Whether an input is a database of sessions, or a session in one. */
export function isDatabase(input: Input): input is FileInput {
  if (input.kind === "stdin") return false;
  if (input.session !== undefined) return true;
  if (input.stats.isDirectory()) return isSessionFolder(input.name);
  if (!input.stats.isFile() || (input.isFound && !NAMES.test(basename(input.name)))) return false;
  return isSqliteFile(input.name);
}

/** Whether a file begins like a SQLite database. False if it cannot be opened. */
function isSqliteFile(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const head = Buffer.alloc(SQLITE_HEAD_BYTES);
    return readSync(file, head) === head.length && isSqlite(head);
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The session of a database that a word names, `opencode.db#ses_1`; undefined where it does not. */
export function sessionNamed(word: string): DatabaseSession | undefined {
  const [, database = "", id = ""] = /^(.+)#([^#/]+)$/s.exec(word) ?? [];
  if (id === "" || !(isSqliteFile(database) || isSessionFolder(database))) return undefined;
  return { database, id };
}
