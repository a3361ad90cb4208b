import { jsonCharsOf } from "../../src/json/tape/json-chars.ts";
import type { TapeTree } from "../../src/json/tape/tape-tree.ts";

/** Everything that may be asked of each value of a tree. */
export function seen(tree: TapeTree, words: readonly string[]) {
  return Array.from({ length: tree.tape.length }, (_, node) => [
    tree.text(node),
    tree.chars(node),
    jsonCharsOf(tree, node),
    tree.keys(node),
    tree.items(node),
    tree.edges(node),
    tree.excerpt(node, 3),
    tree.excerpt(node, -3),
    tree.subarray(tree.start(node), tree.end(node)).toString("latin1"),
    words.map((word) => [tree.get(node, word), tree.is(node, word), tree.includes(node, word)]),
  ]);
}
