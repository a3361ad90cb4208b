import { type Slot, slotChars, slotExcerpt, slotText } from "../../json/splice/slot-text.ts";
import { NONE, type Tree } from "../../json/tree/tree.ts";
import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import type { PartHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";

/** The size of a part in chars. */
export type Measure = (tree: Tree, head: PartHead<Id>, slot: Slot) => number;

/** The chars that the model sees: of the text and, for a call, of the name as well; 0 for an image. */
export function modelChars(tree: Tree, head: PartHead<Id>, slot: Slot): number {
  if (slot.node === NONE || head.kind === "image")
    return head.kind === "call" ? head.name.length : 0;
  return (head.kind === "call" ? head.name.length : 0) + slotChars(tree, slot);
}

/** Whether the text of a slot shows an error, by its first and last characters. */
export function showsErrorIn(tree: Tree, slot: Slot): boolean {
  const start = slotExcerpt(tree, slot, SIGN_CHARS);
  return showsError(start, slotExcerpt(tree, slot, -SIGN_CHARS), () => slotText(tree, slot));
}
