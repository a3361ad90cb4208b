import type { Format } from "../../../formats/format.ts";
import type { ReasoningOutcome } from "../../../reduce/binding/reasoning-outcome.ts";
import type { ByRule } from "../../../reduce/pipeline/reasons.ts";
import { savingsFrom } from "../../../reduce/pipeline/savings.ts";
import { CHARS_PER_TOKEN } from "../../../transcript/model/size.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import { isOnTarget } from "./plain-budget.ts";

/** Counts of the masking of a conversation. */
export interface Masked {
  /** The number of masked results, and the chars saved. */
  readonly count: number;
  readonly chars: number;
  /** Placeholders after masking, old and new. */
  readonly remaining: number;
  /** In the order of reports. */
  readonly byRule: ByRule;
  /** Chars of all results that reach the model, and its tool turns with a masked result. */
  readonly resultChars: number;
  readonly maskedTurns: number;
  /** The index of the first masked result, among all results. */
  readonly first?: number | undefined;
  /** The number of masked results that no longer reach the model, and the chars saved. */
  readonly dead?: { readonly count: number; readonly chars: number };
  /** Bytes of the side copies of masked results. */
  readonly sideBytes?: number;
  /** Set if masking does not meet the budget. */
  readonly condensed?: Condensed | undefined;
}

/** The outcome of dropping messages of a conversation. */
export interface Condensed {
  readonly afterChars: number;
  /** The number of dropped messages. */
  readonly dropped: number;
  /** The chars that are saved in results, dropped ones included. */
  readonly savedInResults: number;
  readonly stage: "summarization" | "fallback";
  readonly fits: boolean;
}

/** The telemetry of a conversation under a plain policy; `line` is its first. */
export function plainTelemetry(
  { file, savings, policy }: Pick<Job, "file" | "savings" | "policy">,
  about: {
    readonly format: Pick<Format, "name">;
    readonly line: number;
    readonly messages: number;
    readonly chars: number;
    /** Tool turns that reach the model. */
    readonly toolTurns: number;
    /** Chars that no longer reach the model. */
    readonly deadChars?: number;
    /** The bound reasoning that masking makes invalid. */
    readonly reasoning?: ReasoningOutcome | undefined;
  },
  masked: Masked,
): TranscriptTelemetry {
  const { count, chars, remaining, byRule, dead = { count: 0, chars: 0 }, sideBytes = 0 } = masked;
  const { condensed } = masked;
  const dropped = condensed?.dropped ?? 0;
  const afterChars = condensed?.afterChars ?? about.chars - chars;
  const { deadChars = 0, reasoning } = about;
  return {
    file,
    line: about.line,
    format: about.format.name,
    messages: about.messages,
    beforeChars: about.chars,
    afterChars,
    savedChars: about.chars - afterChars,
    ...(policy.counter !== undefined && {
      beforeTokens: tokensIn(about.chars),
      afterTokens: tokensIn(afterChars),
    }),
    maskedCount: count,
    maskedChars: chars,
    maskedRemaining: remaining,
    droppedCount: dropped,
    ...(count + dead.count + dropped > 0 && { reductionStage: condensed?.stage ?? "masking" }),
    invariantStatus: condensed?.stage === "fallback" ? "fallback" : "ok",
    fits: condensed?.fits ?? true,
    targetMet: isOnTarget(policy, about.chars, chars),
    byRule,
    ...(deadChars > 0 && {
      deadChars,
      deadMaskedCount: dead.count,
      deadMaskedChars: dead.chars,
    }),
    ...(reasoning !== undefined && { reasoning }),
    ...(sideBytes > 0 && { sideCopyBytes: sideBytes }),
    ...(savings && {
      savings: savingsFrom({
        ...{ chars: masked.resultChars, saved: condensed?.savedInResults ?? chars },
        ...{ maskedTurns: masked.maskedTurns, toolTurns: about.toolTurns },
      }),
    }),
  };
}

/** The tokens of a transcript by the only counter that a plain policy has: see `isPlainPolicy`. */
function tokensIn(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}
