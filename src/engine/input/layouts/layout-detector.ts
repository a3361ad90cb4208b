import type { Layout } from "../../../formats/format.ts";
import type { Store } from "../../../io/store/store.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { LineParts, RowColumns } from "../column-takers.ts";
import type { InputPiece } from "../input-piece.ts";
import { keptLines, keptLinesIn } from "../lines/kept-lines.ts";
import type { AtEnd, LineSource } from "../lines/line-source.ts";
import { type HeldLine, inOwnMemory, isStored, type ReadLine } from "../lines/read-line.ts";
import type { ScanStore } from "../lines/read-stored.ts";
import type { SessionReader } from "../lines/session-reader.ts";
import { isRow } from "../recognise/recognise-format.ts";
import { unknownFormat } from "../recognise/unknown-format.ts";
import { DocumentReader } from "./document-reader.ts";
import { FirstLines, type FirstLinesAbout } from "./first-lines.ts";
import type { LayoutReader } from "./layout-reader.ts";
import type { MessageListener } from "./line-ways/line-reading.ts";
import { longConversation } from "./long-conversation.ts";
import { MessageLineReader } from "./message-line-reader.ts";
import type { RecordReader } from "./record-reader.ts";
import { RowReader } from "./row-reader.ts";

/**
 * Detects the layout of an input by its first records, and passes it on to that layout's reader, with these
 * records. Yields nothing before the layout is known.
 */
export class LayoutDetector implements LayoutReader {
  private readonly records: RecordReader;
  private readonly about: Detecting;
  private head: FirstLines;
  private found: LayoutReader | undefined;

  constructor(records: RecordReader, about: Detecting) {
    this.records = records;
    this.about = about;
    this.head = new FirstLines(about);
  }

  get layout(): Layout | undefined {
    return this.found?.layout;
  }

  /** Whether the records so far show a format. */
  get isKnown(): boolean {
    if (this.found !== undefined) return true;
    return this.head.recognise(this.records.choice, { isAll: true }) !== undefined;
  }

  *take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    while (this.found === undefined) {
      const isFirst = lines.lines === 0;
      const read = isFirst ? lines.next(about) : lines.nextToKeep(about);
      if (read === undefined) return;
      if (isFirst) yield* this.firstLine(read, lines);
      if (this.found === undefined) {
        const found = this.lookAt(isFirst && !isStored(read) ? inOwnMemory(read.line) : read);
        if (found !== undefined) yield* this.handOver(found);
      }
      if (this.found !== undefined) lines.freeLongLines();
    }
    yield* this.found.take(lines, about);
  }

  *finish(): Iterable<InputPiece> {
    if (this.found === undefined) {
      const found = this.choose({ isAll: true });
      if (found !== undefined) yield* this.handOver(found);
    }
    if (this.found !== undefined) yield* this.found.finish();
  }

  private *handOver(
    found: LayoutReader,
    lines: LineSource = keptLinesIn(this.head.lines, this.about.session.kept),
  ): Iterable<InputPiece> {
    this.found = found;
    this.head = new FirstLines(this.about);
    yield* found.take(lines, { isEnd: true });
  }

  private rowReader(): LayoutReader {
    return new RowReader(this.records, this.about.rows);
  }

  /** Reads a first line if it shows that the input is rows. */
  private *firstLine(read: ReadLine, lines: LineSource): Iterable<InputPiece> {
    const { records, about } = this;
    if (!isStored(read)) {
      if (this.isRow(read)) yield* this.handOver(this.rowReader(), keptLines([read], lines));
      return;
    }
    const { line, tree } = read;
    if (tree === undefined) return;
    const place = { line: line.number, text: line };
    for (const piece of longConversation(tree, place, { records, ...about })) {
      this.found = this.rowReader();
      yield piece;
    }
  }

  /** Whether a first line is a conversation: it shows what the input is, and need not be kept to be read. */
  private isRow({ tree, line }: HeldLine): boolean {
    const { records, about } = this;
    return (
      tree instanceof TapeTree &&
      isRow(tree, records.choice, {
        rows: about.rows,
        judge: (record, format) => records.judge(record, { format, line: line.number }),
      })
    );
  }

  /** Examines a line; returns the reader of the input if the line shows its layout. */
  private lookAt(read: ReadLine): LayoutReader | undefined {
    const { head, records, about } = this;
    head.add(read);
    if (read.tree instanceof TapeTree) return this.choose({ isAll: false });
    if (head.isFull) return this.choose({ isAll: true });
    if (!head.beginsBadly) return undefined;
    const asLines = () => new LayoutDetector(records, { ...about, mayBeginBadly: true });
    return new DocumentReader(records, { ...about, asLines });
  }

  /** The reader for the records so far; undefined where more must be seen. */
  private choose({ isAll }: { readonly isAll: boolean }): LayoutReader | undefined {
    const { head, records } = this;
    const { choice } = records;
    const found = head.recognise(choice, { isAll });
    if (found?.layout === "rows") return this.rowReader();
    if (found !== undefined)
      return new MessageLineReader({ records, format: found.format, ...this.about });
    if (!isAll && !head.isFull) return undefined;
    const misread = head.misread(choice);
    throw misread ?? unknownFormat({ isEmpty: head.isBlank, head: head.records, choice });
  }
}

/** The input that is looked at. */
export interface Detecting extends FirstLinesAbout {
  readonly store: Store;
  readonly heldBytes: number;
  readonly scan: ScanStore;
  readonly session: SessionReader;
  readonly onMessage: MessageListener | undefined;
  readonly rows: RowColumns | undefined;
  readonly parts: LineParts | undefined;
}
