import { type BigIntStats, closeSync, fstatSync } from "node:fs";
import { ElisionError } from "../../base/errors.ts";
import { sessionFolder } from "../../databases/session-folders.ts";
import { openFile } from "../../io/open-file.ts";
import { isParquet } from "../../io/parquet/is-parquet.ts";
import type { ParquetRows } from "../../io/parquet/parquet-rows.ts";
import { createSpool } from "../../io/store/spool.ts";
import { type OpenedBytes, withBytes } from "../../io/with-bytes.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";
import type { DatabaseSession, Input } from "./input.ts";

/** An input that is open. */
export interface OpenInput extends OpenedBytes {
  /** The state of the file when it was opened; undefined for standard input. */
  readonly stats: BigIntStats | undefined;
  /** Its rows, if it is Parquet: `source` then has a line for each. */
  readonly parquet?: ParquetRows | undefined;
}

/** Opens an input, compressed or not, or the rows of a Parquet file, for as long as `use` runs. */
export async function withInput<T>(
  input: Input,
  { stdin }: Pick<Shell, "stdin">,
  use: (opened: OpenInput) => Promise<T>,
): Promise<T> {
  const file = await openInput(input);
  if (file === undefined || input.kind === "stdin")
    return withBytes(stdin, (opened) => use({ ...opened, stats: undefined }));
  try {
    const stats = fstatSync(file, { bigint: true });
    if (stats.isFile() && isParquet(file, input.name))
      return await withParquet(file, input, (opened) => use({ ...opened, stats }));
    if (input.column !== undefined && !input.isFound)
      throw usage(`--column is for Parquet, which ${input.name} is not`, "leave it out");
    return await withBytes(file, (opened) => use({ ...opened, stats }));
  } finally {
    closeSync(file);
  }
}

async function withParquet<T>(
  file: number,
  input: Extract<Input, { kind: "file" }>,
  use: (opened: Omit<OpenInput, "stats">) => Promise<T>,
): Promise<T> {
  const { openParquetRows } = await import("../../io/parquet/parquet-rows.ts");
  const parquet = await openParquetRows(file, input.column);
  const store = createSpool();
  try {
    return await use({
      source: parquet.source,
      store,
      compression: undefined,
      samples: undefined,
      isPlain: false,
      parquet,
    });
  } finally {
    store.close();
  }
}

/** Opens an input to read it; undefined for standard input, which is open. */
async function openInput(input: Input): Promise<number | undefined> {
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
