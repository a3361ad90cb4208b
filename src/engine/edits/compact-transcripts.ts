import { encodeInside, encodeString } from "../../json/splice/encode.ts";
import {
  areInOrder,
  mergeSplices,
  nearlyInOrder,
  type Splice,
  sortSplices,
} from "../../json/splice/splice.ts";
import type { Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import type { TranscriptSource } from "../input/transcripts/transcript-source.ts";
import { condense } from "./condense.ts";
import type { Job } from "./job.ts";
import { keepObservation } from "./keep-removed.ts";
import { reduceForJob, replaceAndKeep } from "./reduce-for-job.ts";
import { SpliceSorter } from "./splice-sorter.ts";

/**
 * Compacts the transcripts of a record, or of the lines of an input: yields the splices that make it smaller, in
 * order. For one transcript in file order they are generated lazily, unless the record is in memory.
 */
export function compactTranscripts(job: Job, source: TranscriptSource): Iterable<Splice> {
  const reads = source.transcripts();
  const all = source.isHeld ? new SpliceList() : new SpliceSorter();
  for (const read of reads) {
    const { reduction, others } = reduceForJob(job, read);
    const replaced = replacements(job, read, { source, reduction });
    const condensed = condense(read, source, reduction);
    const isAlone = reads.length === 1 && others.length === 0 && read.placed.isInFileOrder;
    // Items of an array lie among others: only splices of lines come in order.
    const isMerged = condensed.length === 0 || source.lines !== undefined;
    if (isAlone && isMerged && !source.isHeld)
      return nearlyInOrder(mergeSplices(replaced, condensed));
    for (const splices of [replaced, ...others, condensed]) all.add(splices);
  }
  return all.inOrder();
}

/** Sorts splices that are few enough for memory. */
class SpliceList {
  private readonly splices: Splice[] = [];

  add(splices: Iterable<Splice>): void {
    for (const splice of splices) this.splices.push(splice);
  }

  inOrder(): readonly Splice[] {
    return areInOrder(this.splices) ? this.splices : sortSplices(this.splices);
  }
}

/** The splices of replaced observations and their copies. */
function* replacements(
  job: Job,
  read: ReadTranscript,
  { source, reduction }: { readonly source: TranscriptSource; readonly reduction: Reduction },
): Iterable<Splice> {
  for (const replacement of reduction.replacements()) {
    const known = replaceKnown(job, read, { source, replacement });
    if (known !== undefined) yield known;
    else for (const splice of replaceAndKeep(job, read, replacement)) yield splice;
  }
}

/** The splice of a replaced observation whose record need not be read again. */
function replaceKnown(
  { archive }: Job,
  read: ReadTranscript,
  { source, replacement }: { readonly source: TranscriptSource; readonly replacement: Replacement },
): Splice | undefined {
  const { part, text } = replacement;
  const known = source.knownText(read.placed, part);
  if (known === undefined) return undefined;
  const { start, end, isInside, isAscii: ascii } = known;
  if (archive !== undefined && isInside) keepObservation(archive, read, replacement);
  return {
    start,
    end,
    text: isInside ? encodeInside(text, { ascii }) : encodeString(text, { ascii }),
  };
}
