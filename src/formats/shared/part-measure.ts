import { utf8Bytes } from "../../base/utf8-bytes.ts";
import { type Slot, slotString } from "../../json/splice/slot-text.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import { showsErrorIn } from "./model-chars.ts";

/** Whether the text of a slot shows an error. */
export function slotShowsError(tree: Tree, slot: Slot): boolean {
  const only = slotString(tree, slot);
  if (!(tree instanceof TapeTree && tree.isString(only))) return showsErrorIn(tree, slot);
  if (!tree.mayShowError(only, SIGN_BYTES)) return false;
  const head = tree.bytesExcerpt(only, SIGN_BYTES);
  return showsError(head, tree.bytesExcerpt(only, -SIGN_BYTES), () => tree.text(only));
}

/** Bytes searched for signs of errors at each end of a text: most texts are ASCII with few escapes. */
export const SIGN_BYTES = SIGN_CHARS + 2;

/** The bytes that a value takes in the file. */
export function bytesOf(tree: Tree, node: Node): number {
  if (node === NONE) return 0;
  return tree instanceof TapeTree ? tree.end(node) - tree.start(node) : utf8Bytes(tree.text(node));
}
