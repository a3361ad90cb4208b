import type { RuleOptions } from "../rules/index.ts";
import type { SizeUnit, SummaryStyle, WindowUnit } from "./option-values.ts";

/** The options of the reducer. All may be left out. */
export type ReduceOptions = GeneralOptions & RuleOptions;

/** The options that belong to no rule. */
export interface GeneralOptions {
  /** The budget of each transcript in chars. Without any budget nothing is dropped. */
  readonly maxInputChars?: number;
  /** The budget in tokens, as `countTokens` counts them. */
  readonly maxInputTokens?: number;
  /** Counts the tokens of a text. Default: a quarter of its length. */
  readonly countTokens?: (text: string) => number;
  /**
   * The window: the results of exactly this many of its newest units stay raw. A whole number, 0 for none.
   * Default: 10 turns in `compact` and the program, else 4 messages.
   */
  readonly window?: number;
  /** The name of `window` in the interface of `HistoryReducer`; give one of the two. */
  readonly preserveRecentRawTurns?: number;
  /** The unit of the window. Default: `turns` in `compact` and the program, else `messages`. */
  readonly windowUnit?: WindowUnit;
  /**
   * The window moves in steps of this many units, so that the text before it stays the same between
   * moves: of `n` units, the first `max(0, floor(n / every) * every - window)` are outside (SWE-agent's
   * polling). Default: 1. Not for windows in tokens.
   */
  readonly every?: number;
  /**
   * Whether a window in observations counts the task as the first of them, as SWE-agent counts what it
   * is given. Default: false.
   */
  readonly countTask?: boolean;
  /**
   * Chars that stay of a masked observation: as much of its head as fits, a newline, the placeholder.
   * Unset: the placeholder alone.
   */
  readonly maxObservationChars?: number;
  /** The most chars of a summary. Default: 1400. */
  readonly summaryMaxChars?: number;
  /**
   * `detailed`: a summary also has the user's requests, the files read and changed, the commands run and
   * how they ended last, and the last errors. Default: `contract`.
   */
  readonly summaryStyle?: SummaryStyle;
  /**
   * Summarizes this many of the oldest tool turns at a time, as soon as that many are outside the window,
   * whatever the budget; the rest is masked as usual (the hybrid of arXiv 2508.21433).
   */
  readonly summarizeAfter?: number;
  /**
   * The text that replaces an observation. Its fields: `{originalLength}`, `{lines}`, `{toolName}`,
   * `{callId}`, `{turn}`, `{args}` (what its call was about, 80 chars at most), `{exit}` (`ok`,
   * `exit N` or `error`), `{call}` (the tool and its argument: `bash "npm test"`), `{chars}` (the length as
   * `4,200`) and `{ref}` (12 digits of the SHA-256 of what is removed). Default: `[observation masked —
   * {originalLength} chars]`; the program's, where it has an archive: `[old tool result: {call} — {exit},
   * {chars} chars; elision show {ref}]`.
   */
  readonly placeholder?: string;

  /**
   * Whether the task survives summarization and fallback. `compact` and the program: true; else false.
   */
  readonly keepTask?: boolean;

  /**
   * Chars that masking one observation has to save: 1 or more. Where a budget is missed otherwise, those
   * that save less are masked too. `compact` and the program: 32; else 1.
   */
  readonly minGain?: number;
  /** Nothing is masked at a step unless at least so much is saved by it, in chars unless `sizeUnit` says otherwise. */
  readonly minSavings?: number;
  /** Nothing is masked before the transcript is larger than this, in chars unless `sizeUnit` says otherwise. */
  readonly trigger?: number;
  /**
   * Where the trigger is passed, the oldest are masked first, until no more than this is left: in chars unless
   * `sizeUnit` says otherwise.
   */
  readonly target?: number;
  /** The unit of these three. Default: `chars`. */
  readonly sizeUnit?: SizeUnit;
}
