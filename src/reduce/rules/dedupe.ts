import { createDigest } from "../../digest.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
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
    const newest = new Map<string, ObservationPart>();
    for (const part of repeated(context)) {
      const tool = `${toolOf(transcript, part)}\n${subjectOf(context, part)}`;
      const key = `${tool}\n${hashOf(transcript, part)}`;
      const older = newest.get(key);
      if (older !== undefined) {
        if (turnOfObservation(transcript, part) < turnOfObservation(transcript, older)) continue;
        yield pointer(context, older, part);
      }
      newest.set(key, part);
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
function repeated(context: RuleContext): readonly ObservationPart[] {
  const { transcript } = context;
  const groups = new Map<string, number>();
  const keyOf = (part: ObservationPart) => `${textCharsOf(part)} ${toolOf(transcript, part)}`;
  const parts = [...transcript.observations()].filter((part) => {
    if (textCharsOf(part) < MIN_CHARS || part.extra?.images || !isOpen(context, part)) return false;
    groups.set(keyOf(part), (groups.get(keyOf(part)) ?? 0) + 1);
    return true;
  });
  return parts.filter((part) => (groups.get(keyOf(part)) ?? 0) > 1);
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

/** Of UTF-16 units, so that lone surrogates stay apart. */
function hashOf(transcript: Transcript, part: ObservationPart): string {
  return createDigest().update(transcript.text(part), "utf16le").digest("base64");
}
