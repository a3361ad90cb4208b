import type { SessionPlace } from "../formats/places/saved-sessions.ts";
import type { SqliteReader, SqliteRow, SqliteValue } from "../io/sqlite/sqlite-reader.ts";

/** How an agent keeps its sessions in a SQLite database: they are read as rows of a format. */
export interface SessionDatabase {
  readonly agent: string;
  /** Where the agent keeps it; none where that is in the folders of projects. */
  readonly places: readonly SessionPlace[];
  /** The format of the record that a session is read as. */
  readonly format: string;
  /** The columns that show the database, by table, all of which are needed. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Why a database with these tables is not read after all; undefined: it is. */
  refusal?(reader: SqliteReader): string | undefined;
  /** The sessions that have messages, oldest first. */
  sessions(reader: SqliteReader): Iterable<SavedSession>;
  /** The text of a session's record, on one line, in pieces. */
  record(reader: SqliteReader, id: string): Iterable<string>;
}

/** A session in a database. */
export interface SavedSession {
  readonly id: string;
  readonly messages: number;
  /** The bytes that its messages take. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedMs: number;
  readonly title?: string | undefined;
  /** The folder that the agent worked in. */
  readonly folder?: string | undefined;
  readonly model?: string | undefined;
}

/** A database of sessions that is open. */
export interface OpenDatabase extends Pick<SessionDatabase, "agent" | "format"> {
  /** Its sessions that have messages, oldest first. */
  readonly sessions: readonly SavedSession[];
  /** The records of sessions as lines of JSON, in pieces. */
  lines(sessions: readonly SavedSession[]): Iterable<string>;
  close(): void;
}

/** The names of the columns of a table; none if there is no such table. */
export function columnsOf(reader: SqliteReader, table: string): readonly string[] {
  return [...reader.rows("SELECT name FROM pragma_table_info(?)", table)].map(({ name }) =>
    textOf(name),
  );
}

/** A text, also of a column that was cast to a blob; empty for anything else. */
export function textOf(value: SqliteValue | undefined): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");
  return "";
}

/** The same, where an empty text is as good as none. */
export function nameOf(value: SqliteValue | undefined): string | undefined {
  return textOf(value) || undefined;
}

/** A number; 0 for anything else. */
export function numberOf(value: SqliteValue | undefined): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;
}

/** A time in milliseconds since 1970, of one in these or in seconds: stores have had both. */
export function millisecondsOf(value: SqliteValue | undefined): number {
  const time = numberOf(value);
  return time < 1e11 ? time * 1000 : time;
}

/** JSON that a column holds, on one line and otherwise as it is; undefined where it holds none. */
export function jsonOf(value: SqliteValue | undefined): string | undefined {
  // Line ends within JSON are white space: in its strings they are escaped.
  return (
    textOf(value)
      .replaceAll(/[\r\n]/g, " ")
      .trim() || undefined
  );
}

/** The text of an object from the text of each member; those that are undefined are left out. */
export function objectOf(members: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(members).flatMap(([key, text]) =>
    text === undefined ? [] : [`${JSON.stringify(key)}:${text}`],
  );
  return `{${pairs.join(",")}}`;
}

/** The text of a value of a row; undefined for NULL. */
export function valueText(value: SqliteValue | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "bigint") return `${value}`;
  return JSON.stringify(value instanceof Uint8Array ? textOf(value) : value);
}

/** The values of a row by the names of members, those that are NULL left out. */
export function membersOf(
  row: SqliteRow,
  names: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(names).map(([member, column]) => [member, valueText(row[column])]),
  );
}

/** The pieces of a conversation's text: the members of an object, given as its text `head`, then its messages. */
export function* withMessages(head: string, messages: Iterable<string>): Iterable<string> {
  yield `${head.slice(0, -1)},"messages":[`;
  yield* listed(messages);
  yield "]}";
}

/** Texts with a comma after each but the last. */
export function* listed(texts: Iterable<string>): Iterable<string> {
  let isFirst = true;
  for (const text of texts) {
    yield isFirst ? text : `,${text}`;
    isFirst = false;
  }
}
