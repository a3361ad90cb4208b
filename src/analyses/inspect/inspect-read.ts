import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { inspectTranscript } from "./inspect-transcript.ts";
import type { InspectedTranscript } from "./inspected.ts";
import { sideSizesOf } from "./side-sizes.ts";

/** Inspects a transcript as it was read from an input; `policy` recognises placeholders. */
export function inspectRead(
  { format, line, lineOf, transcript, placed }: ReadTranscript,
  { file, policy }: { readonly file: string; readonly policy: Policy },
): InspectedTranscript {
  const inspection = inspectTranscript(transcript, {
    file,
    lineOf,
    placeholders: placeholdersOf(transcript, policy),
    sides: sideSizesOf(placed),
  });
  return { file, line, format, ...inspection };
}

/** The policy that recognises placeholders of this template, or of the default one. */
export function inspectionPolicy(placeholder: string | undefined): Policy {
  return createPolicy(placeholder === undefined ? {} : { placeholder }, PROGRAM_DEFAULTS);
}
