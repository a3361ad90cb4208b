import type { MaskRule } from "./rule.ts";
import { isToBeRemoved } from "./tagged.ts";

/** The options of the rule. */
export interface WindowOptions {
  /**
   * Whether what is outside the window is masked; false goes straight to summarization, but for the
   * passes that are named. Default: true.
   */
  readonly observationMasking?: boolean;
}

/**
 * Masks every observation from the step at which it is outside the window; at once if tagged for it, or if it no
 * longer reaches the model.
 */
export const windowRule = {
  acts: "mask",
  edits: "observation",
  tier: 6,
  strength: 11,
  leaves: "placeholder",
  isLossless: false,
  reason: "it is outside the window (where it is kept: inside)",
  options: {
    observationMasking: {
      flag: "--no-masking",
      help: "mask nothing outside the window: go straight to summarization",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ observationMasking = true }) => (observationMasking ? true : undefined),
  inColumns: () => true,
  masksFrom(part, { transcript, window }) {
    if (!part.editable || transcript.isFixed(part.message)) return undefined;
    if (part.message < transcript.firstLive) return 0;
    if (isToBeRemoved(transcript, part)) return transcript.turns.of(part.message);
    return window.leaves(part);
  },
  text: (part, { placeholders }) => placeholders.textFor(part),
} as const satisfies MaskRule<WindowOptions, true>;
