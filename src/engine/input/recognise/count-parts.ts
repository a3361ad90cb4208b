import type { Format } from "../../../formats/format.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";

/** Counts what one format after another finds in records: texts, calls, observations. */
export function partCounter(head: readonly TapeTree[]): (format: Format) => number {
  let parts: RecordParts | undefined;
  return (format) => {
    let count = 0;
    for (const tree of head) {
      if (format.kindOf(tree, tree.root) === undefined) continue;
      parts = openParts(tree, parts);
      format.read(tree, tree.root, parts);
      count += parts.count;
    }
    return count;
  };
}

/**
 * Empty parts for a record, in the memory of `used` ones, since allocating them costs more than reading a few
 * records.
 */
export function openParts(tree: TapeTree, used: RecordParts | undefined): RecordParts {
  if (used === undefined) return new RecordParts(tree);
  used.open(tree, 0);
  used.hasReply = false;
  used.hasResult = false;
  return used;
}
