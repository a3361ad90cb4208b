import type { Format, RecordKind } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { Store } from "../../../io/store.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { LineColumns, LineParts } from "../column-takers.ts";
import type { InputPiece } from "../input-piece.ts";
import type { Line } from "../lines/line.ts";
import { type AtEnd, type LineSource, linesIn } from "../lines/line-source.ts";
import {
  endOfLine,
  type HeldLine,
  inMemory,
  isStored,
  type ReadLine,
  type ScanAgain,
} from "../lines/read-line.ts";
import { readLinesAgain } from "../lines/read-lines-again.ts";
import type { SessionReader } from "../lines/session-reader.ts";
import type { RecordAbout } from "../reading.ts";
import { MessageLines } from "../transcripts/message-lines.ts";
import type { LayoutReader } from "./layout-reader.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * Reads an input whose lines are transcripts together, a message a line. They are known once all lines are read;
 * lines that are needed then are read again from the store.
 *
 * While all lines are plain, they are only put in columns. At the first that is not, the lines before it are read
 * again.
 */
export class MessageLineReader implements LayoutReader {
  readonly layout = "lines";
  private readonly records: RecordReader;
  private readonly format: Format;
  private readonly about: LinesAbout;
  private readonly lines: MessageLines;
  private columns: LineColumns | undefined;
  private parts: LineParts | undefined;

  constructor(records: RecordReader, format: Format, about: LinesAbout) {
    const { store, columns, onMessage } = about;
    this.records = records;
    this.format = format;
    this.about = about;
    this.lines = new MessageLines(records.reading, format, store);
    if (onMessage !== undefined) return;
    if (columns?.begin(format) === true) this.columns = columns;
    else this.parts = this.beginParts();
  }

  /** Begins to read lines into counts and columns, if someone takes those. */
  private beginParts(): LineParts | undefined {
    const { records, format, about } = this;
    const { parts, session } = about;
    const isForced = records.choice.forced !== undefined;
    return parts?.begin(format, { ...session.kernel, isForced }) === true ? parts : undefined;
  }

