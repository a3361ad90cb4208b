import type { Interval } from "../sums/interval.ts";
import { type Recall, recallInterval } from "./recall.ts";

/** The least number of transcripts for a useful bootstrap. */
export const FEW_TRANSCRIPTS = 10;

/**
 * The 95 % interval of the recall over several transcripts: the bootstrap over transcripts, if there are enough,
 * widened to Wilson's over uses, so that neither few transcripts nor few uses make it too narrow.
 */
export function intervalOver(recall: Recall, resampled: Interval | undefined): Interval {
  const ofUses = recallInterval(recall);
  const { low, high } = resampled ?? ofUses;
  return { low: Math.min(ofUses.low, low), high: Math.max(ofUses.high, high) };
}
