import type { Layout } from "../../formats/format.ts";
import type { ReasoningOutcome } from "../../reduce/binding/reasoning-outcome.ts";
import type { ByRule, ReasonName } from "../../reduce/pipeline/reasons.ts";
import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import type { Savings } from "../../reduce/pipeline/savings.ts";
import type { Tally } from "../input/reading.ts";

/** The counts of rows as the kernel gives them, which are few bytes to send to another thread. */
export interface RowCounts {
  /** The name of their format. */
  readonly format: string;
  /** The line of the first one, from 1. */
  readonly line: number;
  readonly count: number;
  /** For each row `ROW_STRIDE` integers: see `ROW`. */
  readonly numbers: Int32Array;
}

/** The telemetry of one transcript. Its keys are a public contract: see docs/report.md. */
export interface TranscriptTelemetry {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
  readonly messages: number;
  readonly beforeChars: number;
  readonly afterChars: number;
  readonly savedChars: number;
  /** Only with a budget in tokens; the estimator's name is in the totals. */
  readonly beforeTokens?: number;
  readonly afterTokens?: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly maskedRemaining: number;
  readonly droppedCount: number;
  /** Absent when nothing was reduced. */
  readonly reductionStage?: ReductionStage;
  readonly invariantStatus: "ok" | "fallback";
  readonly fits: boolean;
  /** Whether `--target` is met; true if it is not set, or the trigger is not reached. */
  readonly targetMet: boolean;
  /** Only if the result does not fit and nothing can be dropped: the reason, in words. */
  readonly undroppable?: string;
  /**
   * Only if a model was, or would be, asked: how often, how many of its replies were used, and why others were
   * not.
   */
  readonly modelAsked?: number;
  readonly modelAccepted?: number;
  readonly modelRefused?: string;
  /**
   * How many observations each rule masked and kept, with the chars that masking removed and those that stay;
   * zeros are left out. Includes all observations, dead ones too.
   */
  readonly byRule: ByRule;
  /** Only if a pass found parts that the format does not let it edit: their number, by pass. */
  readonly untouched?: Partial<Record<ReasonName, number>>;
  /**
   * Only if there is text that no longer reaches the model (rewound branches, messages before a compaction): its
   * chars, and the masked part. It does not count in the fields above.
   */
  readonly deadChars?: number;
  readonly deadMaskedCount?: number;
  readonly deadMaskedChars?: number;
  /** Only if masked observations have copies that the model does not see: their bytes. */
  readonly sideCopyBytes?: number;
  /** Only if edits would make bound reasoning invalid: how it was treated. */
  readonly reasoning?: ReasoningOutcome;
  /** Only in a dry run: what masking saves, in turns and estimated tokens. */
  readonly savings?: Savings;
  /** Only if requested: the decision for every observation, in conversation order. */
  readonly observations?: readonly ObservationTelemetry[];
}

/**
 * The decision for one observation and its reason, or for another part that a pass edits. Its keys are a public
 * contract: see docs/report.md.
 */
export interface ObservationTelemetry {
  /** Its line in the input, from 1. */
  readonly line: number;
  /** Only where it is no observation: what it is. */
  readonly kind?: "call" | "image" | "reasoning" | "text";
  /** The tool that it came from; absent where that is not known. */
  readonly tool?: string;
  /** The main argument of the call, clipped: a command, a path; absent if there is none. */
  readonly argument?: string;
  readonly chars: number;
  /** Its size afterwards: 0 if its message was dropped. */
  readonly afterChars: number;
  readonly isMasked: boolean;
  /** Only if its message was dropped, which no rule does. */
  readonly isDropped?: true;
  /** The rule that masked or kept it, or another reason. */
  readonly by: ReasonName;
  /** The step from which it is masked: the number of turns that the agent had seen. */
  readonly from?: number;
}

/** The telemetry of one input. */
export interface FileTelemetry extends Omit<Tally, "bytes"> {
  readonly file: string;
  readonly layout: Layout;
  /** Whether a single byte of the output differs from the input. */
  readonly isChanged: boolean;
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly transcripts: number;
}
