import type { Node, Tree } from "../../json/tree/tree.ts";

/**
 * The objects in nested arrays, and in objects with an array under one of these keys, in order. An object
 * without such an array is a record. Uses a stack of its own, because JSON can be nested deeper than the call
 * stack allows.
 */
export function recordsBelow(tree: Tree, record: Node, keys: readonly string[]): readonly Node[] {
  const found: Node[] = [];
  const open: Node[] = [record];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inner = tree.isArray(node) ? node : firstArray(tree, node, keys);
    if (inner === undefined) {
      if (tree.isObject(node)) found.push(node);
      continue;
    }
    const items = tree.items(inner);
    for (let at = items.length - 1; at >= 0; at--) open.push(items[at] as Node);
  }
  return found;
}

function firstArray(tree: Tree, node: Node, keys: readonly string[]): Node | undefined {
  for (const key of keys) {
    const inner = tree.get(node, key);
    if (tree.isArray(inner)) return inner;
  }
  return undefined;
}
