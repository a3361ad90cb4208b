import type { Size } from "../../transcript/model/size.ts";
import { deadToolTurns } from "../../transcript/model/transcript.ts";
import type { Answers, Asked } from "../asking/ask.ts";
import { modelSummary } from "../asking/model-summary.ts";
import type { BoundBlock } from "../binding/bound-blocks.ts";
import { type Condensing, planCondensing } from "../pipeline/condensing.ts";
import type { Masking } from "../pipeline/masking.ts";
import type { Condensation, Dropping } from "../pipeline/reduction.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { Step } from "../windows/window-ends.ts";

/** A candidate result: masked parts and dropped messages. */
export interface CondensingResult {
  readonly masking: Masking;
  readonly condensation: Condensation | undefined;
  /** The bound reasoning after the first edit. */
  readonly lost: readonly BoundBlock[];
  readonly size: Size;
}

/** The sizes for judging a summary. */
export interface Scales {
  weigh(masking: Masking, condensation?: Condensation): CondensingResult;
  /** The size with all messages; a summary has to be smaller. */
  readonly whole: CondensingResult;
  /** Whether a size fits. */
  fits(size: Size): boolean;
  /** Whether the file gets smaller in bytes as well. */
  isSmaller(condensation: Condensation): boolean;
  readonly answers: Answers | undefined;
}

/**
 * The plan with a summary: a model's, if one is asked and its answer will do, else the deterministic one.
 * Undefined if none is smaller and fits. A model is asked only where a summary could fit.
 */
export function summarize(
  { transcript, policy }: RuleContext,
  { replaced, summary, fallback, ref }: Condensing,
  { weigh, whole, fits, isSmaller, answers }: Scales,
): { readonly candidate: CondensingResult | undefined; readonly asks: readonly Asked[] } {
  const { masking } = whole;
  const { summaryMaxChars: maxChars } = policy;
  const asks: Asked[] = [];
  // Texts are read only where a summary could fit.
  if (maxChars === 0 || !fits(weigh(masking, replaced).size)) return { candidate: undefined, asks };
  const objection = (text: string): string | undefined => {
    const summarized = { ...replaced, summary: text };
    const { size } = weigh(masking, summarized);
    if (size.chars >= whole.size.chars || !isSmaller(summarized))
      return "not smaller than what it replaces";
    return fits(size) ? undefined : "too large for the budget";
  };
  if (answers !== undefined && fits(weigh(masking, fallback).size)) {
    const { asked, text } = modelSummary(transcript, replaced.drop, {
      maxChars,
      ref: ref(),
      answers,
      objection,
    });
    asks.push(asked);
    if (text !== undefined)
      return { candidate: weigh(masking, { ...replaced, summary: text }), asks };
  }
  for (const style of new Set([policy.summaryStyle, "contract"] as const)) {
    const summarized = { ...replaced, summary: summary(style) };
    if (!isSmaller(summarized)) continue;
    const candidate = weigh(masking, summarized);
    if (candidate.size.chars < whole.size.chars && fits(candidate.size)) return { candidate, asks };
  }
  return { candidate: undefined, asks };
}

/**
 * Plans a summary regardless of the budget: of the oldest tool turns outside the window, a multiple of the
 * policy's number. Undefined if there are too few, if pairs would be separated, or if a summary could be longer
 * than the text of the agent and its user in them. That measure ignores observations, so that a second run, which
 * sees placeholders, decides the same.
 */
export function planCheckpoint(
  context: RuleContext,
  step: Step,
  dropping: Dropping,
): Condensing | undefined {
  const { transcript, policy, window } = context;
  const { summarizeAfter } = policy;
  if (summarizeAfter === undefined || dropping === "never") return undefined;
  const { turns } = transcript;
  const inside = window.start(step);
  const turnBefore = inside === 0 ? 0 : turns.of(inside - 1);
  // A turn that continues inside the window is not outside.
  const goesOn = turnBefore > 0 && turns.messagesUpTo(turnBefore) > inside;
  const dead = deadToolTurns(transcript);
  const outside = turns.toolTurnsUpTo(goesOn ? turnBefore - 1 : turnBefore) - dead;
  const count = Math.floor(outside / summarizeAfter) * summarizeAfter;
  if (count <= 0) return undefined;
  const next = turns.toolTurn(dead + count + 1);
  const start = next === undefined ? inside : turns.messagesUpTo(next - 1);
  const plan = planCondensing(
    { ...context, window: { ...window, start: () => start } },
    step,
    dropping,
  );
  if (plan === undefined || plan.breaksPairs) return undefined;
  return charsWritten(plan) > policy.summaryMaxChars ? plan : undefined;
}

/** The chars of dropped messages without observations: the same before masking and after it. */
function charsWritten({ fallback }: Condensing): number {
  let chars = 0;
  for (const { parts } of fallback.drop)
    for (const part of parts) if (part.kind !== "observation") chars += part.chars;
  return chars;
}
