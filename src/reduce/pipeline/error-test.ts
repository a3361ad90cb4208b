import { holdsErrorWords } from "../../transcript/model/error-words.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { noteIn } from "../first-sight/first-sight-note.ts";
import { excerptKind } from "../placeholders/pass-notes.ts";
import type { Policy } from "./checked-policy.ts";

/**
 * Whether an observation is an error: its format or its reader says so, or the words that it holds, or
 * the excerpt that was made of it.
 */
export function errorTest(
  transcript: Transcript,
  { rules: { errors, clamp, "first-sight": firstSight } }: Pick<Policy, "rules">,
): (observation: ObservationPart) => boolean {
  const isMarked = ({ isError }: ObservationPart) => isError;
  const isKnown =
    errors.signs !== "words"
      ? isMarked
      : (part: ObservationPart) => part.isError || holdsErrorWords(transcript.text(part));
  if (clamp === undefined && firstSight === undefined) return isKnown;
  const isExcerpt = (part: ObservationPart) =>
    clamp !== undefined &&
    textCharsOf(part) <= clamp &&
    excerptKind(transcript.text(part)) === "error";
  const isShortened = (part: ObservationPart) =>
    firstSight !== undefined && noteIn(transcript, part)?.isError === true;
  return (part) => isKnown(part) || isExcerpt(part) || isShortened(part);
}
