import type { Layout } from "../../formats/format.ts";
import type { ByteSource } from "../../io/file-descriptor.ts";
import type { Store } from "../../io/store.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { drive } from "./drive.ts";
import { InputReader } from "./input-reader.ts";
import { Conversations } from "./read-conversations.ts";
import type { ReadTranscript } from "./read-transcript.ts";
import type { Reading, RecordAbout, Tally } from "./reading.ts";

/** Options of reading transcripts, and their receiver. */
export interface TranscriptReading extends Reading {
  /**
   * A transcript: rows and documents as they come, those that lines are together at the end. What makes
   * much of one gives a generator, which stops where that should be taken away.
   */
  onTranscript(read: ReadTranscript): Iterable<void> | void;
  /** A record of the format, as it comes and before the transcripts that it is part of. */
  onRecord?(record: TapeTree, about: RecordAbout): void;
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
  const input = transcriptReader(reading, store);
  try {
    await drive(input, { source, onRead, ...(drain !== undefined && { drain }) });
    return { layout: input.layout ?? "document", ...input.tally };
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
  const input = transcriptReader(reading, store);
  try {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const _ of input.take(whole));
    for (const _ of input.finish());
    return { layout: input.layout ?? "document", ...input.tally };
  } finally {
    input.close();
  }
}

function transcriptReader(reading: TranscriptReading, store: Store): InputReader {
  const reader = new Conversations(reading);
  return new InputReader(reading, {
    store,
    taker: {
      isFull: false,
      *conversations(record, about) {
        const transcripts = reader.read(record, about);
        reading.onRecord?.(record, about);
        for (const read of transcripts) yield* reading.onTranscript(read) ?? [];
      },
      between() {},
      message: (record, about) => reading.onRecord?.(record, about),
      *lines(lines) {
        for (const read of lines.read()) yield* reading.onTranscript(read) ?? [];
      },
    },
  });
}
