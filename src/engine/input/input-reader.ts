import type { Layout } from "../../formats/format.ts";
import { FORMATS, type FormatName, isOfAnother } from "../../formats/index.ts";
import { readStore, type Store, smallPieces } from "../../io/store.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { Window } from "./byte-window.ts";
import { Head } from "./input-head.ts";
import { isOnFirstLine, linesOf, MAX_RECORD_BYTES, tooLarge } from "./line-frame.ts";
import { formatsReading, Misread } from "./misread.ts";
import { notJson, problemAt, unknownFormat } from "./problems.ts";
import { type BadDocument, readDocument } from "./read-document.ts";
import {
  endOfLine,
  type HeldLine,
  inMemory,
  inOwnMemory,
  isStored,
  type ReadLine,
  readSlowly,
  type StoredLine,
} from "./read-line.ts";
import { MessageLines } from "./read-message-lines.ts";
import type { ConversationAbout, Reading, Tally, TextPlace } from "./reading.ts";
import { conversationFormat, rowFormat } from "./recognise-format.ts";
import type { RecordTaker } from "./record-taker.ts";
import { SNIFF_BYTES, sniff } from "./sniff.ts";
import { HELD_BYTES } from "./stored-bytes.ts";
import { Guard } from "./unread-guard.ts";

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
  private readonly guard: Guard;
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
    this.guard = new Guard(reading);
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
    if (this.state === "head") yield* this.chooseFormat({ isAll: true });
    if (this.messageLines === undefined) return;
    this.guard.endOfLines(this.messageLines.format);
    yield* this.taker.lines(this.messageLines);
  }

  /** Lets go of its memory, for another to use; what it put out must have been written. */
  close(): void {
    this.window.close();
  }

  /** The layout of the input; undefined while it is not known. */
  get layout(): Layout | undefined {
    return this.state === "head" ? undefined : this.state;
  }

  /** Lines of the input so far. */
  get lines(): number {
    return this.window.lines;
  }

  /** The counts so far. */
  get tally(): Tally {
    return { ...this.counts, ...this.guard.tally };
  }

  private *takeLines({ isEnd }: { readonly isEnd: boolean }): Iterable<void> {
    const { window } = this;
    for (;;) {
      if (this.state === "document") {
        window.skip();
        return;
      }
      const isHead = this.state === "head";
      const isFirst = isHead && window.lines === 0;
      const isKept = isHead && !isFirst;
      const read = isKept ? window.nextToKeep({ isEnd }) : window.next({ isEnd });
      if (read === undefined) return;
      if (isFirst) yield* this.takeFirstLine(read);
      else if (isHead) yield* this.takeHeadLine(read);
      else if (isStored(read)) yield* this.takeLine(read);
      else this.takeHeldLine(read);
      if (!isHead && isStored(read)) window.letGo();
      if (this.taker.isFull) yield;
    }
  }

  private *takeLine(read: ReadLine): Iterable<void> {
    if (!isStored(read)) this.takeHeldLine(read);
    else if (this.state === "rows") yield* this.storedRow(read);
    else if (read.tree === undefined) this.messageLines?.add(endOfLine(read), undefined);
    else this.addLine(inMemory(read));
  }

  private takeHeldLine(read: HeldLine): void {
    if (this.state === "rows") this.row(read);
    else this.addLine(read);
  }

  /** A first line that is a conversation says what the input is, and need not be kept to be read. */
  private *takeFirstLine(read: ReadLine): Iterable<void> {
    const { format } = this.reading;
    if (!isStored(read) && read.tree instanceof TapeTree && rowFormat(read.tree, format)) {
      this.state = "rows";
      this.takeHeldLine(read);
    } else yield* this.takeHeadLine(isStored(read) ? read : inOwnMemory(read.line));
  }

  private *takeHeadLine(read: ReadLine): Iterable<void> {
    this.head.add(read);
    if (read.tree instanceof TapeTree) yield* this.chooseFormat({ isAll: false });
    else if (this.head.isFull) yield* this.chooseFormat({ isAll: true });
    else if (this.head.beginsBadly) {
      this.state = "document";
      this.head = new Head();
    }
  }

  /** Decides what the input is, if its first records tell, and goes on with them. */
  private *chooseFormat({ isAll }: { readonly isAll: boolean }): Iterable<void> {
    const { head } = this;
    const found = head.recognise(this.reading.format, { isAll });
    if (found === undefined) {
      if (!isAll && !head.isFull) return;
      const { format: asked } = this.reading;
      const unknown = unknownFormat({ isEmpty: head.isBlank, head: head.records, asked });
      throw head.misread(asked) ?? unknown;
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
    const { taker } = this;
    const tree = this.recordOf(read);
    const format = tree && conversationFormat(tree, this.reading.format);
    if (tree === undefined) taker.between(line);
    else if (format === undefined) {
      this.countOther(tree);
      taker.between(line);
    } else {
      // A row is drained as a whole.
      try {
        for (const _ of taker.conversations(tree, this.about(format, line)));
      } catch (error) {
        const other = this.otherFormat(tree, error);
        if (other !== undefined)
          for (const _ of taker.conversations(tree, this.about(other, line)));
        else {
          this.countMisread(tree, error as Misread);
          taker.between(line);
        }
      }
    }
  }

  /** A row that is not held: what it puts out is drained on the way. */
  private *storedRow({ line, tree }: StoredLine): Iterable<void> {
    const { taker } = this;
    if (tree?.hasInvalidUtf8) this.counts.invalidUtf8Records++;
    const format = tree && conversationFormat(tree, this.reading.format);
    if (tree === undefined || format === undefined) {
      if (tree !== undefined) this.countOther(tree);
      yield* this.storedBetween(line);
      return;
    }
    try {
      yield* taker.conversations(tree, this.about(format, line));
    } catch (error) {
      const other = this.otherFormat(tree, error);
      if (other !== undefined) yield* taker.conversations(tree, this.about(other, line));
      else {
        this.countMisread(tree, error as Misread);
        yield* this.storedBetween(line);
      }
    }
  }

  /** Hands on a row that is not held and holds no conversation. */
  private *storedBetween(line: StoredLine["line"]): Iterable<void> {
    for (const bytes of smallPieces(line.bytes, 0, line.bytes.size)) {
      this.taker.between({ ...line, bytes, first: 0, next: bytes.length });
      if (this.taker.isFull) yield;
    }
  }

  private about(format: FormatName, line: TextPlace): ConversationAbout {
    return { format, line: line.number, text: line, guard: this.guard };
  }

  /** Another format of a record that turned out not to be of the one that claimed it. */
  private otherFormat(tree: TapeTree, error: unknown): FormatName | undefined {
    if (!(error instanceof Misread)) throw error;
    if (this.reading.format !== undefined) return undefined;
    for (const format of formatsReading([tree]))
      if (FORMATS[format].kindOf(tree, tree.root) === "conversation") return format;
    return undefined;
  }

  /** Counts a row that no format takes for a conversation. */
  private countOther(tree: TapeTree): void {
    this.counts.otherRecords++;
    this.guard.leave(tree);
  }

  /** The same of one that a format claims and does not read. */
  private countMisread(tree: TapeTree, { left, format }: Misread): void {
    this.guard.leaveMisread(tree, left, format);
  }

  private addLine(read: HeldLine): void {
    const { line } = read;
    const { format } = this;
    const tree = this.recordOf(read);
    const kind = tree && format && FORMATS[format].kindOf(tree, tree.root);
    const parts = this.messageLines?.add(line, kind === "message" ? tree : undefined);
    if (tree === undefined || format === undefined) return;
    this.guard.line(tree, parts, line.number);
    // Formats take lines of kinds that nobody knows: only of one that was asked for it is in doubt.
    const isInDoubt = parts?.messageCount === 0 && this.reading.format !== undefined;
    if (kind !== "message" || (isInDoubt && isOfAnother(format, tree))) this.counts.otherRecords++;
    if (kind === "message") this.taker.message?.(tree, { format, line: line.number, text: line });
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
    const about = { line: read.line, text: read.text, guard: this.guard };
    try {
      yield* this.taker.conversations(tree, { ...about, format });
    } catch (error) {
      const other = this.otherFormat(tree, error);
      if (other === undefined) throw error;
      yield* this.taker.conversations(tree, { ...about, format: other });
    }
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
