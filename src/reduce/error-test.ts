import { holdsErrorWords } from "../transcript/error-words.ts";
import { type ObservationPart, textCharsOf } from "../transcript/message.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { excerptKind } from "./notes.ts";
import type { Policy } from "./policy.ts";

/**
 * Whether an observation is an error: its format or its reader says so, or the words that it holds, or
 * the excerpt that was made of it.
 */
export function errorTest(
  transcript: Transcript,
  { guards, passes: { clamp } }: Pick<Policy, "guards" | "passes">,
): (observation: ObservationPart) => boolean {
  const isMarked = ({ isError }: ObservationPart) => isError;
  const isKnown =
    guards.errorSigns !== "words"
      ? isMarked
      : (part: ObservationPart) => part.isError || holdsErrorWords(transcript.text(part));
  if (clamp === undefined) return isKnown;
  const isExcerpt = (part: ObservationPart) =>
    textCharsOf(part) <= clamp && excerptKind(transcript.text(part)) === "error";
  return (part) => isKnown(part) || isExcerpt(part);
}
