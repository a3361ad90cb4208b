import type { Format } from "../../../formats/format.ts";
import type { FormatSet } from "../../../formats/registry/format-set.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { RowColumns } from "../column-takers.ts";

/** Learns a row whose own keys tell its format, or which holds nothing to recognise another by. */
export function learnRow(
  tree: TapeTree,
  format: Format,
  { columns, among }: { readonly columns: RowColumns; readonly among: FormatSet },
): void {
  const which = among.isByKeys(tree, format);
  const isPlain = (row: TapeTree) => among.plain(row) === format;
  const isOne = (row: TapeTree) => among.conversation(row) === format;
  if (which !== undefined) {
    const isOf = format.readItem && isOne;
    columns.learn(tree, {
      format,
      hasResults: which === "with results",
      isOf,
      // A format without a table may tell a record by values as well, which the kernel does not compare.
      isAsked: format.chat === undefined,
    });
  } else if (isPlain(tree))
    columns.learn(tree, { format, hasResults: false, isOf: isPlain, isAsked: true });
  else if (format.inner !== undefined || format.evidence === "texts")
    columns.learn(tree, { format, hasResults: true, isOf: isOne, isAsked: true });
}
