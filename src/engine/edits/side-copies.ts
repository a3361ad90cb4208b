import { encodeString } from "../../json/splice/encode.ts";
import { type Splice, savedBytes } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../json/tree/tree.ts";
import { imageIn } from "../../reduce/images/image.ts";
import type { PartEdit, Reduction } from "../../reduce/pipeline/reduction.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";
import type { PlacedTranscript, SidePlace } from "../../transcript/model/placed.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { OpenRecordAt, ReadTranscript } from "../input/transcripts/read-transcript.ts";

/** The side copies of masked observations: their bytes, and the splices that blank them. */
export interface SideCopies {
  /** Bytes of the side copies of masked observations, and of prompts stored whole. */
  readonly bytes: number;
  /** The splices that blank them in their own shape. */
  splices(): Iterable<Splice>;
}

/**
 * Finds the side copies of observations that a reduction masks, and of those masked before. A blanked copy keeps
 * its shape: every string in it that is longer than the placeholder, in bytes too, becomes the placeholder. In
 * prompts that are stored whole only the strings that equal a masked observation do.
 */
export function sideCopiesOf(
  placed: PlacedTranscript,
  reduction: Reduction,
  texts: { readonly transcript: Transcript; readonly open: OpenRecordAt },
): SideCopies {
  if (!placed.hasSides) return NO_SIDE_COPIES;
  const byId = copiesById(placed, reduction, texts.transcript);
  let bytes = 0;
  for (const { part } of masked(reduction, texts.transcript))
    for (const place of placed.sides(part)) bytes += place.bytes;
  for (const place of [...byId, placed.prompts].flat()) bytes += place.bytes;
  return {
    bytes,
    splices: () => splicesOf(placed, reduction, { ...texts, byId }),
  };
}

function* splicesOf(
  placed: PlacedTranscript,
  reduction: Reduction,
  {
    transcript,
    open,
    byId,
  }: {
    readonly transcript: Transcript;
    readonly open: OpenRecordAt;
    readonly byId: ReadonlySet<readonly SidePlace[]>;
  },
): Iterable<Splice> {
  const left = new Set(byId);
  /** Where copies begin that are done: results of one id can have one copy. */
  const done = new Set<number>();
  for (const { part, text } of masked(reduction, transcript)) {
    const ofCall = placed.sidesOfCall(part);
    const isFirst = ofCall !== undefined && left.delete(ofCall);
    const places = [...placed.sides(part), ...(isFirst ? ofCall : [])];
    if (places.length === 0) continue;
    const placeholder = text(); // Read before the record is opened, since its text may be in another record.
    for (const { record, side } of places) {
      const { tree, parts, shift } = open(record);
      const copy = parts.sideCopy(side);
      if (copy === NONE || done.has(tree.start(copy) + shift)) continue;
      done.add(tree.start(copy) + shift);
      const textFor = () => placeholder;
      yield* blank(tree, copy, { shift, textFor });
    }
  }
  if (placed.prompts.length === 0) return;
  const placeholders = new Map<string, string>();
  const lengths = new Set<number>();
  for (const { part, text } of reduction.replacements()) {
    placeholders.set(transcript.text(part), text);
    lengths.add(part.chars);
  }
  const textFor = (tree: TapeTree, node: Node) =>
    lengths.has(tree.chars(node)) ? placeholders.get(tree.text(node)) : undefined;
  for (const { record, side } of placed.prompts) {
    const { tree, parts, shift } = open(record);
    const copy = parts.sideCopy(side);
    yield* blank(tree, copy, { shift, textFor });
  }
}

const NO_SIDE_COPIES: SideCopies = { bytes: 0, splices: () => [] };

/**
 * The copies of masked observations identified by call id, in a list for each id. Since ids repeat, a list may belong
 * to several observations, and stays unless all of them are masked.
 */
function copiesById(
  placed: PlacedTranscript,
  reduction: Reduction,
  transcript: Transcript,
): ReadonlySet<readonly SidePlace[]> {
  const copies = new Set<readonly SidePlace[]>();
  const isMasked = new Uint8Array(transcript.parts.length);
  for (const { part } of masked(reduction, transcript)) {
    isMasked[part.index] = 1;
    const ofCall = placed.sidesOfCall(part);
    if (ofCall !== undefined) copies.add(ofCall);
  }
  if (copies.size === 0) return copies;
  for (const part of transcript.observations()) {
    const ofCall = isMasked[part.index] === 0 ? placed.sidesOfCall(part) : undefined;
    if (ofCall !== undefined) copies.delete(ofCall);
  }
  return copies;
}

/** The observations masked so far, and their placeholders. */
function* masked(
  reduction: Reduction,
  transcript: Transcript,
): Iterable<{ readonly part: ObservationPart; readonly text: () => string }> {
  for (const { part, text } of reduction.replacements()) yield { part, text: () => text };
  for (const part of reduction.maskedBefore()) yield { part, text: () => transcript.text(part) };
}

/** Splices for every string of a value that has a shorter replacement, in order. */
function* blank(
  tree: TapeTree,
  node: Node,
  {
    shift,
    textFor,
  }: {
    readonly shift: number;
    readonly textFor: (tree: TapeTree, node: Node) => string | undefined;
  },
): Iterable<Splice> {
  const left: Node[] = [node]; // No recursion, since values can be nested deeper than the stack.
  for (let at = left.pop(); at !== undefined && at >= 0; at = left.pop()) {
    if (!tree.isString(at)) {
      for (const item of tree.items(at).toReversed()) left.push(item);
      continue;
    }
    const text = textFor(tree, at);
    if (text === undefined || text.length >= tree.chars(at)) continue;
    const json = encodeString(text, { ascii: tree.isAscii });
    const splice = { start: tree.start(at) + shift, end: tree.end(at) + shift, text: json };
    if (savedBytes([splice]) > 0) yield splice;
  }
}

/**
 * The splices that replace an image by a note in the side copies of its observation, if it is a base64 string
 * there.
 */
export function* imageCopies(
  { transcript, placed, open }: ReadTranscript,
  edits: Iterable<PartEdit>,
): Iterable<Splice> {
  for (const { part, text } of edits) {
    if (part.kind !== "image" || !part.insideObservation) continue;
    const owner = transcript.parts.at(part.owner);
    const places =
      owner === undefined ? [] : [...placed.sides(owner), ...(placed.sidesOfCall(owner) ?? [])];
    if (places.length === 0) continue;
    const data = imageIn(transcript.text(part))?.data; // Read before the record is opened, since its text may be in another record.
    const textFor = (tree: TapeTree, node: Node) =>
      tree.chars(node) === data?.length && tree.text(node) === data ? text : undefined;
    for (const { record, side } of places) {
      const { tree, parts, shift } = open(record);
      yield* blank(tree, parts.sideCopy(side), { shift, textFor });
    }
  }
}
