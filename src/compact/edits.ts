import type { PlacedSlot, RecordParts } from "../formats/record-parts.ts";
import { replaceStrings } from "../json/edit-json.ts";
import type { Encoding } from "../json/encode.ts";
import { removeItems } from "../json/items.ts";
import { type OpenedString, openString } from "../json/open-string.ts";
import { replaceSlot, type Slot } from "../json/slot.ts";
import { type Splice, sortSplices } from "../json/splice.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import type { Node } from "../json/tree.ts";
import type { OpenRecord, OpenRecordAt, ReadTranscript } from "../read/read-transcript.ts";
import type { PartEdit } from "../reduce/reduction.ts";
import type { ObservationPart } from "../transcript/message.ts";
import type { PlacedTranscript } from "../transcript/placed.ts";

/** The splices that put another text in the place of a part, the `slot`-th of its record. */
export function replacePart(
  { tree, parts, shift }: OpenRecord,
  { slot: k, part, text }: { slot: number; part: ObservationPart; text: string },
): Splice[] {
  const slot = parts.slot(k);
  if (slot === undefined) return [];
  const { inside } = slot;
  const inner = inside?.tree ?? tree;
  if (part.extra === undefined && inside === undefined && shift === 0)
    return replaceSlot(inner, slot, text, { ascii: tree.isAscii });
  const images = imagesOf(parts, { slot: k, count: part.extra?.images ?? 0 });
  const blocks = images.filter(({ shape }) => shape?.as !== "item").map(({ node }) => node);
  const splices = replaceSlot(inner, slot, text, {
    ascii: inside === undefined && tree.isAscii,
    images: blocks,
  });
  if (blocks.length < images.length) splices.push(...removeBeside(inner, images));
  return shifted(outside(sortSplices(splices), inside, { ascii: tree.isAscii }), shift);
}

/** The images that a format gives after an observation. */
function imagesOf(
  parts: RecordParts,
  { slot, count }: { slot: number; count: number },
): readonly Slot[] {
  const images: Slot[] = [];
  for (let k = slot + 1; k <= slot + count && parts.isImage(k); k++) {
    const image = parts.slot(k);
    if (image !== undefined) images.push(image);
  }
  return images;
}

/** The splices that take images out of the arrays in which they stand beside their observation. */
function removeBeside(tree: TapeTree, images: readonly Slot[]): Splice[] {
  const byArray = new Map<Node, Set<number>>();
  for (const { node, shape } of images) {
    if (shape?.as !== "item") continue;
    const indices = byArray.get(shape.array) ?? new Set();
    byArray.set(shape.array, indices.add(tree.items(shape.array).indexOf(node)));
  }
  return [...byArray].flatMap(([array, indices]) => removeItems(tree, array, indices));
}

/** The splices that make less of a part that is no observation. */
export function editPart(
  { tree, parts, shift }: OpenRecord,
  { slot: k, part, text }: { slot: number; part: PartEdit["part"]; text: string },
): Splice[] {
  const slot = parts.slot(k);
  if (slot === undefined) return [];
  const { inside } = slot;
  const inner = inside?.tree ?? tree;
  const ascii = inside === undefined && tree.isAscii;
  const splices =
    part.kind === "call"
      ? argumentsOf(inner, slot, { text, ascii })
      : replaceSlot(inner, slot, text, { ascii });
  return shifted(outside(splices, inside, { ascii: tree.isAscii }), shift);
}

/** The splices that give a call other strings in its arguments, which are a value or JSON in a string. */
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

/** The splices for the edits of all parts that are no observations, in their order. */
export function* editParts(
  { placed, open }: ReadTranscript,
  edits: Iterable<PartEdit>,
): Iterable<Splice> {
  const taken = new Map<number, number[]>();
  for (const { part, text } of edits) {
    const { record, slot } = placed.place(part);
    if (part.kind !== "reasoning") yield* editPart(open(record), { slot, part, text });
    else taken.set(record, [...(taken.get(record) ?? []), slot]);
  }
  for (const [record, slots] of taken) yield* takeOut(open(record), slots);
}

/** The splices that take the items out of their arrays in which these parts of a record lie. */
function takeOut({ tree, parts, shift }: OpenRecord, slots: readonly number[]): Splice[] {
  const arrays = new Map<Node, { readonly slot: PlacedSlot; readonly indices: Set<number> }>();
  for (const k of slots) {
    const slot = parts.slot(k);
    if (slot?.shape?.as !== "within") continue;
    const { array, item } = slot.shape;
    const inner = slot.inside?.tree ?? tree;
    const known = arrays.get(array) ?? { slot, indices: new Set() };
    arrays.set(array, known);
    known.indices.add(inner.items(array).indexOf(item));
  }
  const splices = [...arrays].flatMap(([array, { slot, indices }]) => {
    const { inside } = slot;
    const removed = removeItems(inside?.tree ?? tree, array, indices);
    return outside(removed, inside, { ascii: tree.isAscii });
  });
  return shifted(sortSplices(splices), shift);
}

/** The splices for all places of a part: its own, and those of copies that it is not larger than. */
export function replaceEverywhere(
  placed: PlacedTranscript,
  open: OpenRecordAt,
  { part, text }: { readonly part: ObservationPart; readonly text: string },
): Splice[] {
  const { record, slot } = placed.place(part);
  const splices = replacePart(open(record), { slot, part, text });
  const copies = placed.again(part);
  for (const copy of copies) {
    if (text.length < copy.chars)
      splices.push(...replacePart(open(copy.record), { slot: copy.slot, part, text }));
  }
  return splices;
}

/** Splices of JSON in a string as splices of the bytes around it. */
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
