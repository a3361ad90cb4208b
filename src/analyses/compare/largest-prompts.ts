import type { ComparedRead } from "./compare-read.ts";
import type { ComparedPrompts } from "./compared.ts";

/** The prompts of the transcript that had most tokens in them, of those that count. */
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
