import { bufferOf } from "../base/buffer-of.ts";
import type { SessionPlace } from "../formats/shared/saved-sessions.ts";
import type { SqliteReader, SqliteRow, SqliteValue } from "../io/sqlite/sqlite-reader.ts";

/** Reads an agent's sessions from its SQLite database, as rows of a format. */
export interface SessionDatabase {
  readonly agent: string;
  /** Where the agent keeps it; empty if it is in the folders of projects. */
  readonly places: readonly SessionPlace[];
  /** The format of a session's record. */
  readonly format: string;
  /** The columns that identify the database, by table; all are required. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Why a database with these tables cannot be read; undefined if it can. */
  refusal?(reader: SqliteReader): string | undefined;
  /** The sessions with messages, oldest first. */
  sessions(reader: SqliteReader): Iterable<SavedSession>;
  /** The text of a session's record, on one line, in pieces. */
  record(reader: SqliteReader, id: string): Iterable<string>;
}

/** A session in a database. */
export interface SavedSession {
  readonly id: string;
  readonly messages: number;
  /** The bytes of its messages. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedMs: number;
  readonly title?: string | undefined;
  /** The agent's working folder. */
  readonly folder?: string | undefined;
  readonly model?: string | undefined;
}

/** An open database of sessions. */
export interface OpenDatabase extends Pick<SessionDatabase, "agent" | "format"> {
  /** Its sessions with messages, oldest first. */
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

/** A text, also from a column that was cast to a blob; empty for anything else. */
export function textOf(value: SqliteValue | undefined): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return bufferOf(value).toString("utf8");
  return "";
}

/** The same; undefined for an empty text. */
export function nameOf(value: SqliteValue | undefined): string | undefined {
  return textOf(value) || undefined;
}

/** A number; 0 for anything else. */
export function numberOf(value: SqliteValue | undefined): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;
}

/** A time in milliseconds since 1970, from one in milliseconds or seconds: databases have had both. */
export function millisecondsOf(value: SqliteValue | undefined): number {
  const time = numberOf(value);
  return time < 1e11 ? time * 1000 : time;
}

/** The JSON in a column, on one line and otherwise unchanged; undefined if it has none. */
export function jsonOf(value: SqliteValue | undefined): string | undefined {
  // Line breaks in JSON are white space: inside strings they are escaped.
  return (
    textOf(value)
      .replaceAll(/[\r\n]/g, " ")
      .trim() || undefined
  );
}

/** The JSON of an object from the JSON of its members; undefined ones are left out. */
export function objectOf(members: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(members).flatMap(([key, text]) =>
    text === undefined ? [] : [`${JSON.stringify(key)}:${text}`],
  );
  return `{${pairs.join(",")}}`;
}

/** The JSON of a row's value; undefined for NULL. */
export function valueText(value: SqliteValue | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "bigint") return `${value}`;
  return JSON.stringify(value instanceof Uint8Array ? textOf(value) : value);
}

/** The values of a row by the names of members, without those that are NULL. */
export function membersOf(
  row: SqliteRow,
  names: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(names).map(([member, column]) => [member, valueText(row[column])]),
  );
}

/** The text of a conversation in pieces: the object `head` with the messages as a member. */
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
