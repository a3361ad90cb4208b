import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { KeyPath } from "./saved-sessions.ts";

/** The node at a path of keys in an object; `NONE` if one of them is missing. */
export function nodeAt(tree: Tree, node: Node, path: KeyPath): Node {
  return path
    .split(".")
    .reduce((inner, key) => (inner === NONE ? NONE : tree.get(inner, key)), node);
}
