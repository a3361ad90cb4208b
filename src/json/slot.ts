import { type Encoding, encodeString } from "./encode.ts";
import { removeItems } from "./items.ts";
import { type Splice, sortSplices } from "./splice.ts";
import type { TapeTree } from "./tape-tree.ts";
import { NONE, type Node, type Tree } from "./tree.ts";

/**
 * Where a format keeps a text. Formats only name it; reading and replacing it is done here.
 *
 * Without a `key`, `node` is the string itself. With one, `node` is an array of blocks, and the text is
 * that of every block that has a string under `key`, one after another; replaced, the first of them
 * holds the new text and the others go.
 */
export interface Slot {
  readonly node: Node;
  readonly key: string | undefined;
}

/** UTF-16 units of a slot's text. */
export function slotChars(tree: Tree, { node, key }: Slot): number {
  if (key === undefined) return tree.chars(node);
  let chars = 0;
  for (const block of tree.items(node)) chars += tree.chars(tree.get(block, key));
  return chars;
}

export function slotText(tree: Tree, slot: Slot): string {
  if (slot.key === undefined) return tree.text(slot.node);
  return strings(tree, slot)
    .map((node) => tree.text(node))
    .join("");
}

/** The first (`count` > 0) or last (`count` < 0) characters of a slot's text, or more. */
export function slotExcerpt(tree: Tree, slot: Slot, count: number): string {
  return slot.key === undefined ? tree.excerpt(slot.node, count) : slotText(tree, slot);
}

export function slotIncludes(tree: Tree, slot: Slot, literal: string): boolean {
  if (slot.key === undefined) return tree.includes(slot.node, literal);
  return slotText(tree, slot).includes(literal);
}

/** False where the text is certain not to begin (or end) with an ASCII character; cheap. */
export function slotMayBeginWith(tree: Tree, slot: Slot, code: number): boolean {
  return slot.key !== undefined || tree.mayBeginWith(slot.node, code);
}

export function slotMayEndWith(tree: Tree, slot: Slot, code: number): boolean {
  return slot.key !== undefined || tree.mayEndWith(slot.node, code);
}

/** The splices that put another text into a slot; every other byte stays. */
export function replaceSlot(
  tree: TapeTree,
  slot: Slot,
  text: string,
  encoding: Encoding,
): Splice[] {
  const first = slot.key === undefined ? slot.node : (strings(tree, slot)[0] ?? NONE);
  if (first < 0) return [];
  const json = encodeString(text, encoding);
  const splice = { start: tree.start(first), end: tree.end(first), text: json };
  if (slot.key === undefined) return [splice];
  return sortSplices([splice, ...removeItems(tree, slot.node, otherBlocks(tree, slot))]);
}

/** Indices of the blocks that hold text, but for the first. */
export function otherBlocks(tree: Tree, { node, key }: Slot): number[] {
  const indices = tree.items(node).flatMap((block, index) => {
    return key !== undefined && tree.isString(tree.get(block, key)) ? [index] : [];
  });
  return indices.slice(1);
}

function strings(tree: Tree, { node, key }: Slot): readonly Node[] {
  if (key === undefined) return [node];
  return tree
    .items(node)
    .map((block) => tree.get(block, key))
    .filter((text) => tree.isString(text));
}
