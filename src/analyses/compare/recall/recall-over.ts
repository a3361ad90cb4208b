import type { Interval } from "../interval.ts";
import { resampledInterval, type TrialsByTranscript } from "../resampled-interval.ts";
import { type Recall, recallInterval } from "./recall.ts";

/** Transcripts below which those drawn again say little of how far others may lie. */
export const FEW_TRANSCRIPTS = 10;

/**
 * The 95 % interval of the recall over several transcripts: that of transcripts drawn again and Wilson's over uses
 * together, so that neither few transcripts nor few uses make it look narrow.
 */
export function intervalOver(recall: Recall, byTranscript: TrialsByTranscript): Interval {
  const ofUses = recallInterval(recall);
  const ofTranscripts = resampledInterval(byTranscript) ?? ofUses;
  return {
    low: Math.min(ofUses.low, ofTranscripts.low),
    high: Math.max(ofUses.high, ofTranscripts.high),
  };
}
