import type { Layout } from "../formats/format.ts";
import type { Output } from "../io/output.ts";
import type { Store } from "../io/store/store.ts";
import type { Splice } from "../json/splice/splice.ts";
import { compactTranscripts } from "./edits/compact-transcripts.ts";
import type { FileTelemetry } from "./edits/compaction-result.ts";
import type { Job } from "./edits/job.ts";
import type { RowWatch } from "./edits/row-watch.ts";
import { Splicer } from "./edits/splicer.ts";
import type { ByteTaker } from "./input/feed-bytes.ts";
import type { ConversationRecord, InputPiece, RecordPiece } from "./input/input-piece.ts";
import { InputReader } from "./input/input-reader.ts";
import { PlainLines } from "./plain/lines/plain-lines.ts";
import { ReadColumns } from "./plain/lines/read-columns.ts";
import { PlainConversations } from "./plain/rows/plain-conversations.ts";
import { PlainRows } from "./plain/rows/plain-rows.ts";

/**
 * Compacts one input. Data goes one way: bytes → lines or documents → tape → messages in columns →
 * decisions → splices → bytes. Each step is one call below, and none calls back.
 */
export class Compactor implements ByteTaker {
  private readonly job: Job;
  private readonly input: InputReader;
  private readonly plain: PlainConversations | undefined;
  private readonly plainRows: PlainRows | undefined;
  private readonly plainLines: PlainLines | undefined;
  private readonly readColumns: ReadColumns | undefined;
  private readonly splicer: Splicer;
  private readonly rows: RowWatch | undefined;
  private transcripts = 0;

  constructor(job: Job, about: Compacting) {
    this.job = {
      ...job,
      onTranscript: (telemetry) => {
        this.transcripts++;
        job.onTranscript(telemetry);
      },
      onRows: (rows) => {
        this.transcripts += rows.count;
        job.onRows(rows);
      },
    };
    const isPart = about.partStart !== undefined;
    const plainRows = PlainRows.for(this.job, { isPart });
    this.plain = PlainConversations.for(this.job, plainRows);
    this.plainRows = about.rows === undefined ? plainRows : undefined;
    this.plainLines = PlainLines.for(this.job);
    this.readColumns = ReadColumns.for(this.job);
    this.input = new InputReader(job, {
      ...about,
      rows: this.plainRows,
      columns: this.plainLines,
      parts: this.readColumns,
    });
    this.rows = about.rows;
    this.splicer = new Splicer(about.output, {
      archive: job.archive,
      isPart,
    });
  }

  room(): Buffer {
    return this.input.room();
  }

  roomAhead(): Buffer | undefined {
    return this.input.roomAhead();
  }

  /** Bytes → lines or documents, each a tape of tokens. */
  received(count: number): Iterable<void> {
    return this.compact(this.input.received(count));
  }

  finish(): Iterable<void> {
    return this.compact(this.input.finish());
  }

  /** Pieces of the input → splices → bytes of the output. */
  private *compact(pieces: Iterable<InputPiece>): Iterable<void> {
    const { job, splicer } = this;
    for (const piece of pieces) {
      if (piece.kind === "other") {
        this.rows?.other(piece.text);
        yield* splicer.copy(piece.text);
      } else if (piece.kind === "rows") {
        this.plainRows?.report(piece);
        splicer.put(piece.batch);
        if (splicer.borrows) yield; // The kernel overwrites these bytes next.
      } else if (piece.kind === "columns") {
        yield* this.compactLines(piece);
      } else if (piece.kind === "record")
        yield* splicer.splice(this.splicesFor(piece), piece.text, this.layout);
      else yield* splicer.splice(compactTranscripts(job, piece.source), piece.text, this.layout);
      if (splicer.isFull) yield;
    }
  }

  /** The lines of an input that are transcripts together, as columns. */
  private compactLines({ by, text }: ColumnsPiece): Iterable<void> {
    const { splicer, plainLines, readColumns } = this;
    if (by === "kernel" && plainLines !== undefined)
      return splicer.spliceNoted(plainLines.compact(), text, this.layout);
    const found = readColumns?.compact() ?? [];
    if ("chunks" in found) return splicer.spliceNoted(found, text, this.layout);
    return splicer.splice(found, text, this.layout);
  }

  /** The splices of a record's conversations, in order. */
  private splicesFor(piece: RecordPiece): Iterable<Splice> {
    const splices = this.splicesOfAll(piece.conversations);
    return this.rows === undefined ? splices : this.rows.row(piece, [...splices]);
  }

  private *splicesOfAll(conversations: RecordPiece["conversations"]): Iterable<Splice> {
    for (const each of conversations)
      yield* each.kind === "rows" ? (this.plainRows?.splices(each) ?? []) : this.splicesOf(each);
  }

  /** Tape → messages in columns → decisions → splices; as integers where the policy is plain. */
  private splicesOf(record: ConversationRecord): Iterable<Splice> {
    const { tree, about } = record;
    // If the kernel read all of it, it is left because masking does not meet the budget.
    const isPlain = about.counts === undefined || this.plain?.mayDrop === true;
    const splices = isPlain ? this.plain?.compact(tree, about) : undefined;
    return splices ?? this.splicesByObjects(record);
  }

  private splicesByObjects(record: ConversationRecord): Iterable<Splice> {
    const source = record.read();
    return source === undefined ? [] : compactTranscripts(this.job, source);
  }

  /** Releases its memory for reuse; its output must have been written. */
  close(): void {
    this.readColumns?.close();
    this.input.close();
  }

  /** The layout of the input; undefined while it is not known. */
  get layout(): Layout | undefined {
    return this.input.layout;
  }

  /** Lines of the input so far. */
  get lines(): number {
    return this.input.lines;
  }

  /** The telemetry of the input, once it has ended. */
  get telemetry(): FileTelemetry {
    const { bytes, ...counts } = this.input.tally;
    return {
      file: this.job.file,
      layout: this.layout ?? "document",
      isChanged: this.splicer.isChanged,
      beforeBytes: bytes,
      afterBytes: this.splicer.total,
      transcripts: this.transcripts,
      ...counts,
    };
  }
}

/** The store of an input's bytes, and the output. */
export interface Compacting {
  /** Keeps the bytes that may be read again: all but those of rows. */
  readonly store: Store;
  readonly output: Output;
  /** Set if the input is a part of one that is known to be rows: where it begins there. */
  readonly partStart?: number | undefined;
  /** Listeners for each row, which decide on its splices. */
  readonly rows?: RowWatch | undefined;
  /** A larger document is not kept in memory. */
  readonly heldBytes?: number;
}

type ColumnsPiece = InputPiece & { readonly kind: "columns" };
