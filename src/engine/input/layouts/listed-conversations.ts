import type { Format } from "../../../formats/format.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { RowColumns } from "../column-takers.ts";
import type { RecordPiece } from "../input-piece.ts";
import { LineNumbers } from "../lines/line-numbers.ts";
import type { RecordAbout } from "../reading.ts";
import { conversationFormat, isList } from "../recognise/recognise-format.ts";
import { learnRow } from "./learn-row.ts";
import type { RecordReader } from "./record-reader.ts";

/** Readers of the conversations of a list; `columns` reads those that are like one before. */
interface ListReaders {
  readonly records: RecordReader;
  readonly columns: RowColumns | undefined;
}

/** The piece for a record that is a list of conversations; undefined if it is none. */
export function listPiece(
  tree: TapeTree,
  about: Omit<RecordAbout, "format">,
  readers: ListReaders,
): RecordPiece | undefined {
  if (!isList(tree, readers.records.choice)) return undefined;
  return { kind: "record", tree, text: about.text, conversations: listed(tree, about, readers) };
}

/** The conversations of a list, each as if it were a row; the tree is that of one until the next. */
function* listed(
  tree: TapeTree,
  { line, text }: Omit<RecordAbout, "format">,
  { records, columns: reader }: ListReaders,
): RecordPiece["conversations"] {
  const { choice, guard } = records;
  const columns = tree.scanned && reader?.items && reader;
  const { root } = tree;
  const lines = new LineNumbers(tree, { start: tree.start(root), line });
  const isOnOneLine = columns && !tree.holdsLineEnd();
  // The others are reported at the lines of their first messages.
  const beginsAtItem = ({ arrange }: Format) => isOnOneLine || arrange === undefined;
  const stop = tree.endOf(root);
  for (let item = root + 1; item < stop; ) {
    const about = { line: lines.at(tree.start(item)), text };
    const learned = columns?.learned;
    const batch = learned && beginsAtItem(learned) ? columns.items?.(tree, item, stop) : undefined;
    if (learned !== undefined && batch !== undefined && batch.count > 0) {
      item = batch.next;
      guard.plain(batch);
      yield { kind: "rows", batch, format: learned, line: about.line };
      continue;
    }
    const next = tree.endOf(item);
    tree.turnTo(item);
    const format = conversationFormat(tree, choice);
    if (format === undefined) records.leaveOther(tree, about.line);
    else {
      if (columns !== undefined && beginsAtItem(format) && next < stop)
        learnRow(tree, format, { columns, among: choice.among });
      yield records.conversation(tree, { ...about, format }, { mayBeLeft: true });
    }
    item = next;
  }
  tree.turnTo(root);
}
