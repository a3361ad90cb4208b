import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { atLeast } from "../pipeline/option-checks.ts";
import { excerptOf, MIN_EXCERPT_CHARS } from "../texts/excerpt.ts";
import { isOpen } from "./pass.ts";
import type { MaskRule } from "./rule.ts";

/** The options of the rule. */
export interface ClampOptions {
  /**
   * Observations larger than this become an excerpt of at most this many chars, also inside the window: head,
   * error lines, tail, and a line that says what is left out. 200 or more. Default: none.
   */
  readonly clamp?: number;
}

/**
 * Makes an excerpt of observations that are larger than a limit, from the step at which they come, be
 * they inside the window or errors.
 */
export const clampRule = {
  acts: "mask",
  edits: "observation",
  tier: 7,
  strength: 6,
  leaves: "excerpt",
  isLossless: false,
  reason: "it is larger than the clamp",
  options: {
    clamp: {
      flag: "--clamp <size>",
      help: "shorten tool results larger than this to an excerpt, inside the window too",
      type: "size",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ clamp }) => atLeast(MIN_EXCERPT_CHARS, "clamp", clamp),
  *propose(context, limit) {
    const { transcript, policy, placeholders } = context;
    const isError = errorTest(transcript, policy);
    const text = (part: ObservationPart) => {
      const of = { isError: isError(part), ref: placeholders.refOf(part) };
      return excerptOf(transcript.text(part), { limit, ...of });
    };
    for (const part of transcript.observations()) {
      if (textCharsOf(part) <= limit || part.extra?.images || !isOpen(context, part)) continue;
      const from = transcript.turns.of(part.message);
      yield { part, from, text: () => text(part) };
    }
  },
} as const satisfies MaskRule<ClampOptions, number>;
