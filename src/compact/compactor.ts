import { DRAIN_BYTES, type Output } from "../io/output.ts";
import type { Store } from "../io/store.ts";
import { inOrder, type Splice } from "../json/splice.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import { Conversations } from "../read/conversations.ts";
import type { Line } from "../read/frame.ts";
import { InputReader } from "../read/input-reader.ts";
import type { MessageLines } from "../read/message-lines.ts";
import type { RecordAbout, RecordTaker } from "../read/reading.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import { compactConversations } from "./conversations.ts";
import type { Job } from "./job.ts";
import { compactLines } from "./message-lines.ts";

/**
 * Compacts one input: as its reader hands on what stands in it, what can be written by then is put
 * into the output.
 */
export class Compactor implements RecordTaker {
  /** Takes the bytes of the input. */
  readonly input: InputReader;
  private readonly job: Job;
  private readonly store: Store;
  private readonly output: Output;
  private readonly reader: Conversations;
  private transcripts = 0;
  private isChanged = false;

  /**
   * `store` keeps the bytes that may be read again: all but those of rows. `isRows` says that the
   * input is known to be rows, a part of more. A document of more than `heldBytes` is not held.
   */
  constructor(
    job: Job,
    about: {
      readonly store: Store;
      readonly output: Output;
      readonly isRows?: boolean;
      readonly heldBytes?: number;
    },
  ) {
    this.store = about.store;
    this.output = about.output;
    this.job = {
      ...job,
      onTranscript: (telemetry) => {
        this.transcripts++;
        job.onTranscript(telemetry);
      },
    };
    this.reader = new Conversations(job);
    this.input = new InputReader(job, { ...about, taker: this });
  }

  /** The account of the input, once it has ended. */
  get telemetry(): FileTelemetry {
    const { bytes, ...counts } = this.input.tally;
    return {
      file: this.job.file,
      layout: this.input.layout ?? "document",
      isChanged: this.isChanged,
      beforeBytes: bytes,
      afterBytes: this.output.total,
      transcripts: this.transcripts,
      ...counts,
    };
  }

  *conversations(record: TapeTree, about: RecordAbout): Iterable<void> {
    const { output } = this;
    const { bytes, first, next } = about.text;
    const splices = this.splicesOf(record, about);
    if (!Buffer.isBuffer(bytes)) {
      yield* this.spliceStored(bytes, splices);
      return;
    }
    let at = first;
    for (const { start, end, text } of inOrder(splices)) {
      this.isChanged = true;
      output.range(bytes, at, start);
      output.text(text);
      at = end;
      if (this.isFull) yield;
    }
    output.range(bytes, at, next);
  }

  between({ bytes, first, next }: Line): void {
    this.output.range(bytes, first, next);
  }

  *lines(lines: MessageLines): Iterable<void> {
    yield* this.spliceStored(this.store, compactLines(this.job, lines));
  }

  get isFull(): boolean {
    return this.output.held >= DRAIN_BYTES;
  }

  private splicesOf(record: TapeTree, about: RecordAbout): readonly Splice[] {
    return compactConversations(this.job, this.reader.read(record, about));
  }

  /** Puts out what a store holds, with splices carried out. */
  private *spliceStored(store: Store, splices: Iterable<Splice>): Iterable<void> {
    let at = 0;
    for (const { start, end, text } of inOrder(splices)) {
      this.isChanged = true;
      yield* this.copyStored(store, at, start);
      this.output.text(text);
      at = end;
    }
    yield* this.copyStored(store, at, store.size);
  }

  private *copyStored(store: Store, start: number, end: number): Iterable<void> {
    for (const piece of store.pieces(start, end)) {
      this.output.range(piece, 0, piece.length);
      if (this.isFull) yield;
    }
  }
}
