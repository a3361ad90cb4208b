import { FORMATS, type FormatName } from "../formats/index.ts";
import { readStore, type Store } from "../io/store.ts";
import { positionAt } from "../json/position.ts";
import type { ScanError } from "../json/scan-error.ts";
import { applySplices, type Splice } from "../json/splice.ts";
import { createTape } from "../json/tape.ts";
import { parse, TapeTree } from "../json/tape-tree.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import { Conversations } from "./conversation.ts";
import { isBlank, type Line, LineFramer, MAX_RECORD_BYTES, markLength, tooLarge } from "./frame.ts";
import type { Job } from "./job.ts";
import { MessageLines } from "./message-lines.ts";
import { notJson, problemAt, unknownFormat } from "./problems.ts";
import { conversationFormat, MAX_HEAD_RECORDS, recognise } from "./recognise.ts";
import { SNIFF_BYTES, sniff } from "./sniff.ts";

/** A line and what stands on it: a record, text that is not JSON, or nothing. */
interface ReadLine {
  readonly line: Line;
  readonly tree: TapeTree | ScanError | undefined;
}

/**
 * Compacts one input, given in chunks: in one pass where each record is a conversation (`rows`), in
 * two where the lines together are one (`lines`) or the whole input is one value (`document`).
 *
 * It starts by looking at the first records (`head`) and writes nothing before it knows what they are.
 */
export class Compactor {
  private readonly job: Job;
  private readonly store: Store;
  private state: "head" | "rows" | "lines" | "document" = "head";
  private framer = new LineFramer();
  private readonly tape = createTape();
  private readonly conversations: Conversations;
  private head: ReadLine[] = [];
  private records: TapeTree[] = [];
  private mayStartBadly = false;
  private messageLines: MessageLines | undefined;
  private format: FormatName | undefined;
  private isSniffed = false;
  private readonly tally = {
    isChanged: false,
    beforeBytes: 0,
    afterBytes: 0,
    transcripts: 0,
    otherRecords: 0,
    badLines: 0,
    invalidUtf8Records: 0,
  };

  /** `store` keeps the bytes that may be read again: all but those of rows. */
  constructor(job: Job, store: Store) {
    this.store = store;
    this.job = {
      ...job,
      onTranscript: (telemetry) => {
        this.tally.transcripts++;
        job.onTranscript(telemetry);
      },
    };
    this.conversations = new Conversations(this.job);
  }

  /** Takes a chunk in; what can be written by now comes out. The chunk must not change after. */
  *take(chunk: Buffer): Iterable<Buffer> {
    this.tally.beforeBytes += chunk.length;
    if (this.state !== "rows") this.store.append(chunk);
    if (this.tally.beforeBytes >= SNIFF_BYTES) this.sniff();
    if (this.state !== "document") yield* this.takeLines(this.framer.push(chunk));
    else if (this.tally.beforeBytes > MAX_RECORD_BYTES) throw tooLarge("document");
  }

  /** Ends the input; the rest comes out. */
  *finish(): Iterable<Buffer> {
    this.sniff();
    if (this.state !== "document") yield* this.takeLines(this.framer.finish());
    if (this.state === "document") yield* this.finishDocument();
    if (this.state === "head") yield* this.settle({ isAll: true });
    if (this.messageLines !== undefined) yield* this.finishLines(this.messageLines);
  }

  /** What the input is; undefined while that is not known. */
  get layout(): FileTelemetry["layout"] | undefined {
    return this.state === "head" ? undefined : this.state;
  }

  /** The account of the input, once it has ended. */
  get telemetry(): FileTelemetry {
    return { file: this.job.file, layout: this.layout ?? "document", ...this.tally };
  }

  private *takeLines(lines: Iterable<Line>): Iterable<Buffer> {
    for (const line of lines) {
      if (this.state === "rows") yield* this.row(this.read(line, this.tape));
      else if (this.state === "lines") this.addLine(this.read(line, this.tape));
      else yield* this.takeHeadLine(this.read(line, createTape()));
      if (this.state === "document") return;
    }
  }

  private *takeHeadLine(read: ReadLine): Iterable<Buffer> {
    this.head.push(read);
    if (read.tree instanceof TapeTree) {
      this.records.push(read.tree);
      yield* this.settle({ isAll: false });
    } else if (read.tree !== undefined && !this.mayStartBadly && this.records.length === 0)
      this.state = "document";
  }

