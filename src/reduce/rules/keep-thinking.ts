import type { ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { staysBeside } from "../binding/bound-blocks.ts";
import { wholeNumber } from "../pipeline/option-checks.ts";
import type { Step } from "../windows/window-ends.ts";
import type { MaskRule, RuleContext } from "./rule.ts";

/** The options of the rule. */
export interface KeepThinkingOptions {
  /**
   * The number of newest turns whose reasoning stays; that of the others is removed if the format allows it,
   * whole blocks at a time: `compact` and the program only. Default: all stays.
   */
  readonly keepThinking?: number;
}

/**
 * Removes the reasoning of all turns but the newest N: whole blocks with their signatures, if another part of
 * their message stays; never from a turn whose call is open.
 */
export const keepThinkingRule = {
  acts: "mask",
  edits: "reasoning",
  tier: 9,
  strength: 3,
  leaves: "placeholder",
  isLossless: false,
  reason: "newer turns came after it",
  options: {
    keepThinking: {
      flag: "--keep-thinking <n>",
      help: "remove the reasoning of all but the newest n turns, where the format allows it",
      type: "count",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ keepThinking }) => wholeNumber("keepThinking", keepThinking),
  *propose(context, turns) {
    for (const { part, from, canGo } of olderReasoning(context, turns))
      if (canGo) yield { part, from, text: () => "" };
  },
  untouched(context, turns) {
    let count = 0;
    for (const { canGo } of olderReasoning(context, turns)) if (!canGo) count++;
    return count;
  },
} as const satisfies MaskRule<KeepThinkingOptions, number>;

interface OlderReasoning {
  readonly part: ReasoningPart;
  readonly from: Step;
  readonly canGo: boolean;
}

function* olderReasoning({ transcript }: RuleContext, newest: number): Iterable<OlderReasoning> {
  const { turns, firstLive } = transcript;
  const answered = answeredAt(transcript);
  for (const { index, parts, fixed } of transcript.messages) {
    const reasoning = parts.filter((part) => part.kind === "reasoning");
    if (index < firstLive || fixed || reasoning.length === 0) continue;
    const turn = turns.of(index);
    const from = Math.max(turn + newest, answered[turn] ?? 0);
    if (from > turns.count) continue;
    const canGo = reasoning.every(({ editable }) => editable) && parts.some(staysBeside);
    for (const part of reasoning) yield { part, from, canGo };
  }
}

/** The step at which all calls of a turn were answered; beyond every step while one is open. */
function answeredAt(transcript: Transcript): readonly Step[] {
  const { turns, pairs } = transcript;
  const steps: Step[] = [];
  for (const { kind, index, message } of transcript.parts) {
    if (kind !== "call") continue;
    const turn = turns.of(message);
    const mate = pairs.mate(index);
    const step =
      mate === undefined ? Number.POSITIVE_INFINITY : turns.of(transcript.messageOf(mate));
    steps[turn] = Math.max(steps[turn] ?? 0, step);
  }
  return steps;
}