  take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    this.takeTogether(lines);
    for (const read of linesIn(lines, about)) {
      this.line(read);
      this.takeTogether(lines);
    }
    return [];
  }

  /** Takes the lines that the kernel reads. */
  private takeTogether(lines: LineSource): void {
    this.columns?.takeLines(lines);
    for (let { parts } = this; parts !== undefined; ) {
      const counts = parts.takeSession(lines);
      if (counts === undefined) return;
      this.records.guard.noted(counts);
      if (counts.isPlain) continue;
      this.leaveParts(counts.end);
      return;
    }
  }

  *finish(): Iterable<InputPiece> {
    const { lines: source, records, format, about } = this;
    const { store } = about;
    const text = { bytes: store, start: 0, end: store.size, number: 1, first: 0, next: store.size };
    const counts = this.columns?.counts;
    // If no result was read, there may be some that the format does not know.
    if (counts?.results === 0) this.leaveColumns(store.size);
    const { guard } = records;
    if (this.columns !== undefined && counts !== undefined) {
      guard.plain(counts);
      if (this.columns.finish()) {
        yield { kind: "columns", by: "kernel", text };
        return;
      }
      this.readAsObjects();
    }
    if (this.parts?.finish() === false) {
      if (guard.hasResults) this.readAsObjects();
      else this.leaveParts(store.size);
    }
    source.unreadResults = guard.endOfLines(format);
    for (const { parent, line } of (this.parts ?? source).parentless())
      guard.missingParent(parent, line);
    if (this.parts !== undefined) {
      yield { kind: "columns", by: "format", text };
      return;
    }
    yield { kind: "lines", source, text };
  }

  private line(read: ReadLine): void {
    const { columns, records } = this;
    if (this.parts !== undefined) {
      this.partsOf(read, this.parts);
      return;
    }
    if (columns === undefined) {
      if (!isStored(read)) this.record(read, records.recordUnlessBad(read));
      else if (read.tree === undefined) this.lines.add(endOfLine(read), undefined);
      else this.line(inMemory(read));
      return;
    }
    if (isStored(read)) {
      this.leaveColumns(read.line.offset);
      this.line(read);
      return;
    }
    const tree = records.recordUnlessBad(read);
    if (tree === undefined) return;
    const plain = tree.scanned === undefined ? this.about.scanAgain(read.line) : { ...read, tree };
    if (plain !== undefined && columns.add(plain.line, plain.tree)) return;
    const { offset, first, next } = read.line;
    this.leaveColumns(offset + next - first);
  }

  /** Reads a line into counts and columns, if it is plain. */
  private partsOf(read: ReadLine, parts: LineParts): void {
    if (isStored(read)) {
      this.leaveParts(read.line.offset);
      this.line(read);
      return;
    }
    const tree = this.records.recordUnlessBad(read);
    const { offset, first, next } = read.line;
    const end = offset + next - first;
    if (!this.areParts(read, tree, parts) && !this.readAgain(end, parts)) this.leaveParts(end);
  }

  /** Reads the lines before an offset into columns again, if another way of reading may accept them. */
  private readAgain(end: number, parts: LineParts): boolean {
    if (!parts.beginAgain()) return false;
    this.forgetLines();
    return this.arePartsBefore(end, parts);
  }

  /** Reads the lines before an offset into columns; false where one is not plain. */
  private arePartsBefore(end: number, parts: LineParts): boolean {
    for (const read of readLinesAgain(this.about.store, end)) {
      if (isStored(read)) return false;
      const tree = read.tree instanceof TapeTree ? read.tree : undefined;
      if (!this.areParts(read, tree, parts)) return false;
    }
    return true;
  }

  /** Reads a line into columns; false where it is not plain. */
  private areParts(read: HeldLine, tree: TapeTree | undefined, parts: LineParts): boolean {
    const { line } = read;
    if (tree === undefined) return read.tree === undefined || parts.torn(line.number - 1);
    const { format } = this;
    const kind = format.kindOf(tree, tree.root);
    const found = kind === "message" ? parts.read(line, tree) : undefined;
    if (kind === "message" && found === undefined) return false;
    this.noteRead(tree, { line, kind, parts: found });
    return true;
  }

  private leaveParts(end: number): void {
    this.parts = undefined;
    this.forgetLines();
    this.leaveColumns(end);
  }

  private forgetLines(): void {
    const { guard, counts } = this.records;
    guard.forgetLines();
    counts.otherRecords = 0;
  }

  /**
   * Continues without columns of the kernel: reads all lines before an offset again, which were counted already.
   */
  private leaveColumns(end: number): void {
    const parts = this.columns && this.beginParts();
    this.columns = undefined;
    if (parts !== undefined && this.arePartsBefore(end, parts)) {
      this.parts = parts;
      return;
    }
    if (parts !== undefined) this.forgetLines();
    for (const read of readLinesAgain(this.about.store, end)) {
      if (isStored(read)) this.line(read);
      else this.record(read, read.tree instanceof TapeTree ? read.tree : undefined);
    }
  }

  /** Reads all lines into objects. They were in columns until their end, so what was found in them is noted already. */
  private readAsObjects(): void {
    const { store } = this.about;
    this.columns = undefined;
    this.parts = undefined;
    for (const read of readLinesAgain(store, store.size)) {
      if (isStored(read)) this.line(read);
      else this.add(read, read.tree instanceof TapeTree ? read.tree : undefined);
    }
  }

  /** Adds a line, and notes what was found in its record, if it has one. */
  private record(read: HeldLine, tree: TapeTree | undefined): void {
    const { kind, parts } = this.add(read, tree);
    if (tree !== undefined) this.noteRead(tree, { line: read.line, kind, parts });
  }

  /** Adds a line: the kind of its record, and what was found in it. */
  private add(
    { line, tree: read }: HeldLine,
    tree: TapeTree | undefined,
  ): { readonly kind?: RecordKind | undefined; readonly parts?: RecordParts | undefined } {
    const { lines, format } = this;
    if (tree === undefined) {
      if (read === undefined) lines.add(line, undefined);
      else lines.addTorn(line);
      return {};
    }
    const kind = format.kindOf(tree, tree.root);
    return { kind, parts: lines.add(line, kind === "message" ? tree : undefined) };
  }

  /** Notes what a format found in a record. */
  private noteRead(
    tree: TapeTree,
    {
      line,
      kind,
      parts,
    }: {
      readonly line: Line;
      readonly kind: RecordKind | undefined;
      readonly parts: RecordParts | undefined;
    },
  ): void {
    const { records, format, about } = this;
    records.guard.line(tree, parts, line.number);
    // Formats accept lines of unknown kinds: only a format that was named is in doubt.
    const isInDoubt = parts?.messageCount === 0 && records.choice.forced !== undefined;
    if (kind !== "message" || (isInDoubt && records.choice.among.isOfAnother(format, tree)))
      records.counts.otherRecords++;
    if (kind === "message") about.onMessage?.(tree, { format, line: line.number, text: line });
  }
}

/** The store of the lines, and their receiver. */
interface LinesAbout {
  readonly store: Store;
  readonly scanAgain: ScanAgain;
  readonly session: SessionReader;
  readonly columns: LineColumns | undefined;
  readonly parts: LineParts | undefined;
  readonly onMessage: MessageListener | undefined;
}

/** Called for each line of such an input that holds a message, as it comes. */
export type MessageListener = (record: TapeTree, about: RecordAbout) => void;
