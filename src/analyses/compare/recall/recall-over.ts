import type { Interval } from "../interval.ts";
import { type Recall, recallInterval } from "./recall.ts";

/** Transcripts below which those drawn again say little of how far others may lie. */
export const FEW_TRANSCRIPTS = 10;

/**
 * The 95 % interval of the recall over several transcripts: that of transcripts drawn again, where there are enough
 * of them, and Wilson's over uses together, so that neither few transcripts nor few uses make it look narrow.
 */
export function intervalOver(recall: Recall, resampled: Interval | undefined): Interval {
  const ofUses = recallInterval(recall);
  const { low, high } = resampled ?? ofUses;
  return { low: Math.min(ofUses.low, low), high: Math.max(ofUses.high, high) };
}
