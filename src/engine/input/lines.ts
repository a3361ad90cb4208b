import type { Format } from "../../formats/format.ts";
import type { Store } from "../../io/store.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { InputPiece } from "./input-piece.ts";
import { type AtEnd, type LayoutReader, type LineSource, linesIn } from "./layout-reader.ts";
import { endOfLine, type HeldLine, inMemory, isStored, type ReadLine } from "./read-line.ts";
import { MessageLines } from "./read-message-lines.ts";
import type { RecordAbout } from "./reading.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * Reads an input whose lines are transcripts together, a message a line. They are known when all lines
 * are there; what is needed of a line then is read again from the store.
 */
export class MessageReader implements LayoutReader {
  readonly layout = "lines";
  private readonly records: RecordReader;
  private readonly lines: MessageLines;
  private readonly store: Store;
  private readonly onMessage: MessageListener | undefined;

  constructor(
    records: RecordReader,
    {
      format,
      store,
      onMessage,
    }: {
      readonly format: Format;
      readonly store: Store;
      readonly onMessage: MessageListener | undefined;
    },
  ) {
    this.records = records;
    this.lines = new MessageLines(records.reading, format, store);
    this.store = store;
    this.onMessage = onMessage;
  }

  take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    for (const read of linesIn(lines, about)) this.line(read);
    return [];
  }

  *finish(): Iterable<InputPiece> {
    const { lines: source, store } = this;
    const { guard } = this.records;
    guard.endOfLines(source.format);
    for (const { parent, line } of source.parentless()) guard.missingParent(parent, line);
    const text = { bytes: store, start: 0, end: store.size, number: 1, first: 0, next: store.size };
    yield { kind: "lines", source, text };
  }

  private line(read: ReadLine): void {
    if (!isStored(read)) this.heldLine(read);
    else if (read.tree === undefined) this.lines.add(endOfLine(read), undefined);
    else this.heldLine(inMemory(read));
  }

  private heldLine(read: HeldLine): void {
    const { records, lines } = this;
    const { line } = read;
    const { format } = lines;
    const tree = records.recordOf(read);
    const kind = tree && format.kindOf(tree, tree.root);
    if (tree === undefined) {
      if (read.tree === undefined) lines.add(line, undefined);
      else lines.addTorn(line);
      return;
    }
    const parts = lines.add(line, kind === "message" ? tree : undefined);
    records.guard.line(tree, parts, line.number);
    // Formats take lines of kinds that nobody knows: only of one that was asked for it is in doubt.
    const isInDoubt = parts?.messageCount === 0 && records.choice.asked !== undefined;
    if (kind !== "message" || (isInDoubt && records.choice.among.isOfAnother(format, tree)))
      records.counts.otherRecords++;
    if (kind === "message") this.onMessage?.(tree, { format, line: line.number, text: line });
  }
}

/** Called for each line of such an input that holds a message, as it comes. */
export type MessageListener = (record: TapeTree, about: RecordAbout) => void;
