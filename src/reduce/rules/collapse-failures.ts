import { EXIT_CHARS, exitOf } from "../../transcript/exit.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
import { argumentsOf, callOf } from "../calls.ts";
import { commandIn, testCommand } from "../commands.ts";
import { errorLines, showsFailure } from "../error-lines.ts";
import { earlierFailure } from "../notes.ts";
import { ifShorter, isOpen } from "./pass.ts";
import type { Rule, RuleContext } from "./rule.ts";

/**
 * Masks failed runs of a test or build command from the step at which the same command is run again
 * (strategy S7): what stays is how it ended, and its error lines. The latest run stays whole, and so do
 * failures of which no line is known to be an error.
 */
export const collapseFailuresRule: Rule = {
  *propose(context) {
    if (!context.policy.passes.collapseFailures) return;
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
      if (call.index < known.call) continue; // It comes late: which of the two was first is not known.
      known.call = call.index;
      if (placeholders.isMasked(part)) continue;
      const earlier = known.latest;
      known.latest = part;
      if (earlier === undefined || earlier.extra?.images || !isOpen(context, earlier)) continue;
      const from = transcript.turns.of(part.message);
      yield { kind: "mask", part: earlier, from, text: () => collapsed(context, earlier) };
    }
  },
};

function collapsed(
  { transcript, placeholders }: RuleContext,
  part: ObservationPart,
): string | undefined {
  const text = transcript.text(part);
  const exit = exitOf(text.slice(0, EXIT_CHARS), text.slice(-EXIT_CHARS), part.isError);
  if (exit === "ok" && !showsFailure(text)) return undefined;
  const lines = [...errorLines(text)].map(({ line }) => line);
  if (lines.length === 0) return undefined;
  const how = exit.startsWith("exit") ? exit : undefined;
  const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
  return ifShorter(part, earlierFailure({ how, lines, ...of }));
}
