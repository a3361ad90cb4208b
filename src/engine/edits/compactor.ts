import { DRAIN_BYTES, type Output } from "../../io/output.ts";
import { readStore, type Store } from "../../io/store.ts";
import { checkOrder, inOrder, type Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { InputReader } from "../input/input-reader.ts";
import type { Line } from "../input/line-frame.ts";
import { Conversations } from "../input/read-conversations.ts";
import type { MessageLines } from "../input/read-message-lines.ts";
import type { ConversationAbout, TextPlace } from "../input/reading.ts";
import type { RecordTaker } from "../input/record-taker.ts";
import { PlainConversations } from "../plain/plain-conversations.ts";
import { compactConversations, compactHeld } from "./compact-conversations.ts";
import { compactLines } from "./compact-message-lines.ts";
import type { FileTelemetry } from "./compaction-result.ts";
import type { Job } from "./job.ts";
import { PART_BYTES, partEnd } from "./keep-raw.ts";
import { recordUnit, type UnitAbout, UnitRecording } from "./unit-recording.ts";

/**
 * Compacts one input: receives its records from a reader, and puts bytes into the output as soon as they are
 * final.
 */
export class Compactor implements RecordTaker {
  /** Takes the bytes of the input. */
  readonly input: InputReader;
  private readonly job: Job;
  private readonly store: Store;
  private readonly output: Output;
  private readonly reader: Conversations;
  private readonly isPart: boolean;
  private readonly plain: PlainConversations | undefined;
  private transcripts = 0;
  private isChanged = false;

  /**
   * `store` keeps the bytes that may be read again: all but those of rows. `partStart` says that the
   * input is a part of one that is known to be rows, and where it begins there. A document of more than
   * `heldBytes` is not held.
   */
  constructor(
    job: Job,
    about: {
      readonly store: Store;
      readonly output: Output;
      readonly partStart?: number | undefined;
      readonly heldBytes?: number;
    },
  ) {
    this.store = about.store;
    this.output = about.output;
    this.isPart = about.partStart !== undefined;
    this.job = {
      ...job,
      onTranscript: (telemetry) => {
        this.transcripts++;
        job.onTranscript(telemetry);
      },
    };
    this.plain = PlainConversations.for(this.job);
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

  *conversations(record: TapeTree, about: ConversationAbout): Iterable<void> {
    const { output } = this;
    const { bytes, first, next } = about.text;
    if (!Buffer.isBuffer(bytes)) {
      const splices = compactConversations(this.job, this.reader.read(record, about));
      yield* this.spliceStored(bytes, splices, this.unitOf(about.text));
      return;
    }
    const splices =
      this.plain?.compact(record, about) ?? compactHeld(this.job, this.reader.read(record, about));
    if (this.job.archive !== undefined && splices.length > 0)
      recordUnit(this.job.archive, { bytes, ...this.unitOf(about.text) }, splices);
    let at = first;
    for (const { start, end, text } of splices) {
      checkOrder({ start, end }, at);
      output.range(bytes, at, start);
      output.text(text);
      at = end;
      if (this.isFull) yield;
    }
    this.isChanged ||= splices.length > 0;
    output.range(bytes, at, next);
  }

  between({ bytes, first, next }: Line): void {
    this.output.range(bytes, first, next);
  }

  *lines(lines: MessageLines): Iterable<void> {
    const { store } = this;
    const unit = { start: 0, end: store.size, canGrow: true };
    yield* this.spliceStored(store, compactLines(this.job, lines), unit);
  }

  get isFull(): boolean {
    return this.output.held >= DRAIN_BYTES;
  }

  /** The unit of restoring: a row, without its line break, or the whole input. */
  private unitOf({ first, next, start, end, number }: TextPlace): RestoreUnit {
    if (this.input.layout !== "rows") return { start: first, end: next, canGrow: true };
    // In a part of an input the line of a row is not known.
    const line = this.isPart ? undefined : number;
    // The first may be a document on one line, to which an agent adds messages.
    return { start, end, canGrow: line === 1, line };
  }

  /** Puts out what a store holds, with splices carried out; what they take out is archived first. */
  private *spliceStored(
    store: Store,
    splices: Iterable<Splice>,
    { start: first, end: last, ...about }: RestoreUnit,
  ): Iterable<void> {
    const { archive } = this.job;
    let recording: UnitRecording | undefined;
    yield* this.copyStored(store, { start: 0, end: first });
    let at = first;
    for (const { start, end, text } of inOrder(splices)) {
      this.isChanged = true;
      if (archive !== undefined) recording ??= new UnitRecording(archive, about);
      yield* this.copyStored(store, { start: at, end: start }, recording);
      recording?.replaced(storedParts(store, start, end), text);
      this.output.text(text);
      at = end;
    }
    recording?.endOfEdits();
    yield* this.copyStored(store, { start: at, end: last }, recording);
    recording?.finish();
    yield* this.copyStored(store, { start: last, end: store.size });
  }

  private *copyStored(
    store: Store,
    { start, end }: { readonly start: number; readonly end: number },
    recording?: UnitRecording,
  ): Iterable<void> {
    for (const piece of store.pieces(start, end)) {
      recording?.kept(piece);
      this.output.range(piece, 0, piece.length);
      if (this.isFull) yield;
    }
  }
}

/** The unit of restoring: its range, and facts for its recipe. */
type RestoreUnit = UnitAbout & { readonly start: number; readonly end: number };

/** Bytes of the input to be kept: a string whole, others in parts. */
function* storedParts(store: Store, start: number, end: number): Iterable<Buffer> {
  const isString = readStore(store, start, Math.min(end, start + 1))[0] === 0x22;
  for (let at = start; at < end; ) {
    const most = isString ? end : Math.min(end, at + PART_BYTES + 4);
    const bytes = readStore(store, at, most);
    const part = isString ? bytes : bytes.subarray(0, partEnd(bytes));
    yield part;
    at += part.length;
  }
}
