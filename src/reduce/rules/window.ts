import type { Rule } from "./rule.ts";

/** Masks every observation from the step at which it is outside the window. */
export const windowRule: Rule = {
  masksFrom(part, { transcript, window }) {
    if (!part.editable || transcript.isFixed(part.message)) return undefined;
    return part.message < transcript.firstLive ? 0 : window.leaves(part);
  },
  text: (part, { placeholders }) => placeholders.textFor(part),
};
