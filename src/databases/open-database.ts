import { ElisionError } from "../base/errors.ts";
import { openSqlite, type SqliteReader } from "../io/sqlite/sqlite-reader.ts";
import { DATABASES } from "./index.ts";
import {
  columnsOf,
  type OpenDatabase,
  type SavedSession,
  type SessionDatabase,
} from "./session-database.ts";
import { sessionFolder } from "./session-folders.ts";

/**
 * Opens the database in which an agent keeps its sessions, or a folder of them. It is neither locked nor
 * changed.
 *
 * @throws {ElisionError} `unknown-database` if its tables are not those of a known agent; and the errors of
 * `openSqlite`.
 */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  const folder = sessionFolder(file);
  if (folder !== undefined) return folder.open(file);
  const { reader, close } = await openSqlite(file);
  try {
    const database = databaseIn(reader, file);
    const { agent, format } = database;
    return {
      agent,
      format,
      sessions: [...database.sessions(reader)],
      *lines(sessions) {
        for (const { id } of sessions) {
          yield* database.record(reader, id);
          yield "\n";
        }
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function databaseIn(reader: SqliteReader, file: string): SessionDatabase {
  const found = DATABASES.find(({ tables }) =>
    Object.entries(tables).every(([table, columns]) => {
      const own = columnsOf(reader, table);
      return columns.every((column) => own.includes(column));
    }),
  );
  if (found === undefined)
    throw unknown("a SQLite database with tables that elision does not know", file);
  const refusal = found.refusal?.(reader);
  if (refusal !== undefined) throw unknown(refusal, file);
  return found;
}

function unknown(message: string, file: string): ElisionError {
  const agents = DATABASES.map(({ agent }) => agent).join(", ");
  return new ElisionError("unknown-database", message, {
    file,
    hint: `known are databases of ${agents}`,
  });
}

/** The session with this id, or with an id that begins with it. */
export function sessionOf({ sessions }: OpenDatabase, id: string, file: string): SavedSession {
  const whole = sessions.find((session) => session.id === id);
  if (whole !== undefined) return whole;
  const [one, ...others] = id === "" ? [] : sessions.filter((session) => session.id.startsWith(id));
  if (one !== undefined && others.length === 0) return one;
  throw new ElisionError(
    "no-session",
    one === undefined
      ? `no session ${id} with messages in it`
      : `${others.length + 1} sessions have ids that begin with ${id}`,
    { file, hint: `elision export ${file} --list lists them` },
  );
}
