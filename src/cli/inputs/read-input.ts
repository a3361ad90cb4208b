import {
  type ReadInput,
  readTranscripts,
  type TranscriptReading,
} from "../../engine/input/read-transcripts.ts";
import type { OpenedBytes } from "../../io/with-bytes.ts";
import type { Shell } from "../terminal/shell.ts";
import { isDatabase } from "./database-input.ts";
import type { Input } from "./input.ts";
import type { DatabaseReader } from "./read-database.ts";
import { withInput } from "./with-input.ts";

/** How an input is read. */
export interface InputReading {
  readonly reading: TranscriptReading;
  /** Gets the number of bytes of every read, and is waited for before the next. */
  onRead(count: number): Promise<void>;
  /** Takes away what was made of transcripts, where much is. */
  drain?(): Promise<void>;
  /** Reads databases; it keeps one open from input to input. Default: one for this input. */
  readonly databases?: Databases;
}

/** Reads databases of sessions; what that takes is loaded with the first. */
export type Databases = Pick<DatabaseReader, "read">;

/** Has databases read as long as `use` runs. */
export async function withDatabases<T>(use: (databases: Databases) => Promise<T>): Promise<T> {
  let reader: DatabaseReader | undefined;
  try {
    return await use({
      async read(input, reading) {
        reader ??= (await import("./read-database.ts")).createDatabaseReader();
        return reader.read(input, reading);
      },
    });
  } finally {
    reader?.close();
  }
}

/** Reads the transcripts of an input, compressed or not, or those of a database. */
export async function readInput(
  shell: Pick<Shell, "stdin">,
  input: Input,
  { reading, onRead, drain, databases }: InputReading,
): Promise<ReadInput> {
  if (databases === undefined)
    return withDatabases((own) =>
      readInput(shell, input, { reading, onRead, databases: own, ...(drain && { drain }) }),
    );
  const read = (
    { source, store }: Pick<OpenedBytes, "source" | "store">,
    formats = reading.formats,
  ) => {
    let count = 0;
    const waiting = {
      async read(into: Buffer) {
        await onRead(count);
        count = await source.read(into);
        return count;
      },
    };
    const about = { store, ...(drain !== undefined && { drain }) };
    const due = formats === reading.formats ? reading : withFormats(reading, formats);
    return readTranscripts(waiting, due, about);
  };
  if (!isDatabase(input)) return withInput(input, shell, read);
  return databases.read(input, { formats: reading.formats, read });
}

/** The same reading among other formats. */
function withFormats(
  reading: TranscriptReading,
  formats: TranscriptReading["formats"],
): TranscriptReading {
  const { file, strict, findsErrors, findsUsage, findsModels, onRecord, columns } = reading;
  return {
    file,
    strict,
    formats,
    columns,
    ...(findsErrors !== undefined && { findsErrors }),
    ...(findsUsage !== undefined && { findsUsage }),
    ...(findsModels !== undefined && { findsModels }),
    ...(onRecord !== undefined && { onRecord: onRecord.bind(reading) }),
    onBadLine: (problem) => reading.onBadLine(problem),
    onTranscript: (read) => reading.onTranscript(read),
  };
}
