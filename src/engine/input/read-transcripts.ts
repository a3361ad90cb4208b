import { bufferOf } from "../../base/buffer-of.ts";
import type { Layout } from "../../formats/format.ts";
import type { ByteSource } from "../../io/file-descriptor.ts";
import { type Store, storeOf } from "../../io/store/store.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { ReadRows } from "../plain/rows/read-rows.ts";
import type { ColumnTaker } from "../plain/rows/taken-columns.ts";
import { type ByteTaker, feed, feedPieces } from "./feed-bytes.ts";
import { type InputPiece, singleConversations } from "./input-piece.ts";
import { InputReader } from "./input-reader.ts";
import type { Reading, RecordAbout, Tally } from "./reading.ts";
import type { ReadTranscript } from "./transcripts/read-transcript.ts";
import type { TranscriptSource } from "./transcripts/transcript-source.ts";

/** Options of reading transcripts, and their receiver. */
export interface TranscriptReading extends Reading {
  /**
   * Called for each transcript: rows and documents one by one, those of lines at the end. A listener with much
   * output returns a generator, which yields when that should be drained.
   */
  onTranscript(read: ReadTranscript): Iterable<void> | void;
  /** Called for each record of the format, before the transcripts that it is part of. */
  onRecord?(record: TapeTree, about: RecordAbout): void;
  /**
   * Takes conversations as columns if it can: these are not passed to `onTranscript`, nor their records to
   * `onRecord`.
   */
  readonly columns?: ColumnTaker | undefined;
  /** Whether to read a record that is a conversation; called after it was scanned. */
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
    /** Writes out what was made of transcripts so far. */
    readonly drain?: () => Promise<void>;
  },
): Promise<ReadInput> {
  const input = new TranscriptTaker(reading, store);
  try {
    await feed(input, { source, onRead, drain });
    return input.read;
  } finally {
    input.close();
  }
}

/** Reads the transcripts of bytes in memory. */
export function readTranscriptsIn(
  bytes: Uint8Array,
  reading: TranscriptReading,
  { store }: { readonly store: Store },
): ReadInput {
  return readPieces([bufferOf(bytes)], reading, store);
}

/** Reads the transcripts of bytes in memory in several pieces, which must not change: none is copied. */
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
    for (const _ of feedPieces(input, pieces));
    for (const _ of input.finish());
    return input.read;
  } finally {
    input.close();
  }
}

/** Passes the transcripts of an input to their receiver. */
class TranscriptTaker implements ByteTaker {
  private readonly reading: TranscriptReading;
  private readonly input: InputReader;

  constructor(reading: TranscriptReading, store: Store) {
    this.reading = reading;
    this.input = new InputReader(reading, {
      store,
      rows: ReadRows.for(reading.columns),
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
      for (const { tree, about, read } of singleConversations(piece)) {
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
