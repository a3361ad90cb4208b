import { areInOrder, nearlyInOrder, type Splice, sortSplices } from "../json/splice.ts";
import { NONE } from "../json/tree.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import type { Reduction } from "../reduce/reduction.ts";
import { condenseItems, insertItems, summaryMessage } from "./edits.ts";
import type { Job } from "./job.ts";
import { condenseNatively } from "./native.ts";
import { reduceForJob, replaceAndKeep } from "./reduce-for-job.ts";

/**
 * Compacts the conversations of one record: the splices that make it smaller, in order. Where it holds
 * one conversation, most are made as they are asked for.
 */
export function compactConversations(job: Job, read: readonly ReadTranscript[]): Iterable<Splice> {
  const [first] = read;
  if (first === undefined) return [];
  if (read.length === 1 && first.placed.isInFileOrder)
    return nearlyInOrder(compactConversation(job, first, eachReplacement));
  return compactHeld(job, read);
}

/** The same all at once, for a record that is held: a generator takes longer than a splice. */
export function compactHeld(job: Job, read: readonly ReadTranscript[]): readonly Splice[] {
  const splices: Splice[] = [];
  for (const each of read)
    for (const splice of compactConversation(job, each, listReplacements)) splices.push(splice);
  return areInOrder(splices) ? splices : sortSplices(splices);
}

/** The splices of a conversation: nearly in order, if its messages are. */
function compactConversation<T extends Iterable<Splice>>(
  job: Job,
  read: ReadTranscript,
  replacements: (job: Job, read: ReadTranscript, reduction: Reduction) => T,
): T | Splice[] {
  const { reduction, beside } = reduceForJob(job, read);
  const replaced = replacements(job, read, reduction);
  if (beside.length === 0 && reduction.condensation === undefined) return replaced;
  return sortSplices([...replaced, ...beside, ...condense(read, reduction)]);
}

/** The splices of replaced observations. */
function listReplacements(job: Job, read: ReadTranscript, reduction: Reduction): Splice[] {
  const splices: Splice[] = [];
  for (const replacement of reduction.replacements())
    for (const splice of replaceAndKeep(job, read, replacement)) splices.push(splice);
  return splices;
}

/** The same as they are asked for. */
function* eachReplacement(job: Job, read: ReadTranscript, reduction: Reduction): Iterable<Splice> {
  for (const replacement of reduction.replacements()) yield* replaceAndKeep(job, read, replacement);
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
