import { sessionOf, withDatabase } from "../../databases/open-database.ts";
import { FOUND_BY_CONTENT, type FormatChoice } from "../../formats/format-choice.ts";
import { createSpool } from "../../io/spool.ts";
import { textSource } from "../../io/text-source.ts";
import type { OpenedBytes } from "../../io/with-bytes.ts";
import type { FileInput } from "./database-input.ts";

/** Reads the sessions of a database, or the one that is meant, as rows of the format that its agent exports. */
export async function readDatabase<T>(
  input: FileInput,
  {
    formats = FOUND_BY_CONTENT,
    read,
  }: {
    readonly formats: FormatChoice | undefined;
    read(opened: Pick<OpenedBytes, "source" | "store">, formats: FormatChoice): Promise<T>;
  },
): Promise<T> {
  const { session } = input;
  const file = session?.database ?? input.name;
  return withDatabase(file, async (opened) => {
    const chosen = session === undefined ? opened.sessions : [sessionOf(opened, session.id, file)];
    const asked = formats.asked ?? formats.among.named(opened.format);
    const store = createSpool();
    try {
      const source = textSource(opened.lines(chosen));
      return await read({ source, store }, { ...formats, asked });
    } finally {
      store.close();
    }
  });
}
