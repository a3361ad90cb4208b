import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
import { errorTest } from "../error-test.ts";
import { excerptOf } from "../excerpt.ts";
import { ifShorter, isOpen } from "./pass.ts";
import type { Rule } from "./rule.ts";

/**
 * Makes an excerpt of observations that are larger than a limit, from the step at which they come, be
 * they inside the window or errors (strategy S12).
 */
export const clampRule: Rule = {
  *propose(context) {
    const { transcript, policy, placeholders } = context;
    const limit = policy.passes.clamp;
    if (limit === undefined) return;
    const isError = errorTest(transcript, policy);
    const text = (part: ObservationPart) => {
      const of = { isError: isError(part), ref: placeholders.refOf(part) };
      return ifShorter(part, excerptOf(transcript.text(part), { limit, ...of }));
    };
    for (const part of transcript.observations()) {
      if (textCharsOf(part) <= limit || part.extra?.images || !isOpen(context, part)) continue;
      const from = transcript.turns.of(part.message);
      yield { kind: "mask", part, from, text: () => text(part) };
    }
  },
};
