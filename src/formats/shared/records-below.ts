import type { Node, Tree } from "../../json/tree/tree.ts";

/**
 * The objects that arrays and objects with an array under one of these keys hold, in their order, however deep: a
 * stack of our own, since calls of functions go less deep than JSON does. An object without such an array is one.
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
