import { argumentsOf, callOf } from "../pipeline/call-of.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { atLeast } from "../pipeline/option-checks.ts";
import { MIN_INPUT_CHARS, shrinkStrings } from "../texts/shrink.ts";
import type { MaskRule } from "./rule.ts";

/** The options of the rule. */
export interface ShrinkInputsOptions {
  /**
   * Strings longer than this in the arguments of calls that are outside the window are shortened to it,
   * but for paths, commands, patterns, queries, addresses and ids: `compact` and the program only. 60 or
   * more. Default: none are.
   */
  readonly shrinkInputs?: number;
}

/**
 * Shortens long strings among the arguments of calls, from the step at which their results are outside
 * the window. With a target, those of calls that failed go first.
 */
export const shrinkInputsRule = {
  acts: "mask",
  edits: "call",
  tier: 10,
  strength: 2,
  leaves: "placeholder",
  isLossless: false,
  reason: "its arguments hold long strings, and its result is outside the window",
  options: {
    shrinkInputs: {
      flag: "--shrink-inputs <size>",
      help: "shorten strings longer than this in calls outside the window",
      type: "size",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ shrinkInputs }) => atLeast(MIN_INPUT_CHARS, "shrinkInputs", shrinkInputs),
  *propose({ transcript, policy, window }, limit) {
    const isError = errorTest(transcript, policy);
    const { "keep-tool": keepTool, "only-tool": onlyTool } = policy.rules;
    for (const answer of transcript.observations()) {
      const part = callOf(transcript, answer);
      if (part === undefined || part.chars <= limit || part.message < transcript.firstLive)
        continue;
      if (transcript.isFixed(part.message)) continue;
      if (keepTool?.(part.name) || onlyTool?.(part.name) === false) continue;
      const from = window.leaves(answer);
      if (from === undefined) continue;
      const text = () => shrinkStrings(argumentsOf(transcript, part), limit);
      yield { part, from, text, rank: isError(answer) ? 0 : 1 };
    }
  },
} as const satisfies MaskRule<ShrinkInputsOptions, number>;
