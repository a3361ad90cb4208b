import type { ComparedRead } from "../compare-read.ts";
import type { ComparedPrompts } from "../compared.ts";

/** Keeps the prompts of the transcript with most tokens, among inputs that were read to their end. */
export function createLargestPrompts() {
  interface Largest {
    readonly tokens: number;
    readonly prompts: ComparedPrompts;
  }
  let settled: Largest | undefined;
  let pending: Largest | undefined;
  return {
    add(tokens: number, { prompts }: ComparedRead) {
      if (tokens > Math.max(pending?.tokens ?? -1, settled?.tokens ?? -1))
        pending = { tokens, prompts: prompts() };
    },
    finish() {
      settled = pending ?? settled;
      pending = undefined;
    },
    discard() {
      pending = undefined;
    },
    get prompts() {
      return settled?.prompts;
    },
  };
}
