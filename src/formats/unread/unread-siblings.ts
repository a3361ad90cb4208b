import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ReadTrace } from "./read-trace.ts";
import { KIND_SIGN, signOfKey } from "./result-signs.ts";

/**
 * Objects of unknown kinds: they name their kind, and are in an array next to others of which something was
 * read or ignored, such as blocks of a message, steps of a run or entries of a list.
 */
export function unreadSiblings(tree: TapeTree, trace: ReadTrace): readonly Node[] {
  return hasSiblings(tree) ? [...unknownSiblings(tree, trace)] : [];
}

function* unknownSiblings(tree: TapeTree, trace: ReadTrace): Iterable<Node> {
  const open: Node[] = [tree.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const untouched: Node[] = [];
    let isAnyTouched = false;
    const isList = tree.isArray(node) && !trace.isListed(node);
    const skip = tree.isObject(node) ? 1 : 0;
    const end = tree.endOf(node);
    for (let item = node + 1 + skip; item < end; item = tree.endOf(item) + skip) {
      if (!isContainer(tree, item)) continue;
      const isTouched = trace.isTouched(item);
      isAnyTouched ||= isTouched;
      if (isTouched && !trace.isRead(item)) open.push(item);
      else if (!isTouched && isList) untouched.push(item);
    }
    if (isAnyTouched && untouched.length > 0)
      yield* untouched.filter((item) => saysWhat(tree, item));
  }
}

/** Whether an array has two objects or arrays in it: most lines have none, and this is told at less cost. */
function hasSiblings(tree: TapeTree): boolean {
  const end = tree.endOf(tree.root);
  for (let node = tree.root; node < end; node++) {
    if (!tree.isArray(node)) continue;
    const stop = tree.endOf(node);
    let inner = 0;
    for (let item = node + 1; item < stop; item = tree.endOf(item))
      if (isContainer(tree, item) && ++inner === 2) return true;
  }
  return false;
}

function isContainer(tree: TapeTree, item: Node): boolean {
  return tree.isObject(item) || tree.isArray(item);
}

/** Whether an object names its kind, or a role. */
export function saysWhat(tree: TapeTree, node: Node): boolean {
  const values = tree.items(node);
  return tree
    .keys(node)
    .some((key, at) => signOfKey(key) >= KIND_SIGN && tree.isString(values[at] ?? -1));
}
