import type { Format } from "../../formats/format.ts";
import { RecordParts } from "../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

/** Counts for one format after another how much it finds in records: texts, calls, observations. */
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

/** Parts of a record of which nothing was read yet, in the room of `used` ones: making them anew costs more than few records. */
export function openParts(tree: TapeTree, used: RecordParts | undefined): RecordParts {
  if (used === undefined) return new RecordParts(tree);
  used.open(tree, 0);
  used.hasReply = false;
  used.hasResult = false;
  return used;
}
