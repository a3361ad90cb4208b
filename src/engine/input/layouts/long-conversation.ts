import type { Format } from "../../../formats/format.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { NON_ASCII } from "../../../json/tape/tape.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import type { LineColumns } from "../column-takers.ts";
import type { InputPiece } from "../input-piece.ts";
import { ItemWindow } from "../lines/item-window.ts";
import type { TextPlace } from "../reading.ts";
import { isForeign } from "../recognise/misread.ts";
import { conversationFormat } from "../recognise/recognise-format.ts";
import type { RecordReader } from "./record-reader.ts";

/** Items by which a record is recognised, and about the most bytes of them. */
const SHOWN_ITEMS = 64;
const SHOWN_BYTES = 1024 * 1024;

/**
 * Reads a conversation that is too long to be held as if each of its messages was on a line. What it is, and what is
 * around the messages, is told by the record with only the first of them. Returns false if a message is not plain.
 */
export function* longConversation(
  tree: TapeTree,
  { text, line }: { readonly text: TextPlace; readonly line: number },
  { records, columns }: LongReading,
): Generator<InputPiece, boolean> {
  const { choice, guard } = records;
  const { bytes: store } = text;
  const list = longArray(tree);
  const isOther = Buffer.isBuffer(store) || list === NONE || tree.hasInvalidUtf8;
  if (isOther || columns === undefined) return false;
  const items = new ItemWindow(store);
  try {
    const shown = items.record(shownParts(tree, list));
    const format = shown && formatOf(shown, choice);
    if (shown === undefined || format === undefined) return false;
    if (!columns.begin(format, { tree, shown, list })) return false;
    const isTold =
      choice.forced !== undefined || choice.among.isByKeys(shown, format) !== undefined;
    items.begin(tree.start(list) + 1, { line, flags: tree.tape.flags & NON_ASCII });
    if (!takeAll(items, columns) || !columns.finish()) return false;
    // Any message may tell another format.
    if (!isTold && conversationFormat(tree, choice) !== format) return false;
    guard.plain(columns.counts);
    yield { kind: "columns", by: "kernel", text };
    return true;
  } finally {
    items.close();
  }
}

/** The readers of such a conversation. */
interface LongReading {
  readonly records: RecordReader;
  readonly columns: LineColumns | undefined;
}

/** The array that takes most of a record, which may be the record itself. */
function longArray(tree: TapeTree): Node {
  const { root } = tree;
  if (!tree.isObject(root)) return tree.isArray(root) ? root : NONE;
  const bytes = (node: Node) => tree.end(node) - tree.start(node);
  const isLong = (node: Node) => tree.isArray(node) && 2 * bytes(node) > bytes(root);
  return tree.items(root).find(isLong) ?? NONE;
}

/** The parts of a record that are all of it but most items of an array. */
function shownParts(tree: TapeTree, list: Node) {
  const start = tree.start(tree.root);
  const stop = tree.endOf(list);
  let end = tree.start(list) + 1;
  let item = list + 1;
  for (let k = 0; k < SHOWN_ITEMS && item < stop && end - start < SHOWN_BYTES; k++) {
    end = tree.end(item);
    item = tree.endOf(item);
  }
  return [
    { start, end },
    { start: tree.end(list) - 1, end: tree.end(tree.root) },
  ];
}

/** The format of a conversation that holds no others. */
function formatOf(shown: TapeTree, choice: FormatChoice): Format | undefined {
  const format = conversationFormat(shown, choice);
  if (format === undefined || isForeign([shown], choice)) return undefined;
  return format.inner?.(shown, shown.root) === undefined ? format : undefined;
}

/** Takes all items; false if one is not plain, or is too long. */
function takeAll(items: ItemWindow, columns: LineColumns): boolean {
  for (;;) {
    columns.takeLines(items);
    const read = items.next();
    if (read === undefined) return items.isOver && columns.areClosed && columns.counts.results > 0;
    if (!columns.add(read.line, read.tree)) return false;
  }
}
