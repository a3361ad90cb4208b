import type { Splice } from "../json/splice.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import type { Node } from "../json/tree.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import { imageIn } from "../reduce/images/image.ts";
import { ownerOf } from "../reduce/part-edits.ts";
import type { PartEdit } from "../reduce/reduction.ts";
import { blank } from "./side-copies.ts";

/**
 * The splices that put a note in the place of the same image in the side copies of the observation that
 * it stands in: in those it is a string of base64.
 */
export function* imageCopies(
  { transcript, placed, open }: ReadTranscript,
  edits: Iterable<PartEdit>,
): Iterable<Splice> {
  for (const { part, text } of edits) {
    if (part.kind !== "image" || !part.insideObservation) continue;
    const owner = transcript.parts.at(ownerOf(transcript, part));
    const places = owner === undefined ? [] : placed.sides(owner);
    if (places.length === 0) continue;
    const data = imageIn(transcript.text(part))?.data; // Before a record is opened: it may lie in another.
    const textFor = (tree: TapeTree, node: Node) =>
      tree.chars(node) === data?.length && tree.text(node) === data ? text : undefined;
    for (const { record, side } of places) {
      const { tree, parts, shift } = open(record);
      yield* blank(tree, parts.sideCopy(side), { shift, textFor });
    }
  }
}
