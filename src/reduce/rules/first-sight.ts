import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { MIN_FIRST_SIGHT_CHARS } from "../first-sight/first-sight-size.ts";
import { shortenResult } from "../first-sight/shorten-result.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { atLeast } from "../pipeline/option-checks.ts";
import { isOpen } from "./pass.ts";
import type { MaskRule } from "./rule.ts";

/** The options of the rule. */
export interface FirstSightOptions {
  /**
   * Tool results larger than this are shortened to at most this many chars before they are sent for the
   * first time, and stay so: head, a line that says how to get the rest, error lines with their numbers,
   * tail. No budget, trigger or target delays it. 400 or more. Default: none.
   */
  readonly firstSight?: number;
}

/**
 * Shortens tool results that are larger than a limit as soon as they are there: no prompt changes earlier text, so
 * a prompt cache and bound reasoning stay valid.
 */
export const firstSightRule = {
  acts: "mask",
  edits: "observation",
  tier: 0,
  strength: 5,
  atOnce: true,
  leaves: "excerpt",
  isLossless: false,
  above: (limit) => limit,
  reason: "it was too large when it was new",
  options: {
    firstSight: {
      flag: "--first-sight <size>",
      help: "shorten tool results larger than this when they are new, before they are sent for the first time: head, error lines, tail",
      brief: "shorten larger tool results when they are new",
      type: "size",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ firstSight }) => atLeast(MIN_FIRST_SIGHT_CHARS, "firstSight", firstSight),
  *propose(context, limit) {
    const { transcript, policy, placeholders } = context;
    const isError = errorTest(transcript, policy);
    const text = (part: ObservationPart) => {
      const of = { isError: isError(part), ref: placeholders.refOf(part) };
      return shortenResult(transcript.text(part), { limit, ...of });
    };
    for (const part of transcript.observations()) {
      if (textCharsOf(part) <= limit || part.extra?.images || !isOpen(context, part)) continue;
      yield { part, from: transcript.turns.of(part.message), text: () => text(part) };
    }
  },
} as const satisfies MaskRule<FirstSightOptions, number>;
