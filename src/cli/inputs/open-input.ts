import { ElisionError } from "../../base/errors.ts";
import { sessionFolder } from "../../databases/session-folders.ts";
import { openFile } from "../../io/open-file.ts";
import type { DatabaseSession, Input } from "./input.ts";

/** Opens an input to read it; undefined for standard input, which is open. */
export async function openInput(input: Input): Promise<number | undefined> {
  if (input.kind === "stdin") return undefined;
  if (input.session !== undefined) throw onlyRead(input.session);
  if (input.stats.isDirectory()) throw onlyRead({ database: input.name, id: "ID" });
  return openFile(input.name, "r", { isFile: input.stats.isFile() });
}

function onlyRead({ database, id }: DatabaseSession): ElisionError {
  const place = sessionFolder(database)?.name ?? "a SQLite database";
  return new ElisionError("only-read", `a session in ${place}, which elision only reads`, {
    hint: `elision export ${database} --session ${id} > session.jsonl`,
  });
}
