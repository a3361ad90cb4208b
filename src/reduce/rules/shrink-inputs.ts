import { argumentsOf, callOf } from "../calls.ts";
import { errorTest } from "../error-test.ts";
import { shrinkStrings } from "../shrink.ts";
import type { Rule } from "./rule.ts";

/**
 * Shortens long strings among the arguments of calls, from the step at which their results are outside
 * the window (strategies S9 and S10). With a target, those of calls that failed go first.
 */
export const shrinkInputsRule: Rule = {
  *propose({ transcript, policy, window }) {
    const limit = policy.passes.shrinkInputs;
    if (limit === undefined) return;
    const isError = errorTest(transcript, policy);
    const { keepTool, onlyTool } = policy.guards;
    for (const answer of transcript.observations()) {
      const part = callOf(transcript, answer);
      if (part === undefined || part.chars <= limit || part.message < transcript.firstLive)
        continue;
      if (transcript.isFixed(part.message)) continue;
      if (keepTool?.(part.name) || onlyTool?.(part.name) === false) continue;
      const from = window.leaves(answer);
      if (from === undefined) continue;
      const text = () => shrinkStrings(argumentsOf(transcript, part), limit);
      yield { kind: "mask", part, from, text, rank: isError(answer) ? 0 : 1 };
    }
  },
};
