import { exitOf } from "../../transcript/model/exit.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { commandIn, testCommand } from "../files/command-identity.ts";
import { argumentsOf, callOf } from "../pipeline/call-of.ts";
import { earlierFailure } from "../placeholders/pass-notes.ts";
import { errorLines, showsFailure } from "../texts/error-lines.ts";
import { isOpen } from "./pass.ts";
import type { MaskRule, RuleContext } from "./rule.ts";

/** The options of the rule. */
export interface CollapseFailuresOptions {
  /**
   * Whether failed runs of a test or build command give way to their error lines once the same command
   * is run again. Default: false.
   */
  readonly collapseFailures?: boolean;
}

/**
 * Masks failed runs of a test or build command from the step at which the same command is run again
 * : how it ended and its error lines stay. The latest run stays whole, and so do
 * failures of which no line is known to be an error.
 */
export const collapseFailuresRule = {
  acts: "mask",
  edits: "observation",
  tier: 5,
  strength: 9,
  leaves: "errors",
  isLossless: false,
  reason: "it is a failed run of a test or build command that was run again",
  options: {
    collapseFailures: {
      flag: "--collapse-failures",
      help: "keep only the error lines of failed test and build runs that were run again later",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ collapseFailures }) => (collapseFailures ? true : undefined),
  *propose(context) {
    const { transcript, placeholders } = context;
    const runs = new Map<string, { call: number; latest: ObservationPart | undefined }>();
    for (const part of transcript.observations()) {
      const call = callOf(transcript, part);
      if (call === undefined || part.message < transcript.firstLive) continue;
      if (transcript.isFixed(part.message)) continue;
      const command = testCommand(commandIn(argumentsOf(transcript, call)) ?? "");
      if (command === undefined) continue;
      const known = runs.get(command) ?? { call: -1, latest: undefined };
      runs.set(command, known);
      if (call.index < known.call) continue; // Its result comes late: which of the two runs was first is not known.
      known.call = call.index;
      if (placeholders.isMasked(part)) continue;
      const earlier = known.latest;
      known.latest = part;
      if (earlier === undefined || earlier.extra?.images || !isOpen(context, earlier)) continue;
      const from = transcript.turns.of(part.message);
      yield { part: earlier, from, text: () => collapsed(context, earlier) };
    }
  },
} as const satisfies MaskRule<CollapseFailuresOptions, true>;

function collapsed(
  { transcript, placeholders }: RuleContext,
  part: ObservationPart,
): string | undefined {
  const text = transcript.text(part);
  const exit = exitOf({ excerpt: () => text, isError: () => part.isError });
  if (exit === "ok" && !showsFailure(text)) return undefined;
  const lines = [...errorLines(text)].map(({ line }) => line);
  if (lines.length === 0) return undefined;
  const how = exit.startsWith("exit") ? exit : undefined;
  const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
  return earlierFailure({ how, lines, ...of });
}
