import { digestOfUnits } from "../../digest.ts";
import { Column } from "../../transcript/column.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
import { TextTable } from "../../transcript/text-table.ts";
import { type Transcript, turnOfObservation } from "../../transcript/transcript.ts";
import { argumentsOf, callOf, inWords } from "../calls.ts";
import { commandIn, testCommand } from "../commands.ts";
import { fileUseOf } from "../files/file-use.ts";
import { sameAsLater } from "../notes.ts";
import { ifShorter, isOpen } from "./pass.ts";
import type { Proposal, Rule, RuleContext } from "./rule.ts";

/** Shorter texts are not worth a note that has to be followed (strategy S6). */
const MIN_CHARS = 200;

/**
 * Masks an observation from the step at which another of its tool has the same text (strategy S6): the
 * newest stays, and what stands for the others says of which call the result is to be found.
 *
 * A note names the next of them, which by then can be a note itself: that one is found by the same
 * words. It points at nothing that the window has masked, since the older leaves the window first;
 * results that come late, so that they would leave before an older one, are left alone.
 */
export const dedupeRule: Rule = {
  *propose(context) {
    if (!context.policy.passes.dedupe) return;
    const { transcript } = context;
    const digests = new TextTable();
    /** By the number of their digest, one more than that of the part. */
    const newest = new Column();
    for (const index of repeated(context)) {
      const part = transcript.parts.at(index) as ObservationPart;
      const digest = digests.numberOf(digestOf(context, part));
      const older = transcript.parts.at(newest.at(digest) - 1);
      if (older?.kind === "observation") {
        if (turnOfObservation(transcript, part) < turnOfObservation(transcript, older)) continue;
        yield pointer(context, older, part);
      }
      newest.set(digest, index + 1);
    }
  },
};

/**
 * What must be the same as well: the arguments of calls that read files or run tests, since another
 * rule may mask what they say by those.
 */
function subjectOf({ transcript, policy }: RuleContext, part: ObservationPart): string {
  const call = callOf(transcript, part);
  const { staleReads, collapseFailures } = policy.passes;
  if (call === undefined || (staleReads === undefined && !collapseFailures)) return "";
  const args = argumentsOf(transcript, call);
  if (staleReads && fileUseOf(call.name, args, staleReads)?.kind === "read") return args;
  const isRun = collapseFailures && testCommand(commandIn(args) ?? "") !== undefined;
  return isRun ? args : "";
}

/** Those of which another of the tool has the length: most are told apart without their texts. */
function* repeated(context: RuleContext): Iterable<number> {
  const { transcript } = context;
  const groups = new TextTable();
  const counts: number[] = [];
  const parts = new Column();
  const groupOf = new Column();
  for (const part of transcript.observations()) {
    if (textCharsOf(part) < MIN_CHARS || part.extra?.images || !isOpen(context, part)) continue;
    const group = groups.numberOf(`${textCharsOf(part)} ${toolOf(transcript, part)}`);
    counts[group] = (counts[group] ?? 0) + 1;
    parts.push(part.index);
    groupOf.push(group);
  }
  for (let at = 0; at < parts.length; at++)
    if ((counts[groupOf.at(at)] ?? 0) > 1) yield parts.at(at);
}

function pointer(
  { transcript, placeholders }: RuleContext,
  part: ObservationPart,
  newer: ObservationPart,
): Proposal {
  const text = () => {
    const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
    return ifShorter(part, sameAsLater({ call: inWords(transcript, newer), ...of }));
  };
  return { kind: "mask", part, from: transcript.turns.of(newer.message), text };
}

function toolOf(transcript: Transcript, part: ObservationPart): string {
  return transcript.toolName(part) ?? "";
}

function digestOf(context: RuleContext, part: ObservationPart): string {
  const { transcript } = context;
  const tool = `${toolOf(transcript, part)}\n${subjectOf(context, part)}\n`;
  return digestOfUnits(tool, transcript.text(part));
}
