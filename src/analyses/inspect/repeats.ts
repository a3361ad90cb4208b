import type { Placeholders } from "../../reduce/placeholders/placeholder.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveObservations } from "./live-messages.ts";
import type { Inspection } from "./result.ts";

/** Counts of observations without new text: placeholders, and repeated texts. */
export type Repeats = Pick<
  Inspection,
  "maskedObservations" | "maskedObservationChars" | "duplicateObservations" | "duplicateChars"
>;

/** Counts placeholders and repeated texts among the observations that reach the model. */
export function repeatsOf(transcript: Transcript, placeholders: Placeholders): Repeats {
  return countRepeats(() => liveObservations(transcript), {
    charsOf: ({ chars }: ObservationPart) => chars,
    isMasked: (part) => placeholders.isMasked(part),
    fingerprintOf: (part) => transcript.fingerprint(part),
  });
}

/**
 * Counts placeholders, and observations whose whole text is that of an earlier one. Placeholders and empty texts
 * do not count as duplicates. A text is only read if another has its length, and only its digest is kept.
 */
export function countRepeats<T>(
  observations: () => Iterable<T>,
  of: {
    charsOf(observation: T): number;
    isMasked(observation: T): boolean;
    fingerprintOf(observation: T): string;
  },
): Repeats {
  let maskedObservations = 0;
  let maskedObservationChars = 0;
  let isAnyAlike = false;
  const lengths = new Map<number, number>();
  for (const each of observations()) {
    const chars = of.charsOf(each);
    if (of.isMasked(each)) {
      maskedObservations++;
      maskedObservationChars += chars;
    } else if (chars > 0) {
      const alike = lengths.get(chars) ?? 0;
      isAnyAlike ||= alike > 0;
      lengths.set(chars, alike + 1);
    }
  }

  let duplicateObservations = 0;
  let duplicateChars = 0;
  const seen = new Set<string>();
  if (isAnyAlike)
    for (const each of observations()) {
      const chars = of.charsOf(each);
      if ((lengths.get(chars) ?? 0) < 2 || of.isMasked(each)) continue;
      const fingerprint = of.fingerprintOf(each);
      if (seen.has(fingerprint)) {
        duplicateObservations++;
        duplicateChars += chars;
      } else seen.add(fingerprint);
    }
  return { maskedObservations, maskedObservationChars, duplicateObservations, duplicateChars };
}
