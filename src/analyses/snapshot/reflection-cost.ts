import type { Diagnostics } from "./diagnostics.ts";

/** US dollars per million tokens, sent and received. */
export interface ReflectionPrice {
  readonly name: string;
  readonly input: number;
  readonly output: number;
}

/** The cost of a reflection. */
export interface ReflectionCost {
  /** The name of the price. */
  readonly price: string;
  readonly usd: number;
}

/** The cost of the call that diagnostics account for; none where no model was asked. */
export function reflectionCost(
  { reflection_input_tokens: sent, reflection_output_tokens: received }: Diagnostics,
  { name, input, output }: ReflectionPrice,
): ReflectionCost {
  return { price: name, usd: ((sent ?? 0) * input + (received ?? 0) * output) / 1e6 };
}
