import type { Layout } from "../formats/format.ts";
import { FORMATS, type FormatName, isOfAnother } from "../formats/index.ts";
import { readStore, type Store } from "../io/store.ts";
import { TapeTree } from "../json/tape-tree.ts";
import { type BadDocument, readDocument } from "./document.ts";
import { isOnFirstLine, linesOf, MAX_RECORD_BYTES, tooLarge } from "./frame.ts";
import { Head } from "./head.ts";
import { MessageLines } from "./message-lines.ts";
import { notJson, problemAt, unknownFormat } from "./problems.ts";
import {
  type HeldLine,
  inMemory,
  isStored,
  type ReadLine,
  readSlowly,
  type StoredLine,
} from "./read-line.ts";
import type { Reading, RecordTaker, Tally } from "./reading.ts";
import { conversationFormat } from "./recognise.ts";
import { SNIFF_BYTES, sniff } from "./sniff.ts";
import { HELD_BYTES } from "./stored.ts";
import { Window } from "./window.ts";

/**
 * Reads one input: in one pass where each record is a conversation (`rows`), else keeping its bytes
 * for a second, where the lines together are one (`lines`) or the whole input is one value
 * (`document`).
 *
 * Its bytes are read into `room()`, then `received` and at last `finish` hand on what is there by
 * then. They are generators that stop where the taker is full; what it holds must have been taken
 * away before the room is used again.
 *
 * It starts by looking at the first records (`head`) and hands on nothing before it knows what they
 * are.
 */
export class InputReader {
  private readonly reading: Reading;
  private readonly store: Store;
  private readonly taker: RecordTaker;
  private readonly heldBytes: number;
  private state: "head" | Layout = "head";
  private readonly window: Window;
  private head = new Head();
  private messageLines: MessageLines | undefined;
  private format: FormatName | undefined;
  private isSniffed = false;
  private readonly counts = { bytes: 0, otherRecords: 0, badLines: 0, invalidUtf8Records: 0 };

  /**
   * `store` keeps the bytes that may be read again: all but those of rows. `partStart` says that the
   * input is a part of one that is known to be rows, and where it begins there. A document or a row of
   * more than `heldBytes` is not held.
   */
  constructor(
    reading: Reading,
    {
      store,
      taker,
      partStart,
      heldBytes = HELD_BYTES,
    }: {
      readonly store: Store;
      readonly taker: RecordTaker;
      readonly partStart?: number | undefined;
      readonly heldBytes?: number;
    },
  ) {
    this.heldBytes = heldBytes;
    this.window = new Window({ store, heldBytes, offset: partStart ?? 0 });
    this.reading = reading;
    this.store = store;
    this.taker = taker;
    if (partStart !== undefined) this.state = "rows";
    this.isSniffed = partStart !== undefined;
  }

  /** Where the next bytes of the input may be read into. */
  room(): Buffer {
    return this.window.room();
  }

  /** Deals with bytes that were read into the room. */
  *received(count: number): Iterable<void> {
    const chunk = this.window.received(count);
    this.counts.bytes += count;
    if (this.state !== "rows") this.store.append(chunk);
    if (this.counts.bytes >= SNIFF_BYTES) this.sniff();
    if (this.state === "document" && this.counts.bytes > MAX_RECORD_BYTES)
      throw tooLarge("document");
    yield* this.takeLines({ isEnd: false });
  }

  /** Deals with bytes that are elsewhere in memory. */
  *take(bytes: Buffer): Iterable<void> {
    for (let at = 0; at < bytes.length; ) {
      const count = bytes.copy(this.room(), 0, at);
      at += count;
      yield* this.received(count);
      if (at < bytes.length) yield;
    }
  }

  /** Ends the input. */
  *finish(): Iterable<void> {
    this.sniff();
    yield* this.takeLines({ isEnd: true });
    if (this.state === "document") yield* this.finishDocument();
    if (this.state === "head") yield* this.settle({ isAll: true });
    if (this.messageLines !== undefined) yield* this.taker.lines(this.messageLines);
  }

  /** Lets go of its memory, for another to use; what it put out must have been written. */
  close(): void {
    this.window.close();
  }

  /** What the input is; undefined while that is not known. */
  get layout(): Layout | undefined {
    return this.state === "head" ? undefined : this.state;
  }

  /** Lines of the input so far. */
  get lines(): number {
    return this.window.lines;
  }

  /** What was counted so far. */
  get tally(): Tally {
    return this.counts;
  }

  private *takeLines({ isEnd }: { readonly isEnd: boolean }): Iterable<void> {
    const { window } = this;
    for (;;) {
      if (this.state === "document") {
        window.skip();
        return;
      }
      const isHead = this.state === "head";
      const read = isHead ? window.nextToKeep({ isEnd }) : window.next({ isEnd });
      if (read === undefined) return;
      if (isHead) yield* this.takeHeadLine(read);
      else if (isStored(read)) yield* this.takeLine(read);
      else this.takeHeldLine(read);
      if (!isHead && isStored(read)) window.letGo();
      if (this.taker.isFull) yield;
    }
  }

  private *takeLine(read: ReadLine): Iterable<void> {
    if (!isStored(read)) this.takeHeldLine(read);
    else if (this.state !== "rows") this.addLine(inMemory(read));
    else yield* this.storedRow(read);
  }

