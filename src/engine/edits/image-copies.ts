import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { imageIn } from "../../reduce/images/image.ts";
import { ownerOf } from "../../reduce/pipeline/part-edits.ts";
import type { PartEdit } from "../../reduce/pipeline/reduction.ts";
import type { ReadTranscript } from "../input/read-transcript.ts";
import { blank } from "./side-copies.ts";

/**
 * The splices that replace an image by a note in the side copies of its observation, where it is a string of
 * base64.
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
