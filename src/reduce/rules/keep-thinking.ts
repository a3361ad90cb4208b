import type { Part, ReasoningPart } from "../../transcript/message.ts";
import type { Transcript } from "../../transcript/transcript.ts";
import type { Step } from "../window.ts";
import type { Rule, RuleContext } from "./rule.ts";

/**
 * Takes out the reasoning of all turns but the newest, so many (strategy S14): whole blocks, signatures
 * and all, where something else stays of their message; never from a turn of which a call is open.
 */
export const keepThinkingRule: Rule = {
  *propose(context) {
    for (const { part, from, canGo } of olderReasoning(context))
      if (canGo) yield { kind: "mask", part, from, text: () => "" };
  },
  untouched(context) {
    let count = 0;
    for (const { canGo } of olderReasoning(context)) if (!canGo) count++;
    return count;
  },
};

interface OlderReasoning {
  readonly part: ReasoningPart;
  readonly from: Step;
  readonly canGo: boolean;
}

function* olderReasoning({ transcript, policy }: RuleContext): Iterable<OlderReasoning> {
  const { keepThinking } = policy.passes;
  if (keepThinking === undefined) return;
  const { turns, firstLive } = transcript;
  const answered = answeredAt(transcript);
  for (const { index, parts, fixed } of transcript.messages) {
    const reasoning = parts.filter((part) => part.kind === "reasoning");
    if (index < firstLive || fixed || reasoning.length === 0) continue;
    const turn = turns.of(index);
    const from = Math.max(turn + keepThinking, answered[turn] ?? 0);
    if (from > turns.count) continue;
    const canGo = reasoning.every(({ editable }) => editable) && parts.some(staysBeside);
    for (const part of reasoning) yield { part, from, canGo };
  }
}

function staysBeside({ kind }: Part): boolean {
  return kind === "text" || kind === "call";
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
