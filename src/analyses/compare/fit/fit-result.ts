/** The fit of a simulated session, left alone, to its provider's token counts. Its keys are a public contract. */
export interface UsageFit {
  /** Turns with recorded counts, and the share of them in which prompt and cache reads were within 5%. */
  readonly turns: number;
  readonly within5Percent: number;
  /** Tokens of all these turns. */
  readonly recorded: CountedTokens;
  readonly simulated: CountedTokens;
  /** Where counted and simulated tokens differ, with the reason if known. */
  readonly deviations: readonly FitDeviation[];
  /** Every turn, if requested. */
  readonly all?: readonly FittedTurn[];
}

/** Tokens of prompts; those read from the cache are absent if there were none. */
export interface CountedTokens {
  readonly prompt: number;
  readonly read?: number;
}

/** A turn with recorded counts. */
export interface FittedTurn {
  readonly step: number;
  readonly recorded: CountedTokens;
  readonly simulated: CountedTokens;
  readonly within: boolean;
}

/** A difference between a request's tokens as counted by the provider and as simulated. */
export interface FitDeviation {
  readonly step: number;
  /**
   * - `unseen`: the prompt grew by tokens that the input does not show.
   * - `unsent`: the input shows tokens that were not sent, or no longer.
   * - `size`: the prompt had more tokens than simulated, or fewer.
   * - `expired`: the cache had been idle for longer than its provider keeps it.
   * - `model`: another model was asked than before.
   * - `cold`, `warm`: the cache had fewer tokens than simulated, or more; no reason is on record.
   * - `hidden`: the reply before was larger than it shows, by its count.
   * - `dropped`: the reasoning of the turns before was dropped, and what follows it is written again.
   * - `unwritten`: the end of the prompt before had not been written to the cache.
   */
  readonly kind:
    | "unseen"
    | "unsent"
    | "size"
    | "expired"
    | "model"
    | "cold"
    | "warm"
    | "hidden"
    | "dropped"
    | "unwritten";
  readonly tokens: number;
  /** Since the request before, for `expired`. */
  readonly seconds?: number;
  /** For `model`: the model that was used. */
  readonly model?: string;
}
