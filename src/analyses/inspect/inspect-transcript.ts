import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import { savingsOf } from "../../reduce/pipeline/savings.ts";
import type { Placeholders } from "../../reduce/placeholders/placeholder.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { sizesOf } from "./kind-sizes.ts";
import { largestOf } from "./largest.ts";
import { pairingOf } from "./pairing.ts";
import { repeatsOf } from "./repeats.ts";
import type { Inspection } from "./result.ts";
import type { SideSizes } from "./side-sizes.ts";
import { toolsOf } from "./tool-sizes.ts";
import { windowsOf } from "./window-sizes.ts";

/** Facts about a transcript besides its content. */
export interface InspectionAbout {
  /** The input's name. */
  readonly file: string;
  /** The line of an observation, from 1. */
  lineOf(part: ObservationPart): number;
  readonly placeholders: Placeholders;
  readonly sides: SideSizes;
}

/** The program's default window without the rules that keep results, to estimate what masking could save. */
export const WINDOW_ALONE = createPolicy(
  { keepErrors: "none", keepExempt: false },
  PROGRAM_DEFAULTS,
);

/** The sizes of a transcript by kind, role, tool and window. Pure; reads few of the texts. */
export function inspectTranscript(transcript: Transcript, about: InspectionAbout): Inspection {
  const { turns } = transcript;
  const { byRole, ...sizes } = sizesOf(transcript);
  return {
    messages: transcript.messages.length,
    turns: turns.count,
    toolTurns: turns.toolTurnsUpTo(turns.count),
    ...sizes,
    ...pairingOf(transcript),
    ...repeatsOf(transcript, about.placeholders),
    ...about.sides,
    byRole,
    savings: savingsOf(transcript, reduceTranscript(transcript, WINDOW_ALONE).verdicts()),
    windows: windowsOf(transcript),
    tools: toolsOf(transcript),
    largest: largestOf(transcript, about),
  };
}
