import { openDatabase, sessionOf } from "../../databases/open-database.ts";
import type { OpenDatabase } from "../../databases/session-database.ts";
import { FOUND_BY_CONTENT, type FormatChoice } from "../../formats/registry/format-choice.ts";
import { createSpool } from "../../io/store/spool.ts";
import { textSource } from "../../io/text-source.ts";
import type { OpenedBytes } from "../../io/with-bytes.ts";
import type { FileInput } from "./database-input.ts";

/** How the sessions of a database are read. */
export interface DatabaseReading<T> {
  readonly formats: FormatChoice | undefined;
  read(opened: Pick<OpenedBytes, "source" | "store">, formats: FormatChoice): Promise<T>;
}

/** Reads the sessions of databases, one input after another. */
export interface DatabaseReader {
  /** Reads the sessions of an input, or the one that it names, as rows of the format that its agent exports. */
  read<T>(input: FileInput, reading: DatabaseReading<T>): Promise<T>;
  close(): void;
}

/** A reader that keeps a database open while the next inputs are sessions of it. */
export function createDatabaseReader(): DatabaseReader {
  let open: { readonly file: string; readonly database: OpenDatabase } | undefined;
  const close = () => {
    open?.database.close();
    open = undefined;
  };
  return {
    async read({ name, session }, { formats = FOUND_BY_CONTENT, read }) {
      const file = session?.database ?? name;
      if (open?.file !== file) {
        close();
        open = { file, database: await openDatabase(file) };
      }
      const { database } = open;
      const chosen =
        session === undefined ? database.sessions : [sessionOf(database, session.id, file)];
      const forced = formats.forced ?? formats.among.named(database.format);
      const store = createSpool();
      try {
        return await read(
          { source: textSource(database.lines(chosen)), store },
          { ...formats, forced },
        );
      } finally {
        store.close();
      }
    },
    close,
  };
}
