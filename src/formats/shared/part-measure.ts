import { utf8Bytes } from "../../base/utf8-bytes.ts";
import { type Slot, slotString } from "../../json/splice/slot-text.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { SIGN_CHARS } from "../../transcript/model/error-signs.ts";
import { showsErrorIn } from "./model-chars.ts";

/** Whether the text of a slot shows an error. */
export function slotShowsError(tree: Tree, slot: Slot): boolean {
  if (!(tree instanceof TapeTree)) return showsErrorIn(tree, slot);
  // Of bytes, an excerpt has room for six to a character: text without escapes comes six times as long.
  const count = Math.ceil(SIGN_CHARS / 6);
  const only = slotString(tree, slot);
  if (tree.isString(only) && !tree.mayShowError(only, count)) return false;
  return showsErrorIn(tree, slot, count);
}

/** The bytes that a value takes in the file. */
export function bytesOf(tree: Tree, node: Node): number {
  if (node === NONE) return 0;
  return tree instanceof TapeTree ? tree.end(node) - tree.start(node) : utf8Bytes(tree.text(node));
}
