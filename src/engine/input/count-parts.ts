import type { Format } from "../../formats/format.ts";
import { RecordParts } from "../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

/** How much a format finds in records: texts, calls, observations. */
export function countParts(format: Format, head: readonly TapeTree[]): number {
  let count = 0;
  for (const tree of head) {
    if (format.kindOf(tree, tree.root) === undefined) continue;
    const parts = new RecordParts(tree);
    format.read(tree, tree.root, parts);
    count += parts.count;
  }
  return count;
}
