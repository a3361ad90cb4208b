import { errorTest } from "../error-test.ts";
import { keepNewestOutside, type Rule } from "./rule.ts";

/**
 * Keeps errors raw: all of them, or each until so many newer ones are outside the window. In the mode
 * `excerpt` it keeps none: see the text that the window's rule gives them.
 */
export const errorsRule: Rule = {
  *propose({ transcript, policy, window }) {
    const { errors } = policy.guards;
    if (errors === "none" || (typeof errors === "object" && "excerpt" in errors)) return;
    const isError = errorTest(transcript, policy);
    const kept = [...transcript.observations()].filter(
      (part) => !transcript.isFixed(part.message) && isError(part),
    );
    if (errors === "all") for (const part of kept) yield { kind: "keep", part };
    else yield* keepNewestOutside(kept, errors.last, window);
  },
};
