import type { TokenCounter } from "../../transcript/model/size.ts";
import type { ReasoningSetting } from "../binding/reasoning-setting.ts";
import type { OtherTools } from "../files/file-use.ts";
import type { Template } from "../placeholders/template.ts";
import type { ErrorSigns, KeepErrors, SummaryStyle, WindowUnit } from "./option-values.ts";

/** The settings of a reduction, complete and checked. */
export interface Policy {
  readonly window: WindowPolicy;
  readonly maxInputChars: number | undefined;
  readonly maxInputTokens: number | undefined;
  /** Set if tokens are counted: with a budget in tokens, or a given counter. */
  readonly counter: TokenCounter | undefined;
  readonly maxObservationChars: number | undefined;
  readonly summaryMaxChars: number;
  readonly summaryStyle: SummaryStyle;
  /** Tool turns to summarize at a time; undefined: summarize only to meet a budget. */
  readonly summarizeAfter: number | undefined;
  readonly placeholder: Template;
  /** Whether placeholders carry references into an archive. */
  readonly refs: boolean;
  /** Whether the task survives summarization and fallback. */
  readonly keepTask: boolean;
  /** The setting of each rule, by its name. */
  readonly rules: SharedSettings;
  /** Chars that masking an observation has to save, 1 or more. */
  readonly minGain: number;
  /** Undefined: what the rules name is masked at once. */
  readonly pressure: Pressure | undefined;
}

/** The size of the window, and how it moves. */
export interface WindowPolicy {
  readonly size: number;
  readonly unit: WindowUnit;
  /** The window moves in steps of this many units. Default: 1. */
  readonly every?: number;
  /** Whether the task is the first of the observations that a window counts. */
  readonly countTask?: boolean;
  /** Counts for a window in tokens; a quarter of the chars unless said otherwise. */
  readonly counter?: TokenCounter | undefined;
}

/**
 * The settings of rules that other code needs, by the names of the rules; undefined for a rule that is off. The
 * registry has the settings of every rule.
 */
export type SharedSettings = {
  readonly window: true | undefined;
  readonly "stale-reads": OtherTools | undefined;
  readonly redundant: true | undefined;
  readonly "collapse-failures": true | undefined;
  readonly clamp: number | undefined;
  readonly "first-sight": number | undefined;
  readonly "keep-images": number | undefined;
  readonly "bound-reasoning": ReasoningSetting | undefined;
  readonly errors: ErrorsSetting;
  readonly "last-per-tool": number | undefined;
  readonly "keep-tool": TextTest | undefined;
  readonly "only-tool": TextTest | undefined;
  readonly exempt: true | undefined;
  readonly path: TextTest | undefined;
  readonly ref: TextTest | undefined;
  readonly first: number | undefined;
  readonly "keep-dead": true | undefined;
  readonly larger: number | undefined;
  readonly orphan: true | undefined;
};

/** Which observations are errors, and which of them stay raw. */
export interface ErrorsSetting {
  readonly kept: KeepErrors;
  readonly signs: ErrorSigns;
}

/** A test for names of tools, paths or references. */
export type TextTest = (text: string) => boolean;

/** When masking is worth it: sizes in the counter's tokens, or in chars without one. */
export interface Pressure {
  readonly counter: TokenCounter | undefined;
  readonly minSavings: number;
  readonly trigger: number;
  /** Undefined: masks all that the rules name. */
  readonly target: number | undefined;
}

/** Defaults that differ between the library's reducer and the program. */
export interface PolicyDefaults {
  readonly windowSize: number;
  readonly windowUnit: WindowUnit;
  readonly keepTask: boolean;
  readonly keepErrors: KeepErrors;
  readonly keepExempt: boolean;
  readonly minGain: number;
  readonly summaryStyle: SummaryStyle;
  /** How bound reasoning is treated in sessions that are resumed from the output. */
  readonly whenResumed?: ReasoningSetting["whenResumed"];
}
