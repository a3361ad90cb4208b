import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
import { turnOfObservation } from "../../transcript/transcript.ts";
import { argumentsOf } from "../calls.ts";
import { coverage } from "../coverage.ts";
import { alsoInReplies } from "../notes.ts";
import { ifShorter, isOpen } from "./pass.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Observations of fewer chars are not looked at: 500 tokens, as AgentDiet has it. */
const LEAST_CHARS = 2000;

/** What must stand elsewhere of an observation. */
const LEAST_SHARE = 0.8;

/** Turns after an observation that are looked at, and chars of them. */
const TURNS_AFTER = 2;
const MOST_CHARS = 64 * 1024;

/**
 * Masks an observation that the agent itself has written nearly whole: in the call, as an edit that is
 * echoed, or in the two turns after it. AgentDiet's measure of redundancy (science §2) is what
 * compression gains from the 64 KB that follow; this compares whole lines, since what differs in lines
 * that are alike is what matters, and looks only at what no rule masks, so that the note points at
 * something that stays.
 */
export const redundantRule: Rule = {
  *propose(context) {
    if (!context.policy.passes.redundant) return;
    const { transcript } = context;
    for (const part of transcript.observations()) {
      if (textCharsOf(part) < LEAST_CHARS || part.extra?.images || !isOpen(context, part)) continue;
      const turn = transcript.turns.of(part.message);
      const from = turn + TURNS_AFTER;
      if (turn === 0 || from > transcript.turns.count) continue;
      const share = coverage(transcript.text(part), writtenAround(context, part, from));
      if (share < LEAST_SHARE) continue;
      const note = alsoInReplies({ percent: Math.floor(100 * share), chars: textCharsOf(part) });
      yield { kind: "mask", part, from, text: () => ifShorter(part, note) };
    }
  },
};

/** What the agent wrote from the turn of the call up to a turn; no calls that another pass shortens. */
function writtenAround({ transcript, policy }: RuleContext, part: ObservationPart, last: number) {
  const { turns, messages } = transcript;
  const hasCalls = policy.passes.shrinkInputs === undefined;
  const first = turns.messagesUpTo(turnOfObservation(transcript, part) - 1);
  let written = "";
  for (let at = first; at < turns.messagesUpTo(last); at++) {
    const message = messages.at(at);
    if (message?.role !== "assistant" || message.fixed) continue;
    for (const each of message.parts) {
      if (each.kind === "text") written += `${transcript.text(each)}\n`;
      else if (each.kind === "call" && hasCalls)
        written += `${stringsIn(argumentsOf(transcript, each))}\n`;
      if (written.length > MOST_CHARS) return written.slice(0, MOST_CHARS);
    }
  }
  return written;
}

/** The texts in the arguments of a call, as they were before they became JSON. */
function stringsIn(args: string): string {
  const strings: string[] = [];
  try {
    JSON.parse(args, (_, value) => {
      if (typeof value === "string") strings.push(value);
    });
  } catch {
    return args;
  }
  return strings.join("\n");
}
