import type { TapeTree } from "./tape-tree.ts";

/**
 * The outer shape of a record, the same for most rows of a file: its keys, and the marks of the keys of its
 * arrays' items, as `itemsMayHave` uses them. Undefined for a document that is not in memory.
 */
export function profileOf(tree: TapeTree): string | undefined {
  return shapeOf(tree, (value) => (tree.isArray(value) ? `[${tree.marksIn(value)}]` : ""));
}

/** The keys of a record, the same for most rows of a file. Undefined for a document that is not in memory. */
export function outerKeysOf(tree: TapeTree): string | undefined {
  return shapeOf(tree, nothing);
}

const nothing = () => "";

function shapeOf(tree: TapeTree, about: (value: number) => string): string | undefined {
  const { root } = tree;
  if (tree.tape.sections !== undefined) return undefined;
  if (tree.isArray(root)) return `[]${about(root)}`;
  if (!tree.isObject(root)) return undefined;
  let shape = "";
  const stop = tree.endOf(root);
  for (let at = root + 1; at < stop; at = tree.endOf(at + 1)) {
    const key = tree.text(at);
    shape += `${key.length}:${key}${about(at + 1)}`;
  }
  return shape;
}
