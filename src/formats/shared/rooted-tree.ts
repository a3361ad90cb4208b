import type { Node, Tree } from "../../json/tree/tree.ts";

/** A tree whose root is a value of another: every other value has the number that it has there. */
export function rootedAt(tree: Tree, root: Node): Tree {
  const at = (node: Node) => (node === 0 ? root : node);
  return {
    isObject: (node) => tree.isObject(at(node)),
    isArray: (node) => tree.isArray(at(node)),
    isString: (node) => tree.isString(at(node)),
    isTrue: (node) => tree.isTrue(at(node)),
    isNumber: (node) => tree.isNumber(at(node)),
    chars: (node) => tree.chars(at(node)),
    get: (node, key) => tree.get(at(node), key),
    items: (node) => tree.items(at(node)),
    itemsMayHave: (array, key) => tree.itemsMayHave(at(array), key),
    itemsWithArray: (array, key) => tree.itemsWithArray(at(array), key),
    keys: (node) => tree.keys(at(node)),
    is: (node, word) => tree.is(at(node), word),
    text: (node) => tree.text(at(node)),
    head: (node, count) => tree.head(at(node), count),
    excerpt: (node, count) => tree.excerpt(at(node), count),
    includes: (node, part) => tree.includes(at(node), part),
    mayBeginWith: (node, code) => tree.mayBeginWith(at(node), code),
    mayEndWith: (node, code, before) => tree.mayEndWith(at(node), code, before),
  };
}
