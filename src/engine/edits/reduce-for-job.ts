import type { Splice } from "../../json/splice/splice.ts";
import type { Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import type { Job } from "./job.ts";
import { keepObservation, keepSummarized } from "./keep-removed.ts";
import { editParts, replaceEverywhere } from "./part-splices.ts";
import { reduceRead } from "./reduce-read.ts";
import { imageCopies, sideCopiesOf } from "./side-copies.ts";
import { telemetryOf } from "./telemetry-of.ts";

/** A transcript's reduction and its other splices. */
export interface ReducedForJob {
  /** The replacements and the condensation, which the caller applies, since it knows the layout. */
  readonly reduction: Reduction;
  /** The splices of edits other than observations, in any order. */
  readonly others: readonly Iterable<Splice>[];
}

/** Reduces a transcript, reports it, and archives the messages that a summary replaces. */
export function reduceForJob(job: Job, read: ReadTranscript): ReducedForJob {
  const { transcript, placed, open } = read;
  const { reduction, undroppable } = reduceRead(job, read);
  const sides = sideCopiesOf(placed, reduction, { transcript, open });
  job.onTranscript(telemetryOf(job, read, { reduction, undroppable, sideBytes: sides.bytes }));
  if (job.archive !== undefined) keepSummarized(job.archive, transcript, reduction);
  const others: Iterable<Splice>[] = [];
  if (job.sideCopies === "mask" && placed.hasSides) others.push(sides.splices());
  if (!isEmpty(reduction.edits()))
    others.push(editParts(read, reduction.edits()), imageCopies(read, reduction.edits()));
  return { reduction, others };
}

function isEmpty(items: Iterable<unknown>): boolean {
  for (const _ of items) return false;
  return true;
}

/** The splices of a replaced observation and of its copies; archives the removed bytes. */
export function replaceAndKeep(
  { archive }: Job,
  read: ReadTranscript,
  replacement: Replacement,
): readonly Splice[] {
  const splices = replaceEverywhere(read.placed, read.open, replacement);
  if (archive !== undefined) keepObservation(archive, read, replacement);
  return splices;
}
