import {
  type Message,
  type ObservationPart,
  type Part,
  SUMMARY_TAG,
  textCharsOf,
} from "../../transcript/message.ts";
import { turnOfObservation } from "../../transcript/transcript.ts";
import { argumentsOf } from "../calls.ts";
import { saidElsewhere } from "../notes.ts";
import { coverOf } from "../redundancy/cover.ts";
import { Following } from "../redundancy/following.ts";
import { linesOf } from "../redundancy/lines.ts";
import { stringsIn } from "../redundancy/strings-in.ts";
import { ifShorter, isOpen } from "./pass.ts";
import type { Proposal, Rule, RuleContext } from "./rule.ts";

/** Observations of fewer chars are not looked at: 500 tokens, as AgentDiet has it. */
const LEAST_CHARS = 2000;

/** What must be gained of an observation. */
const LEAST_SHARE = 0.8;

/** Turns after an observation for which it stays, as AgentDiet has it. */
const DELAY = 2;

/**
 * Leaves of an observation only the lines that stand neither in its call (an edit that is echoed) nor in
 * the 64 KB after it: AgentDiet's redundancy without a model (science §2), what compression gains by
 * what follows. Decided at the first step at which enough has followed, two turns after the observation
 * or later; what comes then changes nothing.
 *
 * What follows is what stays to be seen: what agent and user say, calls that no pass shortens, and
 * observations unless a pass is on that may take out what stands nowhere else. The window does not
 * matter, since it masks an older observation first; results that come late are left alone for that.
 * Nothing counts behind an observation that is masked already: a second run, which sees notes, finds no
 * more than the first.
 */
export const redundantRule: Rule = {
  *propose(context) {
    if (!context.policy.passes.redundant) return;
    const { turns, messages } = context.transcript;
    const targets = targetsOf(context);
    const [first] = targets;
    if (first === undefined) return;
    const following = new Following();
    const inTurn = new SaidInTurn(context);
    let target = targets.pop();
    const begin = turns.messagesUpTo(turns.of(first.message) - 1);
    for (let at = messages.length - 1; at >= begin; at--) {
      const message = messages.at(at);
      for (const part of message?.parts.toReversed() ?? []) {
        if (target !== undefined && part.index === target.index) {
          const said = inTurn.of(turns.of(target.message));
          const proposal = judged(context, target, (passage) => {
            return said.firstStep(passage) ?? following.firstStep(passage);
          });
          if (proposal !== undefined) yield proposal;
          target = targets.pop();
        }
        if (message !== undefined) putBefore(following, context, { message, part });
      }
    }
  },
};

/** What is large enough, open, and did not come late; long enough ago, in order. */
function targetsOf(context: RuleContext): ObservationPart[] {
  const { transcript } = context;
  const { turns } = transcript;
  const targets: ObservationPart[] = [];
  for (const part of transcript.observations()) {
    const turn = turns.of(part.message);
    if (turn === 0 || turn + DELAY > turns.count) continue;
    if (textCharsOf(part) < LEAST_CHARS || part.extra?.images) continue;
    if (isInTime(context, part) && isOpen(context, part)) targets.push(part);
  }
  return targets;
}

function judged(
  { transcript, placeholders }: RuleContext,
  part: ObservationPart,
  firstStep: Following["firstStep"],
): Proposal | undefined {
  const text = transcript.text(part);
  const lines = linesOf(text);
  const earliest = transcript.turns.of(part.message) + DELAY;
  const cover = coverOf(lines, { least: LEAST_SHARE, earliest, firstStep });
  if (cover === undefined) return undefined;
  const all = text.split("\n");
  const rest = cover.rest.map(({ index }) => all[index]?.trimEnd() ?? "");
  const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
  const note = saidElsewhere({ share: cover.share, rest, ...of });
  return { kind: "mask", part, from: cover.from, text: () => ifShorter(part, note) };
}

function putBefore(
  following: Following,
  context: RuleContext,
  { message, part }: { readonly message: Message; readonly part: Part },
): void {
  const step = context.transcript.turns.of(message.index);
  if (part.kind !== "observation") {
    const text = saidText(context, message, part);
    if (text !== undefined) following.putBefore(text, step);
  } else if (observationsStay(context)) {
    if (context.placeholders.isMasked(part)) following.clear();
    else if (isInTime(context, part)) following.putBefore(context.transcript.text(part), step);
  }
}

/** Whether no pass may take something out of observations that stands nowhere else. */
function observationsStay({ policy: { passes } }: RuleContext): boolean {
  const { staleReads, collapseFailures, clamp, reflect } = passes;
  return (
    staleReads === undefined && !collapseFailures && clamp === undefined && reflect === undefined
  );
}

/** Whether an observation came in the turn of its call. */
function isInTime({ transcript }: RuleContext, part: ObservationPart): boolean {
  return turnOfObservation(transcript, part) === transcript.turns.of(part.message);
}

/** What a text or a call says, if it stays so. */
function saidText(
  { transcript, policy }: RuleContext,
  { tags }: Message,
  part: Part,
): string | undefined {
  if (part.kind === "text") return tags.includes(SUMMARY_TAG) ? undefined : transcript.text(part);
  if (part.kind !== "call" || policy.passes.shrinkInputs !== undefined) return undefined;
  return stringsIn(argumentsOf(transcript, part));
}

/** What is said in the turn of an observation, also before it. */
class SaidInTurn {
  private readonly context: RuleContext;
  private turn = 0;
  private said = new Following();

  constructor(context: RuleContext) {
    this.context = context;
  }

  of(turn: number): Following {
    if (turn === this.turn) return this.said;
    this.turn = turn;
    this.said = new Following();
    const { turns, messages } = this.context.transcript;
    for (let at = turns.messagesUpTo(turn) - 1; at >= turns.messagesUpTo(turn - 1); at--) {
      const message = messages.at(at);
      for (const part of message?.parts.toReversed() ?? []) {
        const text = message && saidText(this.context, message, part);
        if (text !== undefined) this.said.putBefore(text, turn);
      }
    }
    return this.said;
  }
}
