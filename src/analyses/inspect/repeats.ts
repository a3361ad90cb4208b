import { digestOfUnits } from "../../base/digest.ts";
import type { Placeholders } from "../../reduce/placeholders/placeholder.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveObservations } from "./live-messages.ts";
import type { Inspection } from "./result.ts";

/** Which observations say nothing new: placeholders, and texts that were there before. */
export type Repeats = Pick<
  Inspection,
  "maskedObservations" | "maskedObservationChars" | "duplicateObservations" | "duplicateChars"
>;

/**
 * Counts placeholders, and observations whose whole text is that of an earlier one. Placeholders are
 * alike and no duplicates, nor are empty texts. A text is looked at only if another has its length, and
 * only its hash is held.
 */
export function repeatsOf(transcript: Transcript, placeholders: Placeholders): Repeats {
  let maskedObservations = 0;
  let maskedObservationChars = 0;
  const lengths = new Map<number, number>();
  for (const part of liveObservations(transcript)) {
    if (placeholders.isMasked(part)) {
      maskedObservations++;
      maskedObservationChars += part.chars;
    } else if (part.chars > 0) lengths.set(part.chars, (lengths.get(part.chars) ?? 0) + 1);
  }

  let duplicateObservations = 0;
  let duplicateChars = 0;
  const seen = new Set<string>();
  for (const part of liveObservations(transcript)) {
    if ((lengths.get(part.chars) ?? 0) < 2 || placeholders.isMasked(part)) continue;
    const digest = digestOfUnits(transcript.text(part));
    if (seen.has(digest)) {
      duplicateObservations++;
      duplicateChars += part.chars;
    } else seen.add(digest);
  }
  return { maskedObservations, maskedObservationChars, duplicateObservations, duplicateChars };
}