  /** Decides what the input is, if its first records tell, and goes on with them. */
  private *settle({ isAll }: { readonly isAll: boolean }): Iterable<Buffer> {
    const found = recognise(this.records, { forced: this.job.format, isAll });
    if (found === undefined) {
      if (!isAll && this.records.length < MAX_HEAD_RECORDS) return;
      throw unknownFormat({ isEmpty: this.head.every(({ tree }) => tree === undefined) });
    }
    const { head } = this;
    this.head = [];
    this.records = [];
    this.format = found.format;
    this.state = found.layout;
    if (found.layout === "lines")
      this.messageLines = new MessageLines(this.job, found.format, this.store);
    for (const read of head) {
      if (found.layout === "rows") yield* this.row(read);
      else this.addLine(read);
    }
  }

  private *row(read: ReadLine): Iterable<Buffer> {
    const { bytes, number } = read.line;
    const tree = this.recordOf(read);
    const format = tree && conversationFormat(tree, this.job.format);
    if (tree !== undefined && format === undefined) this.tally.otherRecords++;
    if (tree === undefined || format === undefined) yield* this.write([bytes]);
    else {
      yield* this.splice(bytes, this.conversations.compact(tree, { format, line: number }));
    }
  }

  private addLine(read: ReadLine): void {
    const tree = this.recordOf(read);
    const isMessage =
      tree && this.format && FORMATS[this.format].kindOf(tree, tree.root) === "message";
    if (tree !== undefined && !isMessage) this.tally.otherRecords++;
    this.messageLines?.add(read.line, isMessage ? tree : undefined);
  }

  private *finishLines(messageLines: MessageLines): Iterable<Buffer> {
    let at = 0;
    for (const { start, end, text } of messageLines.finish()) {
      this.tally.isChanged = true;
      yield* this.write(this.store.pieces(at, start));
      if (text !== "") yield* this.write([Buffer.from(text, "utf8")]);
      at = end;
    }
    yield* this.write(this.store.pieces(at, this.store.size));
  }

  /** The input as one JSON value; if that fails on its first line, as lines of which that is bad. */
  private *finishDocument(): Iterable<Buffer> {
    const bytes = readStore(this.store, 0, this.store.size);
    const start = markLength(bytes);
    const tree = parse(bytes, { start });
    if (tree instanceof TapeTree) {
      if (tree.hasInvalidUtf8) this.tally.invalidUtf8Records++;
      const format = conversationFormat(tree, this.job.format);
      if (format === undefined) throw unknownFormat({ isEmpty: false });
      const { line } = positionAt(bytes, tree.start(tree.root));
      yield* this.splice(bytes, this.conversations.compact(tree, { format, line }));
      return;
    }
    if (!isOnFirstLine(bytes, tree.offset))
      throw notJson(problemAt(bytes, tree, { line: 1, start, end: bytes.length }));
    this.state = "head";
    this.mayStartBadly = true;
    this.head = [];
    this.framer = new LineFramer();
    yield* this.takeLines(this.framer.push(bytes));
    yield* this.takeLines(this.framer.finish());
    if (this.state === "head" && !recognise(this.records, { forced: this.job.format, isAll: true }))
      throw notJson(problemAt(bytes, tree, { line: 1, start, end: bytes.length }));
  }

  private read(line: Line, tape = this.tape): ReadLine {
    if (isBlank(line)) return { line, tree: undefined };
    return { line, tree: parse(line.bytes, { start: line.start, end: line.end, tape }) };
  }

  /** The record of a line; what is wrong with it is counted and reported. */
  private recordOf({ line, tree }: ReadLine): TapeTree | undefined {
    if (tree === undefined) return undefined;
    if (tree instanceof TapeTree) {
      if (tree.hasInvalidUtf8) this.tally.invalidUtf8Records++;
      return tree;
    }
    const problem = problemAt(line.bytes, tree, { ...line, line: line.number });
    if (this.job.strict) throw notJson(problem);
    this.tally.badLines++;
    this.job.onBadLine(problem);
    return undefined;
  }

  private sniff(): void {
    if (this.isSniffed) return;
    this.isSniffed = true;
    sniff(readStore(this.store, 0, Math.min(SNIFF_BYTES, this.store.size)));
  }

  private *splice(bytes: Buffer, splices: readonly Splice[]): Iterable<Buffer> {
    if (splices.length > 0) this.tally.isChanged = true;
    yield* this.write(applySplices(bytes, splices));
  }

  private *write(pieces: Iterable<Buffer>): Iterable<Buffer> {
    for (const piece of pieces) {
      this.tally.afterBytes += piece.length;
      yield piece;
    }
  }
}

/** Whether an error lies before the end of the first line that is not blank, or right after it. */
function isOnFirstLine(bytes: Buffer, offset: number): boolean {
  const before = bytes.toString("latin1", 0, offset).trim();
  return !before.includes("\n");
}
