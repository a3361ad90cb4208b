import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { pathOf } from "../../json/tree/node-path.ts";
import type { Node } from "../../json/tree/tree.ts";

/** The kind that a record names, for the count of records that were not understood. */
export function kindOfRecord(tree: TapeTree, root: Node): string {
  if (tree.isArray(root)) return "array";
  if (tree.isString(root)) return clipped(pathOf(tree, root).replace(/\[\d+\]/g, "[]"));
  if (!tree.isObject(root)) return "value";
  for (const key of SAYS) {
    const value = tree.get(root, key);
    const inner = tree.get(tree.get(root, "payload"), key);
    if (!tree.isString(value)) continue;
    const kind = tree.isString(inner)
      ? `${tree.text(value)}/${tree.text(inner)}`
      : tree.text(value);
    if (kind.trim() !== "") return clipped(kind);
  }
  const keys = tree.keys(root).slice(0, 3);
  return clipped(keys.length === 0 ? "{}" : `{${keys.join(", ")}}`);
}

const SAYS = ["type", "kind", "event", "role", "from"];

const clipped = (text: string) => text.slice(0, 60);
