import type { ReadTranscript } from "../read/read-transcript.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation, Dropping, Reduction } from "../reduce/reduction.ts";
import { droppingOf } from "./dropping.ts";
import type { Job } from "./job.ts";
import { newestOf } from "./native.ts";

/**
 * The reduction of a transcript. Nothing is dropped where the format's own record of it would not be
 * read back as that, because what names the order of messages is damaged: a second run would drop again.
 */
export function reduceRead(
  { policy, answers }: Pick<Job, "policy" | "answers">,
  read: ReadTranscript,
): { readonly reduction: Reduction; readonly undroppable?: string } {
  const reduce = (dropping: Dropping) =>
    reduceTranscript(read.transcript, policy, { dropping, answers });
  const reduction = reduce(droppingOf(read.reader, read.placed));
  const { condensation } = reduction;
  if (condensation === undefined || isReadBack(read, condensation)) return { reduction };
  return { reduction: reduce("never"), undroppable: "sessions whose lines name wrong parents" };
}

function isReadBack(
  { placed, reader: { dropping }, findings }: ReadTranscript,
  condensation: Condensation,
): boolean {
  if (typeof dropping === "string" || dropping.isReadBack === undefined) return true;
  const newest = newestOf(placed, condensation).map(({ index }) => placed.order(index));
  const hasSummary = condensation.summary !== undefined;
  return dropping.isReadBack(findings?.all() ?? [], { newest, hasSummary });
}
