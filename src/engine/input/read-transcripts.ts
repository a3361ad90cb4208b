import type { Layout } from "../../formats/format.ts";
import type { ByteSource } from "../../io/file-descriptor.ts";
import { type Store, storeOf } from "../../io/store.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { ReadRows } from "../plain/read-rows.ts";
import type { ColumnTaker } from "../plain/taken-columns.ts";
import { type ByteTaker, drive, takePieces } from "./drive.ts";
import type { InputPiece } from "./input-piece.ts";
import { InputReader } from "./input-reader.ts";
import type { ReadTranscript } from "./read-transcript.ts";
import type { Reading, RecordAbout, Tally } from "./reading.ts";
import type { TranscriptSource } from "./transcript-source.ts";

/** Options of reading transcripts, and their receiver. */
export interface TranscriptReading extends Reading {
  /**
   * A transcript: rows and documents as they come, those that lines are together at the end. What makes
   * much of one gives a generator, which stops where that should be taken away.
   */
  onTranscript(read: ReadTranscript): Iterable<void> | void;
  /** A record of the format, as it comes and before the transcripts that it is part of. */
  onRecord?(record: TapeTree, about: RecordAbout): void;
  /** Takes conversations as columns where it can: these do not come to `onTranscript`, nor their records to `onRecord`. */
  readonly columns?: ColumnTaker | undefined;
  /** Whether a record that is a conversation is read at all; asked once it was scanned. */
  wants?(record: TapeTree): boolean;
}

/** The properties and counts of an input after reading. */
export interface ReadInput extends Tally {
  readonly layout: Layout;
}

/** Reads the transcripts of an input, in bounded memory: it is the first half of a compaction. */
export async function readTranscripts(
  source: ByteSource,
  reading: TranscriptReading,
  {
    store,
    onRead,
    drain,
  }: {
    readonly store: Store;
    readonly onRead?: (count: number) => void;
    /** Takes away what was made of transcripts so far. */
    readonly drain?: () => Promise<void>;
  },
): Promise<ReadInput> {
  const input = new TranscriptTaker(reading, store);
  try {
    await drive(input, { source, onRead, drain });
    return input.read;
  } finally {
    input.close();
  }
}

/** The same for bytes that are in memory. */
export function readTranscriptsIn(
  bytes: Uint8Array,
  reading: TranscriptReading,
  { store }: { readonly store: Store },
): ReadInput {
  return readPieces(
    [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
    reading,
    store,
  );
}

/** The same for bytes that are in memory in several pieces, and stay as they are: none of them is kept twice. */
export function readTranscriptsOf(
  pieces: readonly Buffer[],
  reading: TranscriptReading,
): ReadInput {
  return readPieces(pieces, reading, storeOf(pieces));
}

function readPieces(
  pieces: readonly Buffer[],
  reading: TranscriptReading,
  store: Store,
): ReadInput {
  const input = new TranscriptTaker(reading, store);
  try {
    for (const _ of takePieces(input, pieces));
    for (const _ of input.finish());
    return input.read;
  } finally {
    input.close();
  }
}

/** Hands the transcripts of an input to whoever asked for them. */
class TranscriptTaker implements ByteTaker {
  private readonly reading: TranscriptReading;
  private readonly input: InputReader;

  constructor(reading: TranscriptReading, store: Store) {
    this.reading = reading;
    this.input = new InputReader(reading, {
      store,
      rows: reading.columns && ReadRows.for(reading.columns),
      onMessage: (record, about) => reading.onRecord?.(record, about),
    });
  }

  room(): Buffer {
    return this.input.room();
  }

  received(count: number): Iterable<void> {
    return this.handOn(this.input.received(count));
  }

  finish(): Iterable<void> {
    return this.handOn(this.input.finish());
  }

  close(): void {
    this.input.close();
  }

  /** The properties and counts of the input so far. */
  get read(): ReadInput {
    return { layout: this.input.layout ?? "document", ...this.input.tally };
  }

  private *handOn(pieces: Iterable<InputPiece>): Iterable<void> {
    const { reading } = this;
    for (const piece of pieces) {
      if (piece.kind === "lines") yield* this.handOnAll(piece.source);
      if (piece.kind !== "record" || reading.wants?.(piece.tree) === false) continue;
      for (const { tree, about, read } of piece.conversations) {
        const source = read();
        if (source === undefined) continue;
        reading.onRecord?.(tree, { ...about, format: source.format });
        yield* this.handOnAll(source);
      }
    }
  }

  private *handOnAll(source: TranscriptSource): Iterable<void> {
    for (const read of source.transcripts()) yield* this.reading.onTranscript(read) ?? [];
  }
}
