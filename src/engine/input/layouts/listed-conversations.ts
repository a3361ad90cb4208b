import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { ConversationRecord, RecordPiece } from "../input-piece.ts";
import { LineNumbers } from "../lines/line-numbers.ts";
import type { RecordAbout } from "../reading.ts";
import { conversationFormat, isList } from "../recognise/recognise-format.ts";
import type { RecordReader } from "./record-reader.ts";

/** The piece for a record that is a list of conversations; undefined if it is none. */
export function listPiece(
  tree: TapeTree,
  about: Omit<RecordAbout, "format">,
  records: RecordReader,
): RecordPiece | undefined {
  if (!isList(tree, records.choice)) return undefined;
  return { kind: "record", tree, text: about.text, conversations: listed(tree, about, records) };
}

/** The conversations of a list, each as if it were a row; the tree is that of one until the next. */
function* listed(
  tree: TapeTree,
  { line, text }: Omit<RecordAbout, "format">,
  records: RecordReader,
): Iterable<ConversationRecord> {
  const { root } = tree;
  const lines = new LineNumbers(tree, { start: tree.start(root), line });
  for (const item of tree.items(root)) {
    tree.turnTo(item);
    const format = conversationFormat(tree, records.choice);
    const about = { line: lines.at(tree.start(item)), text };
    if (format === undefined) records.leaveOther(tree, about.line);
    else yield records.conversation(tree, { ...about, format }, { mayBeLeft: true });
  }
  tree.turnTo(root);
}
