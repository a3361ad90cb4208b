/**
 * What a window counts: turns with a call, observations, messages that are not system's, all messages
 * (`events`, as OpenHands counts), or tokens of observations (as opencode and Gemini CLI do).
 */
export type WindowUnit = "turns" | "observations" | "messages" | "events" | "tokens";

export const WINDOW_UNITS: readonly WindowUnit[] = [
  "turns",
  "observations",
  "messages",
  "events",
  "tokens",
];

/** Which errors stay raw: none, all, the newest of them, or of each an excerpt of its end. */
export type KeepErrors = "none" | "all" | { readonly last: number } | { readonly excerpt: number };

/**
 * By what an error is known: that its format marks it, and beside that forms that stand at the start of
 * a line (`anchored`), or words wherever they stand (`words`: seed 3, section 6), which takes more for
 * errors.
 */
export type ErrorSigns = "marked" | "anchored" | "words";

export const ERROR_SIGNS: readonly ErrorSigns[] = ["marked", "anchored", "words"];

/** What trigger, target and minimum savings are counted in. */
export type SizeUnit = "chars" | "tokens";

export const SIZE_UNITS: readonly SizeUnit[] = ["chars", "tokens"];

/**
 * When a rewritten step is accepted: if it saves more than 500 tokens (AgentDiet as published), or 400,
 * or a fifth of the step (its authors' program).
 */
export type ReflectGate = "published" | "artifact";

export const REFLECT_GATES: readonly ReflectGate[] = ["published", "artifact"];

/** What a summary without a model says: the seeds' contract, or more of what was done. */
export type SummaryStyle = "contract" | "detailed";

export const SUMMARY_STYLES: readonly SummaryStyle[] = ["contract", "detailed"];

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
  /**
   * The window moves on by so many units at once, so that what stands before it stays the same between
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
   * Whether what is outside the window is masked; false goes straight to summarization, but for the
   * passes that are named. Default: true.
   */
  readonly observationMasking?: boolean;
  /**
   * Chars that stay of a masked observation: as much of its head as fits, a newline, the placeholder.
   * Unset: the placeholder alone (seed 2, R3.3 and R3.4).
   */
  readonly maxObservationChars?: number;
  /** The most chars of a summary. Default: 1400 (seed 1). */
  readonly summaryMaxChars?: number;
  /**
   * `detailed`: a summary also has the user's requests, the files read and changed, the commands run and
   * how they ended last, and the last errors. Default: `contract`.
   */
  readonly summaryStyle?: SummaryStyle;
  /**
   * Summarizes the oldest tool turns, so many at a time, as soon as so many are outside the window,
   * whatever the budget; what is left is masked as ever (the hybrid of arXiv 2508.21433).
   */
  readonly summarizeAfter?: number;
  /**
   * The text that stands for an observation. Its fields: `{originalLength}`, `{lines}`, `{toolName}`,
   * `{callId}`, `{turn}`, `{args}` (what its call was about, 80 chars at most), `{exit}` (`ok`,
   * `exit N` or `error`) and `{ref}` (12 digits of the SHA-256 of what is removed). Default: `[observation masked — {originalLength} chars]`.
   */
  readonly placeholder?: string;

  /** Errors that stay raw. `compact` and the program: `all`; else `none`. */
  readonly keepErrors?: KeepErrors;
  /** Default: `anchored`. */
  readonly errorSigns?: ErrorSigns;
  /** So many of the newest observations of each tool outside the window stay raw. Default: 0. */
  readonly keepLastPerTool?: number;
  /** Observations of tools with such a name stay raw: globs. */
  readonly keepTools?: readonly string[];
  /** Only observations of tools with such a name may be masked: globs. */
  readonly onlyTools?: readonly string[];
  /** Observations whose call names such a path in its arguments stay raw: globs. */
  readonly keepPaths?: readonly string[];
  /** The first observations stay raw, so many. Default: 0. */
  readonly keepFirst?: number;
  /**
   * Whether observations of skill, memory, todo, plan and ask-user tools stay raw. `compact` and the
   * program: true; else false.
   */
  readonly keepExempt?: boolean;
  /** Whether observations that answer no call stay raw. Default: false. */
  readonly keepOrphans?: boolean;
  /**
   * Whether the task survives summarization and fallback. `compact` and the program: true; else false.
   */
  readonly keepTask?: boolean;

  /**
   * Whether observations whose whole text comes again later, from the same tool, give way to a note of
   * where. Default: false.
   */
  readonly dedupe?: boolean;
  /**
   * Whether reads of files give way to a note where all their lines were read again later, or the file
   * was edited since; the latest read of an edited file stays inside the window. Default: false. With a
   * provider's prompt cache that is warm this costs more than it saves: the middle of the prompt changes.
   */
  readonly staleReads?: boolean;
  /**
   * Whether failed runs of a test or build command give way to their error lines once the same command
   * is run again. Default: false.
   */
  readonly collapseFailures?: boolean;
  /**
   * Observations larger than this become an excerpt of at most so many chars, also inside the window:
   * head, error lines, tail, and what is left out between. 200 or more. Default: none.
   */
  readonly clamp?: number;
  /**
   * All images but the newest, so many, become a note with type, pixels and bytes: `compact` and the
   * program only. Default: none do.
   */
  readonly keepImages?: number;
  /**
   * The reasoning of all turns but the newest, so many, is taken out where the format allows it, whole
   * blocks at a time: `compact` and the program only. Default: none is.
   */
  readonly keepThinking?: number;
  /**
   * Strings longer than this in the arguments of calls that are outside the window are shortened to it,
   * but for paths, commands, patterns, queries, addresses and ids: `compact` and the program only. 60 or
   * more. Default: none are.
   */
  readonly shrinkInputs?: number;
  /** Tools that read and that edit a file, beside those that are known: globs of their names. */
  readonly readTools?: readonly string[];
  readonly editTools?: readonly string[];

  /**
   * Whether of observations of 2000 chars or more only the lines stay that stand neither in their calls
   * nor in the 64 KB after them, where these are a fifth or less. Default: false.
   */
  readonly redundant?: boolean;
  /**
   * Whether a model rewrites old steps (AgentDiet): nothing without one. Default: false.
   */
  readonly reflect?: boolean;
  /** Default: `published`. */
  readonly reflectGate?: ReflectGate;

  /** Nothing is masked at a step unless at least so much is saved by it. */
  readonly minSavings?: number;
  /** Nothing is masked before the transcript is larger than this. */
  readonly trigger?: number;
  /** Where the trigger is passed, the oldest are masked first, until no more than this is left. */
  readonly target?: number;
  /** What these three are counted in. Default: `chars`. */
  readonly sizeUnit?: SizeUnit;
}
