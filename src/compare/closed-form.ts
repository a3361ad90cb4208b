import { type Price, writeFactor } from "./price.ts";

/** A session whose turns are all alike, in tokens (science 4.2). */
export interface UniformSession {
  /** Before the first turn: system prompt, tools, task. */
  readonly start: number;
  /** What the model writes in a turn: its reasoning and its calls. */
  readonly action: number;
  readonly observation: number;
  readonly placeholder: number;
}

/**
 * By how many turns at once a window is best moved on: `P* = sqrt(2 K (M - 1)(a + o) / (o - p))`
 * (science 4.2). Flat around the best, so a whole number near it does as well.
 */
export function bestPeriod(
  { action, observation, placeholder }: UniformSession,
  price: Pick<Price, "write" | "read" | "input"> & { readonly window: number },
): number {
  const perTurn = (action + observation) / (observation - placeholder);
  return Math.sqrt(2 * writeFactor(price) * (price.window - 1) * perTurn);
}
