import { ElisionError } from "../../base/errors.ts";
import { requireModule } from "../../base/require-module.ts";
import { copyDatabase } from "./database-copy.ts";

/** A value of a column. Texts come as strings up to their first NUL: cast those that may have one to a blob. */
export type SqliteValue = string | number | bigint | Uint8Array | null;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** A database that is open for reading. */
export interface SqliteReader {
  /** The rows that a query gives, one after another. */
  rows(query: string, ...values: readonly (string | number)[]): Iterable<SqliteRow>;
}

/** An open database, to be closed by the caller. */
export interface OpenSqlite {
  readonly reader: SqliteReader;
  close(): void;
}

/**
 * Opens a database. A copy is read, of one moment and with all that was committed: the database itself is neither
 * locked nor changed.
 *
 * @throws {ElisionError} `bad-database` where SQLite cannot read it, `no-sqlite` where there is no SQLite, `busy`
 * and `io` of the copy.
 */
export async function openSqlite(file: string): Promise<OpenSqlite> {
  const open = findLibrary(file);
  const copy = await copyDatabase(file);
  try {
    const { all, close } = known(file, () => open(copy.path));
    return {
      reader: {
        *rows(query, ...values) {
          const found = known(file, () => all(query, values)[Symbol.iterator]());
          for (;;) {
            const next = known(file, () => found.next());
            if (next.done === true) return;
            yield next.value;
          }
        },
      },
      close() {
        close();
        copy.remove();
      },
    };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

/** A library of SQLite, which opens a private copy. */
type Library = (path: string) => {
  all(query: string, values: readonly (string | number)[]): Iterable<SqliteRow>;
  close(): void;
};

/** Node's own from 22.5 on, else a WebAssembly build that may have been installed with elision. */
function findLibrary(file: string): Library {
  return nodeLibrary() ?? wasmLibrary(file);
}

interface NodeDatabase {
  prepare(query: string): {
    all(...values: readonly (string | number)[]): SqliteRow[];
    iterate?(...values: readonly (string | number)[]): Iterable<SqliteRow>;
  };
  close(): void;
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: true }) => NodeDatabase;
}

function nodeLibrary(): Library | undefined {
  const { DatabaseSync } = nodeSqlite() ?? {};
  if (DatabaseSync === undefined) return undefined;
  return (path) => {
    const database = new DatabaseSync(path, { readOnly: true });
    return {
      all(query, values) {
        const statement = database.prepare(query);
        return statement.iterate?.(...values) ?? statement.all(...values);
      },
      close: () => database.close(),
    };
  };
}

/** Suppresses Node's warning on stderr that its module is experimental. */
function nodeSqlite(): NodeSqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return requireModule("node:sqlite") as NodeSqlite;
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

interface WasmStatement {
  iterate(values: readonly (string | number)[]): Iterable<SqliteRow>;
  finalize(): void;
}

interface WasmSqlite {
  readonly Database: new (
    path: string,
    options: { readonly readOnly: true; readonly fileMustExist: true },
  ) => { prepare(query: string): WasmStatement; close(): void };
}

function wasmLibrary(file: string): Library {
  const { Database } = wasmSqlite(file);
  return (path) => {
    const database = new Database(path, { readOnly: true, fileMustExist: true });
    return {
      *all(query, values) {
        const statement = database.prepare(query);
        try {
          yield* statement.iterate(values);
        } finally {
          statement.finalize();
        }
      },
      close: () => database.close(),
    };
  };
}

function wasmSqlite(file: string): WasmSqlite {
  try {
    return requireModule("node-sqlite3-wasm") as WasmSqlite;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith("MODULE_NOT_FOUND")) throw error;
    throw new ElisionError("no-sqlite", "a SQLite database, which needs Node 22.5 or a package", {
      hint: "npm install node-sqlite3-wasm; npm install -g node-sqlite3-wasm where elision is installed with -g",
      file,
      cause: error,
    });
  }
}

/** Runs a call of SQLite; errors name the file. */
function known<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new ElisionError(
      "bad-database",
      `SQLite cannot read the database: ${error instanceof Error ? error.message : error}`,
      { file, cause: error },
    );
  }
}