  private takeHeldLine(read: HeldLine): void {
    if (this.state === "rows") this.row(read);
    else this.addLine(read);
  }

  private *takeHeadLine(read: ReadLine): Iterable<void> {
    this.head.add(read);
    if (read.tree instanceof TapeTree) yield* this.settle({ isAll: false });
    else if (this.head.isFull) yield* this.settle({ isAll: true });
    else if (this.head.beginsBadly) {
      this.state = "document";
      this.head = new Head();
    }
  }

  /** Decides what the input is, if its first records tell, and goes on with them. */
  private *settle({ isAll }: { readonly isAll: boolean }): Iterable<void> {
    const { head } = this;
    const found = head.recognise(this.reading.format, { isAll });
    if (found === undefined) {
      if (!isAll && !head.isFull) return;
      throw unknownFormat({
        isEmpty: head.isBlank,
        head: head.records,
        asked: this.reading.format,
      });
    }
    this.head = new Head();
    this.format = found.format;
    this.state = found.layout;
    if (found.layout === "lines")
      this.messageLines = new MessageLines(this.reading, found.format, this.store);
    for (const read of head.lines) {
      yield* this.takeLine(read);
      if (this.taker.isFull) yield;
    }
    this.window.letGo();
  }

  private row(read: HeldLine): void {
    const { line } = read;
    const tree = this.recordOf(read);
    const format = tree && conversationFormat(tree, this.reading.format);
    if (tree !== undefined && format === undefined) this.counts.otherRecords++;
    if (tree === undefined || format === undefined) this.taker.between(line);
    else {
      const about = { format, line: line.number, text: line };
      for (const _ of this.taker.conversations(tree, about)); // A row is drained as a whole.
    }
  }

  /** A row that is not held: what it puts out is drained on the way. */
  private *storedRow({ line, tree }: StoredLine): Iterable<void> {
    if (tree.hasInvalidUtf8) this.counts.invalidUtf8Records++;
    const format = conversationFormat(tree, this.reading.format);
    if (format !== undefined)
      yield* this.taker.conversations(tree, { format, line: line.number, text: line });
    else {
      this.counts.otherRecords++;
      this.taker.between(inMemory({ line, tree }).line);
    }
  }

  private addLine(read: HeldLine): void {
    const { line } = read;
    const { format } = this;
    const tree = this.recordOf(read);
    const kind = tree && format && FORMATS[format].kindOf(tree, tree.root);
    const messages = this.messageLines?.add(line, kind === "message" ? tree : undefined);
    if (tree !== undefined && format !== undefined) {
      // Formats take lines of kinds that nobody knows: only of one that was asked for it is in doubt.
      const isInDoubt = messages === 0 && this.reading.format !== undefined;
      if (kind !== "message" || (isInDoubt && isOfAnother(format, tree)))
        this.counts.otherRecords++;
    }
    if (tree !== undefined && format !== undefined && kind === "message")
      this.taker.message?.(tree, { format, line: line.number, text: line });
  }

  /** The input as one JSON value; if that fails on its first line, as lines of which that is bad. */
  private *finishDocument(): Iterable<void> {
    const { store, heldBytes, window } = this;
    const read = readDocument(store, { scan: window.scanStore, heldBytes });
    if ("error" in read) {
      yield* this.takeBadDocument(read);
      return;
    }
    const { tree } = read;
    if (tree.hasInvalidUtf8) this.counts.invalidUtf8Records++;
    const format = conversationFormat(tree, this.reading.format);
    if (format === undefined)
      throw unknownFormat({ isEmpty: false, head: [tree], asked: this.reading.format });
    yield* this.taker.conversations(tree, { format, line: read.line, text: read.text });
  }

  private *takeBadDocument({ bytes, error, start }: BadDocument): Iterable<void> {
    const problem = notJson(problemAt(bytes, error, { line: 1, start, end: bytes.length }));
    if (!isOnFirstLine(bytes, error.offset)) throw problem;
    this.state = "head";
    this.head = new Head({ mayBeginBadly: true });
    for (const line of linesOf(bytes)) {
      const read = readSlowly(line);
      if ((this.state as string) === "head") yield* this.takeHeadLine(read);
      else this.takeHeldLine(read);
      if (this.taker.isFull) yield;
    }
    if (this.state === "head" && !this.head.recognise(this.reading.format, { isAll: true }))
      throw problem;
  }

  /** The record of a line; what is wrong with it is counted and reported. */
  private recordOf({ line, tree }: HeldLine): TapeTree | undefined {
    if (tree === undefined) return undefined;
    if (tree instanceof TapeTree) {
      if (tree.hasInvalidUtf8) this.counts.invalidUtf8Records++;
      return tree;
    }
    const problem = problemAt(line.bytes, tree, { ...line, line: line.number });
    if (this.reading.strict) throw notJson(problem);
    this.counts.badLines++;
    this.reading.onBadLine(problem);
    return undefined;
  }

  private sniff(): void {
    if (this.isSniffed) return;
    this.isSniffed = true;
    sniff(readStore(this.store, 0, Math.min(SNIFF_BYTES, this.store.size)));
  }
}
