import type { Node, Tree } from "../../json/tree/tree.ts";

/**
 * A tree with another root: all other methods are those of the given tree, of any kind, which stays at its own root.
 * (`TapeTree.turnTo` moves a tape's root itself: for the items of a list, whose every lookup would else take a detour.)
 */
export function rootedAt(tree: Tree, root: Node): Tree {
  return {
    root,
    isObject: (node) => tree.isObject(node),
    isArray: (node) => tree.isArray(node),
    isString: (node) => tree.isString(node),
    isTrue: (node) => tree.isTrue(node),
    isNumber: (node) => tree.isNumber(node),
    chars: (node) => tree.chars(node),
    get: (node, key) => tree.get(node, key),
    items: (node) => tree.items(node),
    itemsMayHave: (array, key) => tree.itemsMayHave(array, key),
    itemsWithArray: (array, key) => tree.itemsWithArray(array, key),
    keys: (node) => tree.keys(node),
    is: (node, word) => tree.is(node, word),
    same: (node, other) => tree.same(node, other),
    text: (node) => tree.text(node),
    head: (node, count) => tree.head(node, count),
    startsWith: (node, text) => tree.startsWith(node, text),
    excerpt: (node, count) => tree.excerpt(node, count),
    includes: (node, part) => tree.includes(node, part),
    mayBeginWith: (node, code) => tree.mayBeginWith(node, code),
    mayInclude: (node, part, count) => tree.mayInclude(node, part, count),
    mayEndWith: (node, code, before) => tree.mayEndWith(node, code, before),
  };
}
