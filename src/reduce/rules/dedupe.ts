import { digestOfUnits } from "../../base/digest.ts";
import { Column } from "../../transcript/columns/column.ts";
import { TextTable } from "../../transcript/columns/text-table.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { type Transcript, turnOfObservation } from "../../transcript/model/transcript.ts";
import { commandIn, testCommand } from "../files/command-identity.ts";
import { fileUseOf } from "../files/file-use.ts";
import { argumentsOf, callOf, inWords } from "../pipeline/call-of.ts";
import { sameAsLater } from "../placeholders/pass-notes.ts";
import { isOpen } from "./pass.ts";
import type { MaskProposal, MaskRule, RuleContext } from "./rule.ts";

/** The least length: shorter texts are not worth an indirection. */
const MIN_CHARS = 200;

/** The options of the rule. */
export interface DedupeOptions {
  /**
   * Whether observations whose whole text comes again later, from the same tool, give way to a note of
   * where. Default: false.
   */
  readonly dedupe?: boolean;
}

/**
 * Masks an observation from the step at which another of its tool has the same text: the newest stays, and notes
 * for the others name the call whose result it is.
 *
 * A note names the next of them, which by then can be a note itself: that one is found by the same
 * words. It points at nothing that the window has masked, since the older leaves the window first;
 * results that come late, so that they would leave before an older one, are left alone.
 */
export const dedupeRule = {
  acts: "mask",
  edits: "observation",
  tier: 2,
  strength: 8,
  leaves: "placeholder",
  isLossless: true,
  reason: "its whole text comes again later, from the same tool",
  options: {
    dedupe: {
      flag: "--dedupe",
      help: "replace tool results whose whole text comes again later with a note that says where",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ dedupe }) => (dedupe ? true : undefined),
  *propose(context) {
    const { transcript } = context;
    const digests = new TextTable();
    /** By the number of the digest: the part's number plus 1. */
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
} as const satisfies MaskRule<DedupeOptions, true>;

/**
 * The arguments that must be equal too, for calls that read files or run tests: another rule may mask their
 * results by those.
 */
function subjectOf({ transcript, policy }: RuleContext, part: ObservationPart): string {
  const call = callOf(transcript, part);
  const { "stale-reads": staleReads, "collapse-failures": collapseFailures } = policy.rules;
  if (call === undefined || (staleReads === undefined && !collapseFailures)) return "";
  const args = argumentsOf(transcript, call);
  if (staleReads && fileUseOf(call.name, args, staleReads)?.kind === "read") return args;
  const isRun = collapseFailures && testCommand(commandIn(args) ?? "") !== undefined;
  return isRun ? args : "";
}

/** Observations whose tool has another of the same length: most can be ruled out without reading their texts. */
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
): MaskProposal {
  const text = () => {
    const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
    return sameAsLater({ call: inWords(transcript, newer), ...of });
  };
  return { part, from: transcript.turns.of(newer.message), text };
}

function toolOf(transcript: Transcript, part: ObservationPart): string {
  return transcript.toolName(part) ?? "";
}

function digestOf(context: RuleContext, part: ObservationPart): string {
  const { transcript } = context;
  const tool = `${toolOf(transcript, part)}\n${subjectOf(context, part)}\n`;
  return digestOfUnits(tool, transcript.text(part));
}
