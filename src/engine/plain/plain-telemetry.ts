import type { Format } from "../../formats/format.ts";
import type { ReasoningOutcome } from "../../reduce/binding/reasoning-outcome.ts";
import { inOrder, type ReasonSums } from "../../reduce/pipeline/reasons.ts";
import { savingsFrom } from "../../reduce/pipeline/savings.ts";
import type { TranscriptTelemetry } from "../edits/compaction-result.ts";
import type { Job } from "../edits/job.ts";

/** Counts of what was done with the results of a conversation. */
export interface Masked {
  /** Results masked, and the chars that saved. */
  readonly count: number;
  readonly chars: number;
  /** Placeholders that there are now. */
  readonly remaining: number;
  readonly counts: ReasonSums;
  /** Chars of all results that reach the model, and its tool turns with one that is masked. */
  readonly resultChars: number;
  readonly maskedTurns: number;
  /** The place of the first that is masked, of all results. */
  readonly first?: number | undefined;
  /** The same of results that no longer reach the model. */
  readonly dead?: { readonly count: number; readonly chars: number };
}

/** The account of a conversation under a plain policy; `line` is its first. */
export function plainTelemetry(
  { file, savings }: Pick<Job, "file" | "savings">,
  about: {
    readonly format: Pick<Format, "name">;
    readonly line: number;
    readonly messages: number;
    readonly chars: number;
    /** Tool turns that reach the model. */
    readonly toolTurns: number;
    /** Chars that no longer reach the model, and bytes of side copies of what is masked. */
    readonly deadChars?: number;
    readonly sideBytes?: number;
    /** The bound reasoning that masking makes invalid. */
    readonly reasoning?: ReasoningOutcome | undefined;
  },
  masked: Masked,
): TranscriptTelemetry {
  const { count, chars, remaining, counts, dead = { count: 0, chars: 0 } } = masked;
  const { deadChars = 0, sideBytes = 0, reasoning } = about;
  return {
    file,
    line: about.line,
    format: about.format.name,
    messages: about.messages,
    beforeChars: about.chars,
    afterChars: about.chars - chars,
    savedChars: chars,
    maskedCount: count,
    maskedChars: chars,
    maskedRemaining: remaining,
    droppedCount: 0,
    ...(count + dead.count > 0 && { reductionStage: "masking" }),
    invariantStatus: "ok",
    fits: true,
    targetMet: true,
    byRule: inOrder(counts),
    ...(deadChars > 0 && {
      deadChars,
      deadMaskedCount: dead.count,
      deadMaskedChars: dead.chars,
    }),
    ...(reasoning !== undefined && { reasoning }),
    ...(sideBytes > 0 && { sideCopyBytes: sideBytes }),
    ...(savings && {
      savings: savingsFrom({
        ...{ chars: masked.resultChars, saved: chars },
        ...{ maskedTurns: masked.maskedTurns, toolTurns: about.toolTurns },
      }),
    }),
  };
}
