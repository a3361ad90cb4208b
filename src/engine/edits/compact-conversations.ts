import { areInOrder, nearlyInOrder, type Splice, sortSplices } from "../../json/splice/splice.ts";
import { NONE } from "../../json/tree/tree.ts";
import type { Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Message } from "../../transcript/model/message.ts";
import type { ReadTranscript } from "../input/read-transcript.ts";
import { condenseItems, insertItems, summaryMessage, unitsOf } from "./condense-items.ts";
import type { Job } from "./job.ts";
import { condenseNatively } from "./native-condensing.ts";
import { reduceForJob, replaceAndKeep } from "./reduce-for-job.ts";
import { SpliceSorter } from "./splice-sorter.ts";

/**
 * Compacts the conversations of one record: the splices that make it smaller, in order. Where it holds
 * one conversation in its order, they are made as they are asked for.
 */
export function compactConversations(job: Job, read: readonly ReadTranscript[]): Iterable<Splice> {
  const sorter = new SpliceSorter();
  for (const each of read) {
    const { reduction, others } = reduceForJob(job, each);
    const replaced = eachReplacement(job, each, reduction);
    const isAlone = read.length === 1 && others.length === 0;
    if (isAlone && each.placed.isInFileOrder && reduction.condensation === undefined)
      return nearlyInOrder(replaced);
    for (const splices of [replaced, ...others, condense(each, reduction)]) sorter.add(splices);
  }
  return sorter.inOrder();
}

/** The same all at once, for a record that is held: a generator takes longer than a splice. */
export function compactHeld(job: Job, read: readonly ReadTranscript[]): readonly Splice[] {
  const splices: Splice[] = [];
  for (const each of read)
    for (const splice of compactConversation(job, each)) splices.push(splice);
  return areInOrder(splices) ? splices : sortSplices(splices);
}

function compactConversation(job: Job, read: ReadTranscript): readonly Splice[] {
  const { reduction, others } = reduceForJob(job, read);
  const replaced = listReplacements(job, read, reduction);
  if (others.length === 0 && reduction.condensation === undefined) return replaced;
  return [...replaced, ...others.flatMap((splices) => [...splices]), ...condense(read, reduction)];
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
      units: unitsOf(drop, placed),
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
  const sibling = placed.units(drop.first as Message)[0];
  return [...splices, ...insertItems(record, { at: place, sibling, items: insert })];
}
