import type { InputPiece } from "./input-piece.ts";
import { type AtEnd, type LayoutReader, type LineSource, linesIn } from "./layout-reader.ts";
import { isStored, type ReadLine } from "./read-line.ts";
import { conversationFormat } from "./recognise-format.ts";
import type { RecordReader } from "./record-reader.ts";

/** Reads an input each of whose lines is a conversation of its own, in one pass. */
export class RowReader implements LayoutReader {
  readonly layout = "rows";
  private readonly records: RecordReader;

  constructor(records: RecordReader) {
    this.records = records;
  }

  *take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    for (const read of linesIn(lines, about)) yield this.row(read);
  }

  finish(): Iterable<InputPiece> {
    return [];
  }

  private row(read: ReadLine): InputPiece {
    const { records } = this;
    const { line: text } = read;
    const tree = isStored(read) ? read.tree && records.counted(read.tree) : records.recordOf(read);
    const format = tree && conversationFormat(tree, records.choice);
    if (tree !== undefined && format !== undefined) {
      const about = { format, line: text.number, text };
      return { kind: "record", record: records.conversation(tree, about, { mayBeLeft: true }) };
    }
    if (tree !== undefined) records.leaveOther(tree);
    return { kind: "other", text };
  }
}
