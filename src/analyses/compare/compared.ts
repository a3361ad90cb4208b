import type { WindowUnit } from "../../reduce/pipeline/option-values.ts";
import type { InputSums, InspectedFile } from "../inspect/inspected.ts";
import type { Price } from "./billing/price.ts";
import type { EvidenceKept } from "./evidence/result.ts";
import type { Recommendation } from "./recommendation.ts";
import type { Comparison } from "./result.ts";
import type { ComparisonTotals } from "./sums/comparison-sum.ts";
import type { OutOfSample } from "./sums/out-of-sample.ts";

/** One transcript under every setting. Its keys are a public contract. */
export interface ComparedTranscript extends Comparison {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
  /** The misses, if requested. */
  readonly misses?: readonly ComparedMiss[];
  /** The evidence that each pass leaves, if requested. */
  readonly evidence?: readonly EvidenceKept[];
}

/** A use of a tool result, and the settings under which it was not visible by then. */
export interface ComparedMiss {
  /** The step that used it: the number of turns seen by then. */
  readonly step: number;
  /** `re-ask`: the same call was made again; `token` is its tool. */
  readonly kind: "reference" | "re-ask";
  readonly token: string;
  /** The line of the observation, from 1, and its tool. */
  readonly line: number;
  readonly tool?: string;
  /** How many turns before the step's the observation came. */
  readonly age: number;
  readonly settings: readonly string[];
}

/** One compared input. */
export type ComparedFile = InspectedFile;

/** A setting, as it is named in outcomes. */
export interface ComparedSetting {
  readonly name: string;
  readonly window: number;
  readonly windowUnit: WindowUnit;
  readonly every: number;
  /** The size above which it shortens new results. */
  readonly firstSight?: number;
  readonly preset?: string;
}

/** The sums over all inputs of a run. */
export interface ComparedTotals extends ComparisonTotals, InputSums {
  readonly settings: readonly ComparedSetting[];
  /** The price at which most transcripts were billed. */
  readonly price: Price;
  /** Models whose price is not known: their transcripts were billed at the default price. */
  readonly unpriced: readonly string[];
  readonly minRecall: number;
  /** Sessions a month, for monthly costs; absent if not requested. */
  readonly sessionsPerMonth?: number;
  readonly recommendation: Recommendation;
  /**
   * The recommendation on each half of the transcripts, measured on the other half; absent if there are too few.
   */
  readonly outOfSample?: OutOfSample;
}

/** The prompts of the transcript with most tokens, for charts. */
export interface ComparedPrompts {
  readonly file: string;
  readonly line: number;
  /** The step of each request. */
  readonly steps: readonly number[];
  /** Left alone first, then by setting: the tokens of every prompt. */
  readonly series: readonly { readonly setting: string; readonly sizes: readonly number[] }[];
}
