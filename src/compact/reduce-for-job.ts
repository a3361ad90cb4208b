import type { Splice } from "../json/splice.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import type { Reduction, Replacement } from "../reduce/reduction.ts";
import { editParts, replaceEverywhere } from "./edits.ts";
import { imageCopies } from "./image-copies.ts";
import type { Job } from "./job.ts";
import { keepObservation, keepSummarized } from "./keep-removed.ts";
import { reduceRead } from "./reduce-read.ts";
import { sideCopiesOf } from "./side-copies.ts";
import { telemetryOf } from "./telemetry-of.ts";

/** What is to be done to a transcript. */
export interface ReducedForJob {
  /** Its replacements and its condensation are carried out by whoever knows how the input lies. */
  readonly reduction: Reduction;
  /** The splices of all that is edited beside observations, in any order; empty where nothing is. */
  readonly beside: readonly Iterable<Splice>[];
}

/** Reduces a transcript, gives the account of it, and keeps what a summary stands for. */
export function reduceForJob(job: Job, read: ReadTranscript): ReducedForJob {
  const { transcript, placed, open } = read;
  const { reduction, undroppable } = reduceRead(job, read);
  const sides = sideCopiesOf(placed, reduction, { transcript, open });
  job.onTranscript(telemetryOf(job, read, { reduction, undroppable, sideBytes: sides.bytes }));
  if (job.archive !== undefined) keepSummarized(job.archive, transcript, reduction);
  const beside: Iterable<Splice>[] = [];
  if (job.sideCopies === "mask" && placed.hasSides) beside.push(sides.splices());
  if (!isEmpty(reduction.edits()))
    beside.push(editParts(read, reduction.edits()), imageCopies(read, reduction.edits()));
  return { reduction, beside };
}

function isEmpty(items: Iterable<unknown>): boolean {
  for (const _ of items) return false;
  return true;
}

/** The splices of a replaced observation and of its copies; what they take out is kept. */
export function replaceAndKeep(
  { archive }: Job,
  read: ReadTranscript,
  replacement: Replacement,
): readonly Splice[] {
  const splices = replaceEverywhere(read.placed, read.open, replacement);
  if (archive !== undefined) keepObservation(archive, read, replacement);
  return splices;
}
