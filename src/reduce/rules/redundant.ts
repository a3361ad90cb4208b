import {
  type Message,
  type ObservationPart,
  type Part,
  SUMMARY_TAG,
  textCharsOf,
} from "../../transcript/model/message.ts";
import { turnOfObservation } from "../../transcript/model/transcript.ts";
import { argumentsOf } from "../pipeline/call-of.ts";
import { repeatNote } from "../placeholders/pass-notes.ts";
import { coverOf } from "../redundancy/cover.ts";
import { LaterPassages } from "../redundancy/later-passages.ts";
import { stringsIn } from "../redundancy/strings-in.ts";
import { linesOf } from "../redundancy/telling-lines.ts";
import { isOpen } from "./pass.ts";
import type { MaskProposal, MaskRule, RuleContext } from "./rule.ts";

/** Observations of fewer chars are not looked at: 500 tokens, as AgentDiet has it. */
const LEAST_CHARS = 2000;

/** The least share of an observation that must be redundant. */
const LEAST_SHARE = 0.8;

/** Turns after an observation for which it stays, as AgentDiet has it. */
const DELAY = 2;

/** The options of the rule. */
export interface RedundantOptions {
  /**
   * Whether observations of 2000 chars or more keep only the lines that are neither in their calls nor in the 64 KB
   * after them, if these lines are a fifth or less. Default: false.
   */
  readonly redundant?: boolean;
}

/**
 * Keeps only the lines of an observation that are neither in its call (an edit that is echoed) nor in the 64 KB
 * after it: AgentDiet's redundancy (arXiv 2509.23586) without a model. It is decided at the first step at which
 * enough text has followed, two turns after the observation or later; later text changes nothing.
 *
 * Only text that stays visible counts as a repetition: what agent and user say, calls that no pass shortens, and
 * observations, unless a pass is on that may remove unique text. The window does not matter, since it masks the
 * older observation first; results that come late are left alone for that reason. Text behind an observation that
 * is masked already does not count, so that a second run, which sees notes, finds no more than the first.
 */
export const redundantRule = {
  acts: "mask",
  edits: "observation",
  tier: 4,
  strength: 7,
  leaves: "placeholder",
  isLossless: true,
  reason: "it is said nearly whole in its call or after it",
  options: {
    redundant: {
      flag: "--redundant",
      help: "of tool results repeated almost whole in their call or the next 64 KB, keep only the other lines",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ redundant }) => (redundant ? true : undefined),
  *propose(context) {
    const { turns, messages } = context.transcript;
    const targets = targetsOf(context);
    const [first] = targets;
    if (first === undefined) return;
    const following = new LaterPassages();
    const stays = observationsStay(context);
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
        if (message !== undefined) putBefore(following, context, { message, part, stays });
      }
    }
  },
} as const satisfies MaskRule<RedundantOptions, true>;

/** Observations that are large enough, open, on time and old enough, in order. */
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
  firstStep: LaterPassages["firstStep"],
): MaskProposal | undefined {
  const text = transcript.text(part);
  const lines = linesOf(text);
  const earliest = transcript.turns.of(part.message) + DELAY;
  const cover = coverOf(lines, { least: LEAST_SHARE, earliest, firstStep });
  if (cover === undefined) return undefined;
  const all = text.split("\n");
  const rest = cover.rest.map(({ index }) => all[index]?.trimEnd() ?? "");
  const of = { chars: textCharsOf(part), ref: placeholders.refOf(part) };
  const note = repeatNote({ share: cover.share, rest, ...of });
  return { part, from: cover.from, text: () => note };
}

function putBefore(
  following: LaterPassages,
  context: RuleContext,
  {
    message,
    part,
    stays,
  }: { readonly message: Message; readonly part: Part; readonly stays: boolean },
): void {
  const step = context.transcript.turns.of(message.index);
  if (part.kind !== "observation") {
    const text = saidText(context, message, part);
    if (text !== undefined) following.putBefore(text, step);
  } else if (stays) {
    if (context.placeholders.isMasked(part)) following.clear();
    else if (isInTime(context, part)) following.putBefore(context.transcript.text(part), step);
  }
}

/**
 * Whether no pass may take something out of observations that stands nowhere else. The window does not
 * count: it masks the older observation first.
 */
function observationsStay({ active }: RuleContext): boolean {
  return active.every(
    ({ name, rule }) =>
      rule.acts === "keep" || rule.edits !== "observation" || rule.isLossless || name === "window",
  );
}

/** Whether a pass changes the arguments of calls. */
function editsCalls({ active }: RuleContext): boolean {
  return active.some(({ rule }) => rule.acts === "mask" && rule.edits === "call");
}

/** Whether an observation came in the turn of its call. */
function isInTime({ transcript }: RuleContext, part: ObservationPart): boolean {
  return turnOfObservation(transcript, part) === transcript.turns.of(part.message);
}

/** The text of a part, if it will stay. */
function saidText(context: RuleContext, { tags }: Message, part: Part): string | undefined {
  const { transcript } = context;
  if (part.kind === "text") return tags.includes(SUMMARY_TAG) ? undefined : transcript.text(part);
  if (part.kind !== "call" || editsCalls(context)) return undefined;
  return stringsIn(argumentsOf(transcript, part));
}

/** The texts in the turn of an observation, also before it. */
class SaidInTurn {
  private readonly context: RuleContext;
  private turn = 0;
  private said = new LaterPassages();

  constructor(context: RuleContext) {
    this.context = context;
  }

  of(turn: number): LaterPassages {
    if (turn === this.turn) return this.said;
    this.turn = turn;
    this.said = new LaterPassages();
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
