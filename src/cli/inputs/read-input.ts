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
  /** Called with the number of bytes of each read, and awaited before the next read. */
  onRead(count: number): Promise<void>;
  /** Called before a compressed input is read. */
  onCompressed?(): void;
  /** Writes out what was made of transcripts, when much is buffered. */
  drain?(): Promise<void>;
  /** The reader of databases, which keeps one open from input to input. Default: one for this input. */
  readonly databases?: Databases;
}

/** Reads databases of sessions; the modules for it are loaded with the first one. */
export type Databases = Pick<DatabaseReader, "read">;

/** Provides a reader of databases while `use` runs. */
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
  { reading, onRead, drain, databases, onCompressed }: InputReading,
): Promise<ReadInput> {
  if (databases === undefined)
    return withDatabases((own) =>
      readInput(shell, input, {
        reading,
        onRead,
        databases: own,
        ...(drain && { drain }),
        ...(onCompressed && { onCompressed }),
      }),
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
  if (!isDatabase(input))
    return withInput(input, shell, (opened) => {
      if (opened.compression !== undefined) onCompressed?.();
      return read(opened);
    });
  return databases.read(input, { formats: reading.formats, read });
}

/** The same reading, with other formats. */
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
