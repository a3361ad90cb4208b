import type { Rates } from "./price.ts";

/** Tokens that are billed: of one request, or of many at the same rates. */
export interface BilledTokens {
  /** All of the prompts. */
  readonly prompt: number;
  /** The part of it read from the prompt cache; the rest is written to it. */
  readonly read: number;
  /** Reasoning that is written again, as output. */
  readonly again: number;
}

/** The cost of a session, in US dollars: its input, and the reasoning that has to be written again. */
export interface Bill {
  /** With a prompt cache: the common prefix with the previous prompt is read from it, the rest written. */
  readonly cached: number;
  /** Every prompt at the full price of input. */
  readonly uncached: number;
}

/** The cost of tokens in US dollars, with a prompt cache and without. */
export function tokenCost({ prompt, read, again }: BilledTokens, rates: Rates): Bill {
  const output = (rates.output ?? 0) * again;
  return {
    cached: (rates.read * read + rates.write * (prompt - read) + output) / MILLION,
    uncached: (rates.input * prompt + output) / MILLION,
  };
}

/** Adds tokens to a sum. */
export function addTokens(
  sums: { -readonly [K in keyof BilledTokens]: number },
  more: BilledTokens,
): void {
  sums.prompt += more.prompt;
  sums.read += more.read;
  sums.again += more.again;
}

/** The ratio of two costs; 1 if there is nothing to compare. */
export function costRatio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

const MILLION = 1e6;
