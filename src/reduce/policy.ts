import { badOption } from "../errors.ts";
import { chars4, type TokenCounter } from "../transcript/size.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate, type Template } from "./template.ts";

/** What a window counts: turns with a call, observations, or messages that are not system's. */
export type WindowUnit = "turns" | "observations" | "messages";

export const WINDOW_UNITS: readonly WindowUnit[] = ["turns", "observations", "messages"];

/** The options of the reducer, by the names that seeds 1 and 2 give them. All may be left out. */
export interface ReduceOptions {
  /** The budget of each transcript in chars. Without any budget nothing is dropped. */
  readonly maxInputChars?: number;
  /** The budget in tokens, as `countTokens` counts them. */
  readonly maxInputTokens?: number;
  /** Counts the tokens of a text. Default: a quarter of its length. */
  readonly countTokens?: (text: string) => number;
  /** The window: exactly this many of its units stay raw. A whole number, 0 for none. */
  readonly preserveRecentRawTurns?: number;
  readonly windowUnit?: WindowUnit;
  /** Whether the masking stage runs; false goes straight to summarization. Default: true. */
  readonly observationMasking?: boolean;
  /**
   * Chars that stay of a masked observation: as much of its head as fits, a newline, the placeholder.
   * Unset: the placeholder alone (seed 2, R3.3 and R3.4).
   */
  readonly maxObservationChars?: number;
  /** The most chars of a summary. Default: 1400 (seed 1). */
  readonly summaryMaxChars?: number;
  /** The text that stands for an observation. Default: `[observation masked — {originalLength} chars]`. */
  readonly placeholder?: string;
}

/** Everything that decides what is reduced, complete and checked. */
export interface Policy {
  readonly window: { readonly size: number; readonly unit: WindowUnit };
  readonly masking: boolean;
  readonly maxInputChars: number | undefined;
  readonly maxInputTokens: number | undefined;
  /** Set where tokens are to be counted: with a budget in tokens, or a counter given. */
  readonly counter: TokenCounter | undefined;
  readonly maxObservationChars: number | undefined;
  readonly summaryMaxChars: number;
  readonly placeholder: Template;
  /** Whether the task survives summarization and fallback; not so in the seeds. */
  readonly keepTask: boolean;
}

/** A policy from options; throws a `bad-option` error that names the option and the value seen. */
export function createPolicy(
  options: ReduceOptions & { readonly counter?: TokenCounter },
  defaults: {
    readonly windowSize: number;
    readonly windowUnit: WindowUnit;
    readonly keepTask: boolean;
  },
): Policy {
  const unit = options.windowUnit ?? defaults.windowUnit;
  if (!WINDOW_UNITS.includes(unit))
    throw badOption("windowUnit", `one of ${WINDOW_UNITS.join(", ")}`, unit);
  return {
    window: {
      size: whole("preserveRecentRawTurns", options.preserveRecentRawTurns) ?? defaults.windowSize,
      unit,
    },
    masking: options.observationMasking ?? true,
    maxInputChars: whole("maxInputChars", options.maxInputChars),
    maxInputTokens: whole("maxInputTokens", options.maxInputTokens),
    counter: counterOf(options),
    maxObservationChars: whole("maxObservationChars", options.maxObservationChars),
    summaryMaxChars: whole("summaryMaxChars", options.summaryMaxChars) ?? 1400,
    placeholder: parseTemplate(options.placeholder ?? DEFAULT_PLACEHOLDER),
    keepTask: defaults.keepTask,
  };
}

/** The counter that was asked for, or the default one where there is a budget in tokens. */
function counterOf({
  counter,
  countTokens,
  maxInputTokens,
}: ReduceOptions & { readonly counter?: TokenCounter }): TokenCounter | undefined {
  if (counter !== undefined) return counter;
  if (countTokens !== undefined) return { name: "countTokens", count: countTokens };
  return maxInputTokens === undefined ? undefined : chars4;
}

function whole(name: keyof ReduceOptions, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < 0)
    throw badOption(name, "a whole number, 0 or more", value);
  return value;
}
