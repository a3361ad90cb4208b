import type { Comparison } from "../../compare/comparison.ts";
import type { Price } from "../../compare/price.ts";
import type { Recommendation } from "../../compare/recommend.ts";
import type { ComparisonTotals } from "../../compare/sum.ts";
import type { WindowUnit } from "../../reduce/options.ts";
import type { InspectedFile } from "../inspection/inspected.ts";
import type { Reporter } from "../reporter.ts";

/** One transcript under every setting. Its keys are a public contract. */
export interface ComparedTranscript extends Comparison {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
  /** What would have been missed, where that was asked for. */
  readonly misses?: readonly ComparedMiss[];
}

/** Something that a later turn drew on, and the settings under which it was not visible by then. */
export interface ComparedMiss {
  /** The step that drew on it: the agent had seen so many turns. */
  readonly step: number;
  /** `re-ask`: the same call was made again; its tool stands for the token. */
  readonly kind: "reference" | "re-ask";
  readonly token: string;
  /** The line that the observation stands on, from 1, and its tool. */
  readonly line: number;
  readonly tool?: string;
  /** How many turns before the step's the observation came. */
  readonly age: number;
  readonly settings: readonly string[];
}

/** What was compared in one input. */
export type ComparedFile = InspectedFile;

/** A setting, as it is named in outcomes. */
export interface ComparedSetting {
  readonly name: string;
  readonly window: number;
  readonly windowUnit: WindowUnit;
  readonly every: number;
  readonly preset?: string;
}

/** The sums over all inputs of a run. */
export interface ComparedTotals extends ComparisonTotals {
  readonly settings: readonly ComparedSetting[];
  readonly price: Price;
  readonly minRecall: number;
  readonly recommendation: Recommendation;
  readonly inputs: number;
  /** Inputs that could not be read to their end: none of their transcripts is in the sums. */
  readonly failedInputs: number;
  /** Files found in folders that hold no transcript of a known format. */
  readonly skippedFiles: number;
  readonly bytes: number;
  readonly otherRecords: number;
  readonly badLines: number;
  readonly invalidUtf8Records: number;
  /** How many transcripts there are of each format. */
  readonly formats: Readonly<Record<string, number>>;
}

/** The prompts of the transcript that had most tokens in them: what charts draw. */
export interface ComparedPrompts {
  readonly file: string;
  readonly line: number;
  /** The step of each request. */
  readonly steps: readonly number[];
  /** Left alone first, then by setting: the tokens of every prompt. */
  readonly series: readonly { readonly setting: string; readonly sizes: readonly number[] }[];
}

/** A reporter of comparisons; the prompts come with the totals. */
export interface ComparisonReporter
  extends Omit<Reporter<ComparedTranscript, ComparedFile, ComparedTotals>, "finish"> {
  finish(totals: ComparedTotals, prompts: ComparedPrompts | undefined): Promise<void>;
}
