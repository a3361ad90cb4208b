import { type Encoding, encodeString } from "./encode.ts";
import { removeItems } from "./items.ts";
import type { Node } from "./node.ts";
import { type Splice, sortSplices } from "./splice.ts";
import type { TapeNode } from "./tape-node.ts";

/**
 * Where a format keeps a text. Formats only name it; reading and replacing it is done here.
 *
 * - `string`: the node is the text.
 * - `blocks`: the node is an array of blocks; the text is that of every block that has a string under
 *   `key`, one after another. Replaced, the first of them holds the new text and the others go.
 */
export type Slot<N extends Node> =
  | { readonly as: "string"; readonly node: N }
  | { readonly as: "blocks"; readonly node: N; readonly key: string };

/** UTF-16 units of a slot's text. */
export function slotChars(slot: Slot<Node>): number {
  return strings(slot).reduce((sum, node) => sum + node.chars, 0);
}

export function slotText(slot: Slot<Node>): string {
  return strings(slot)
    .map((node) => node.text())
    .join("");
}

/** The first (`count` > 0) or last (`count` < 0) characters of a slot's text, or more. */
export function slotExcerpt(slot: Slot<Node>, count: number): string {
  return slot.as === "string" ? slot.node.excerpt(count) : slotText(slot);
}

export function slotIncludes(slot: Slot<Node>, literal: string): boolean {
  return slot.as === "string" ? slot.node.includes(literal) : slotText(slot).includes(literal);
}

/** The splices that put another text into a slot; every other byte stays. */
export function replaceSlot(slot: Slot<TapeNode>, text: string, encoding: Encoding): Splice[] {
  const [first] = strings(slot);
  if (first === undefined) return [];
  const splice = { start: first.start, end: first.end, text: encodeString(text, encoding) };
  if (slot.as === "string") return [splice];
  return sortSplices([splice, ...removeItems(slot.node, otherBlocks(slot))]);
}

/** Indices of the blocks that hold text, but for the first. */
export function otherBlocks(slot: Extract<Slot<Node>, { as: "blocks" }>): number[] {
  const indices = slot.node.items().flatMap((block, index) => {
    return block.get(slot.key)?.kind === "string" ? [index] : [];
  });
  return indices.slice(1);
}

function strings<N extends Node>(slot: Slot<N>): readonly N[] {
  if (slot.as === "string") return [slot.node];
  return slot.node.items().flatMap((block) => {
    const text = block.get(slot.key);
    return text?.kind === "string" ? [text] : [];
  });
}
