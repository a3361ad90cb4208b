import type { Rule } from "./rule.ts";

/** Masks every observation from the step at which it is outside the window. */
export const windowRule: Rule = {
  *propose({ transcript, window }) {
    for (const part of transcript.observations()) {
      if (!part.editable || transcript.isFixed(part.message)) continue;
      const isDead = part.message < transcript.firstLive;
      const from = isDead ? 0 : window.leaves(part);
      if (from !== undefined) yield { kind: "mask", part, from };
    }
  },
  text: (part, { placeholders }) => placeholders.textFor(part),
};
