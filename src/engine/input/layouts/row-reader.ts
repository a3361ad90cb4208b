import { isReadByTable } from "../../../formats/shared/read-by-table.ts";
import { NOT_SCANNED, type PairCounts } from "../../../json/tape/masked-rows.ts";
import type { RowColumns } from "../column-takers.ts";
import type { InputPiece } from "../input-piece.ts";
import type { AtEnd, LineSource } from "../lines/line-source.ts";
import { isStored, type ReadLine } from "../lines/read-line.ts";
import { conversationFormat } from "../recognise/recognise-format.ts";
import type { LayoutReader } from "./layout-reader.ts";
import { learnRow } from "./learn-row.ts";
import { listPiece } from "./listed-conversations.ts";
import type { RecordReader } from "./record-reader.ts";

/** Reads an input each of whose lines is a conversation of its own, in one pass. */
export class RowReader implements LayoutReader {
  readonly layout = "rows";
  private readonly records: RecordReader;
  private readonly columns: RowColumns | undefined;
  /** The counts of the next row, if all of it is known to be read. */
  private counts: PairCounts | undefined;

  constructor(records: RecordReader, columns?: RowColumns) {
    this.records = records;
    this.columns = columns;
  }

  *take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    for (;;) {
      yield* this.batches(lines);
      const read = lines.next(about);
      if (read === undefined) return;
      yield this.row(read, lines.isSpent);
      if (isStored(read)) lines.freeLongLines();
    }
  }

  finish(): Iterable<InputPiece> {
    return [];
  }

  /** The rows that are like those learned. */
  private *batches(lines: LineSource): Iterable<InputPiece> {
    const { columns, records } = this;
    const format = columns?.learned;
    this.counts = undefined;
    if (columns === undefined || format === undefined) return;
    for (;;) {
      const line = lines.lines + 1;
      columns.begin?.(line);
      const batch = lines.nextRows?.(columns.policy);
      this.counts = columns.left ?? (isReadByTable(format) ? lines.over : undefined);
      if (batch === undefined) return;
      records.guard.plain(batch);
      const { scanned } = batch;
      yield { kind: "rows", batch, format, line };
      if (scanned !== NOT_SCANNED) return;
    }
  }

  private row(read: ReadLine, isLast: boolean): InputPiece {
    const { records, columns } = this;
    const { line: text } = read;
    const { counts } = this;
    const tree = isStored(read)
      ? read.tree && records.counted(read.tree)
      : records.recordUnlessBad(read);
    const known = counts && columns?.learned;
    const format = known ?? (tree && conversationFormat(tree, records.choice));
    if (tree !== undefined && format !== undefined) {
      // Many files have a single row: learning it takes as long as detecting its format.
      if (!isLast && known === undefined && columns !== undefined)
        learnRow(tree, format, { columns, among: records.choice.among });
      const about = { format, line: text.number, text, counts };
      const record = records.conversation(tree, about, { mayBeLeft: true });
      return { kind: "record", tree, text, conversations: [record] };
    }
    const list = tree && listPiece(tree, { line: text.number, text }, { records, columns });
    if (list !== undefined) return list;
    if (tree !== undefined) records.leaveOther(tree, text.number);
    return { kind: "other", text };
  }
}
