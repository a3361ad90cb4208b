import { removeItems } from "../../json/splice/array-items.ts";
import { replaceStrings } from "../../json/splice/edit-json.ts";
import type { Encoding } from "../../json/splice/encode.ts";
import { type OpenedString, openString } from "../../json/splice/open-string.ts";
import { replaceSlot } from "../../json/splice/slot.ts";
import type { Slot } from "../../json/splice/slot-text.ts";
import { type Splice, sortSplices } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { EditableParts } from "./editable-parts.ts";

/** A part of a record, by its number, and its new text. */
export interface NewText<P extends Part = Part> {
  readonly slot: number;
  readonly part: P;
  readonly text: string;
}

/** A record whose parts are edited. `shift` is added to its tree's offsets to get those of the input. */
export interface EditableRecord {
  readonly tree: TapeTree;
  readonly parts: EditableParts;
  readonly shift: number;
}

/** The splices that replace the text of a part. Images in an observation are removed with its text. */
export function partSplices(
  record: EditableRecord,
  { slot: k, part, text }: NewText,
): readonly Splice[] {
  const { tree, parts, shift } = record;
  const slot = parts.slot(k);
  if (slot === undefined) return [];
  const { inside } = slot;
  const inner = inside?.tree ?? tree;
  const ascii = inside === undefined && tree.isAscii;
  const isPlain = inside === undefined && shift === 0;
  if (part.kind === "observation" && part.extra === undefined && isPlain)
    return replaceSlot(inner, slot, text, { ascii });
  const splices = editsOf(inner, slot, { parts, k, part, text, ascii });
  return shifted(outside(splices, inside, { ascii: tree.isAscii }), shift);
}

function editsOf(
  tree: TapeTree,
  slot: Slot,
  {
    parts,
    k,
    part,
    text,
    ascii,
  }: Encoding & {
    readonly parts: EditableParts;
    readonly k: number;
    readonly part: Part;
    readonly text: string;
  },
): Splice[] {
  if (part.kind === "call") return argumentsOf(tree, slot, { text, ascii });
  if (part.kind !== "observation") return replaceSlot(tree, slot, text, { ascii });
  const images = imagesOf(parts, { slot: k, count: part.extra?.images ?? 0 });
  const blocks = images.filter(({ shape }) => shape?.as !== "item").map(({ node }) => node);
  const splices = replaceSlot(tree, slot, text, { ascii, images: blocks });
  if (blocks.length < images.length) splices.push(...removeBeside(tree, images));
  return sortSplices(splices);
}

/** The images that a format reported after an observation. */
function imagesOf(
  parts: EditableParts,
  { slot, count }: { slot: number; count: number },
): readonly Slot[] {
  const images: Slot[] = [];
  for (let k = slot + 1; k <= slot + count && parts.isImage(k); k++) {
    const image = parts.slot(k);
    if (image !== undefined) images.push(image);
  }
  return images;
}

/** The splices that remove images from arrays, where they are items next to their observation. */
function removeBeside(tree: TapeTree, images: readonly Slot[]): Splice[] {
  const byArray = new Map<Node, Set<Node>>();
  for (const { node, shape } of images) {
    if (shape?.as !== "item") continue;
    const items = byArray.get(shape.array) ?? new Set();
    byArray.set(shape.array, items.add(node));
  }
  return [...byArray].flatMap(([array, items]) => removeItems(tree, array, items));
}

/** The splices that replace strings in a call's arguments, which are a value or JSON in a string. */
function argumentsOf(
  tree: TapeTree,
  { node }: Slot,
  { text, ascii }: Encoding & { readonly text: string },
): Splice[] {
  if (!tree.isString(node)) return replaceStrings(tree, node, { text, ascii });
  const opened = openString(tree, node);
  if (!("tree" in opened)) return [];
  const inner = replaceStrings(opened.tree, opened.tree.root, { text, ascii: false });
  return opened.outer(inner, { ascii });
}

/** Converts splices of JSON in a string into splices of the bytes around it. */
export function outside(
  splices: Splice[],
  inside: OpenedString | undefined,
  encoding: Encoding,
): Splice[] {
  return inside === undefined ? splices : inside.outer(splices, encoding);
}

export function shifted(splices: Splice[], shift: number): Splice[] {
  if (shift === 0) return splices;
  return splices.map(({ start, end, text }) => ({ start: start + shift, end: end + shift, text }));
}
