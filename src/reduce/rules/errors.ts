import type { ObservationPart } from "../../transcript/message.ts";
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
    // One after another: a transcript can have a million observations, of which few are errors.
    const kept: ObservationPart[] = [];
    for (const part of transcript.observations()) {
      if (transcript.isFixed(part.message) || !isError(part)) continue;
      if (errors === "all") yield { kind: "keep", part };
      else kept.push(part);
    }
    if (errors !== "all") yield* keepNewestOutside(kept, errors.last, window);
  },
};
