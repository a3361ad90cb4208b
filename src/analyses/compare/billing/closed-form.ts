import { type Price, writeFactor } from "./price.ts";

/** A session of equal turns, in tokens. */
export interface UniformSession {
  /** Before the first turn: system prompt, tools, task. */
  readonly start: number;
  /** Tokens that the model writes in a turn: reasoning and calls. */
  readonly action: number;
  readonly observation: number;
  readonly placeholder: number;
}

/**
 * The cheapest step of a window, in turns: `P* = sqrt(2 K (M - 1)(a + o) / (o - p))`, the minimum of the cost of a
 * session of equal turns. The cost is flat around it, so a whole number nearby is as good.
 */
export function bestPeriod(
  { action, observation, placeholder }: UniformSession,
  price: Pick<Price, "write" | "read" | "input"> & { readonly window: number },
): number {
  const perTurn = (action + observation) / (observation - placeholder);
  return Math.sqrt(2 * writeFactor(price) * (price.window - 1) * perTurn);
}
