import { utf8Bytes } from "../../base/utf8-bytes.ts";
import {
  type Slot,
  slotChars,
  slotExcerpt,
  slotString,
  slotText,
} from "../../json/splice/slot-text.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import type { PartHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";

/** The size of a part in chars. */
export type Measure = (tree: Tree, head: PartHead<Id>, slot: Slot) => number;

/** The chars that the model sees: of its text, and for a call of its name as well; 0 for an image. */
export function modelChars(tree: Tree, head: PartHead<Id>, slot: Slot): number {
  if (slot.node === NONE || head.kind === "image")
    return head.kind === "call" ? head.name.length : 0;
  return (head.kind === "call" ? head.name.length : 0) + slotChars(tree, slot);
}

/** Whether the text of a slot shows an error. */
export function slotShowsError(tree: Tree, slot: Slot): boolean {
  // Of bytes, an excerpt has room for six to a character: text without escapes comes six times as long.
  const isTape = tree instanceof TapeTree;
  const count = isTape ? Math.ceil(SIGN_CHARS / 6) : SIGN_CHARS;
  const only = isTape ? slotString(tree, slot) : NONE;
  if (isTape && tree.isString(only) && !tree.mayShowError(only, count)) return false;
  const start = slotExcerpt(tree, slot, count);
  return showsError(start, slotExcerpt(tree, slot, -count), () => slotText(tree, slot));
}

/** The bytes that a value takes in the file. */
export function bytesOf(tree: Tree, node: Node): number {
  if (node === NONE) return 0;
  return tree instanceof TapeTree ? tree.end(node) - tree.start(node) : utf8Bytes(tree.text(node));
}
