import { type Splice, sortSplices } from "../json/splice.ts";
import { NONE } from "../json/tree.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import type { Reduction } from "../reduce/reduction.ts";
import {
  condenseItems,
  editParts,
  insertItems,
  replaceEverywhere,
  summaryMessage,
} from "./edits.ts";
import { imageCopies } from "./image-copies.ts";
import type { Job } from "./job.ts";
import { keepObservation, keepSummarized } from "./keep-removed.ts";
import { condenseNatively } from "./native.ts";
import { reduceRead } from "./reduce-read.ts";
import { sideCopiesOf } from "./side-copies.ts";
import { telemetryOf } from "./telemetry-of.ts";

/** Compacts the conversations of one record: the splices that make it smaller, in order. */
export function compactConversations(job: Job, read: readonly ReadTranscript[]): readonly Splice[] {
  const [first] = read;
  if (first === undefined) return [];
  if (first.reader.arrange === undefined) return compactConversation(job, first);
  return sortSplices(read.flatMap((each) => compactConversation(job, each)));
}

function compactConversation(job: Job, read: ReadTranscript): readonly Splice[] {
  const { transcript, placed, open } = read;
  const { reduction, undroppable } = reduceRead(job, read);
  const sides = sideCopiesOf(placed, reduction, { transcript, open });
  job.onTranscript(telemetryOf(job, read, { reduction, undroppable, sideBytes: sides.bytes }));

  const splices: Splice[] = [];
  for (const replacement of reduction.replacements()) {
    for (const splice of replaceEverywhere(placed, open, replacement)) splices.push(splice);
    if (job.archive !== undefined) keepObservation(job.archive, read, replacement);
  }
  if (job.archive !== undefined) keepSummarized(job.archive, transcript, reduction);
  if (job.sideCopies === "mask") for (const splice of sides.splices()) splices.push(splice);
  const edited = [...editParts(read, reduction.edits()), ...imageCopies(read, reduction.edits())];
  for (const splice of edited) splices.push(splice);
  const isInOrder = edited.length === 0;
  if (isInOrder && reduction.condensation === undefined && job.sideCopies !== "mask")
    return splices;
  return sortSplices([...splices, ...condense(read, reduction)]);
}

function condense(
  { placed, reader, findings, open }: ReadTranscript,
  reduction: Reduction,
): readonly Splice[] {
  const { condensation, before: size } = reduction;
  if (condensation === undefined) return [];
  const { drop, before } = condensation;
  const record = open(0);
  if (typeof reader.dropping === "string")
    return condenseItems(record, {
      units: drop.flatMap(placed.units),
      before: before && placed.units(before)[0],
      summary: summaryMessage(reader, condensation),
    });
  const { tree, parts } = record;
  const { place, insert, splices } = condenseNatively(
    placed,
    { condensation, before: size },
    {
      dropping: reader.dropping,
      leaf: findings?.lastId,
      open,
      isInPlace: () => true,
      view: ({ unit }) => ({ tree, node: parts.unit(unit)?.node ?? NONE }),
    },
  );
  const beside = drop.flatMap(placed.units)[0];
  return [...splices, ...insertItems(record, { at: place, beside, items: insert })];
}
