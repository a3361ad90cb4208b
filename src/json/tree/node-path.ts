import type { TapeTree } from "../tape/tape-tree.ts";
import type { Node } from "./tree.ts";

/** Where a value is in its document, as JavaScript names it: `messages[3].content`; empty for the root. */
export function pathOf(tree: TapeTree, node: Node): string {
  let path = "";
  for (let at: Node = tree.root; at !== node; ) {
    const items = tree.items(at);
    const index = items.findLastIndex((item) => item <= node);
    const item = items[index];
    if (item === undefined) return path;
    const key = tree.isArray(at) ? undefined : (tree.keys(at)[index] ?? "");
    path += key === undefined ? `[${index}]` : `${path === "" ? "" : "."}${key}`;
    at = item;
  }
  return path;
}
