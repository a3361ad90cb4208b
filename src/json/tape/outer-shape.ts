import type { Node } from "../tree/tree.ts";
import type { TapeTree } from "./tape-tree.ts";

/**
 * The outer shape of a record, the same for most rows of a file: its keys, and the marks of the keys of its
 * arrays' items, as `itemsMayHave` uses them; of an array the keys of its items. Undefined for a document that is not
 * in memory.
 */
export function profileOf(tree: TapeTree): string | undefined {
  const marksOf = (value: Node) => (tree.isArray(value) ? `[${tree.marksIn(value)}]` : "");
  return shapeOf(tree, (value) => (value === tree.root ? keysOfItems(tree) : marksOf(value)));
}

function keysOfItems(tree: TapeTree): string {
  const keys = tree.itemKeys(tree.root);
  return keys === undefined ? "?" : [...keys].toSorted().map(counted).join("");
}

/** The keys of a record, the same for most rows of a file. Undefined for a document that is not in memory. */
export function outerKeysOf(tree: TapeTree): string | undefined {
  return shapeOf(tree, nothing);
}

const nothing = () => "";

function shapeOf(tree: TapeTree, about: (value: Node) => string): string | undefined {
  const { root } = tree;
  if (tree.tape.sections !== undefined) return undefined;
  if (tree.isArray(root)) return `[]${about(root)}`;
  if (!tree.isObject(root)) return undefined;
  let shape = "";
  const stop = tree.endOf(root);
  for (let at = root + 1; at < stop; at = tree.endOf(at + 1)) {
    const key = tree.text(at);
    shape += counted(key) + about(at + 1);
  }
  return shape;
}

/** A key with its length, so that no keys look like others when joined. */
function counted(key: string): string {
  return `${key.length}:${key}`;
}
