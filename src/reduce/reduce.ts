import { createGauge, type Size } from "../transcript/size.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { Answers, Asked } from "./asking/ask.ts";
import { planCondensing } from "./condensing.ts";
import { type Masking, maskingStage, noMasking } from "./masking.ts";
import { droppedOf, outcome } from "./outcome.ts";
import { charsOfEdit, textOfEdit } from "./part-edits.ts";
import { placeholdersOf } from "./placeholder.ts";
import type { Policy } from "./policy.ts";
import type { Condensation, Dropping, Reduction } from "./reduction.ts";
import type { RuleContext } from "./rules/rule.ts";
import { type Candidate, planCheckpoint, summarize } from "./summarize.ts";
import { maskersOf } from "./tiers.ts";
import { type Step, windowOf } from "./window.ts";

/**
 * The graduated reducer: masks old observations, summarizes only if that does not fit the budget,
 * truncates only as a last resort, and never parts a call from its observation.
 *
 * Pure: it sees outlines and gives edits. `step` asks for the reduction as it would have been when
 * the agent had seen that many turns. `dropping` is what may be dropped; `never`: only masking is
 * tried. `answers` knows what a model says: what is asked is in the reduction, and where an answer is
 * missing or will not do the deterministic text stands.
 */
export function reduceTranscript(
  transcript: Transcript,
  policy: Policy,
  {
    step = transcript.turns.count,
    dropping = "remove",
    answers,
  }: {
    readonly step?: Step;
    readonly dropping?: Dropping;
    readonly answers?: Answers | undefined;
  } = {},
): Reduction {
  const window = windowOf(transcript, policy.window);
  const placeholders = placeholdersOf(transcript, policy);
  const reflections = new Map<string, Asked>();
  const context: RuleContext = {
    transcript,
    policy,
    window,
    placeholders,
    answers,
    asked: reflections,
  };
  const weigh = (masking: Masking, condensation?: Condensation): Candidate => ({
    masking,
    condensation,
    size: measure(context, step, { masking, condensation }),
  });
  const asks: Asked[] = [];

  const untouched = weigh(noMasking(context, step));
  const settle = (candidate: Candidate, stage: Reduction["stage"]): Reduction =>
    outcome(context, step, {
      before: untouched.size,
      candidate,
      stage,
      dropping,
      fits: fits(candidate.size, policy),
      asks: [...reflections.values(), ...asks],
    });

  const hasBudget = policy.maxInputChars !== undefined || policy.maxInputTokens !== undefined;
  if (hasBudget && fits(untouched.size, policy)) return settle(untouched, undefined);

  const maskers = maskersOf(policy);
  const checkpoint = planCheckpoint(context, step, dropping);
  /** What is masked, and what is summarized before that whatever the budget. */
  const mask = (masking: Masking): Candidate => {
    const whole = weigh(masking);
    if (checkpoint === undefined) return whole;
    const scales = { weigh, whole, fits: () => true, answers };
    const summarized = summarize(context, checkpoint, scales);
    asks.splice(0, asks.length, ...summarized.asks);
    return summarized.candidate ?? whole;
  };
  let masked = untouched;
  if (!hasBudget && maskers.length > 0) masked = mask(maskingStage(context, step));
  else if (checkpoint !== undefined) masked = mask(untouched.masking);
  // With a budget the rules that lose more have their turn only where those before them do not do.
  for (let count = 1; hasBudget && count <= maskers.length && !fits(masked.size, policy); count++)
    masked = mask(maskingStage(context, step, maskers.slice(0, count)));
  const stage = masked.condensation === undefined ? "masking" : "summarization";
  if (!hasBudget || dropping === "never" || fits(masked.size, policy)) return settle(masked, stage);

  // Before anything is dropped the window shrinks to its size: dropping moves all that stands before
  // it anyway, and a second run would find another number of units.
  const exact = withExactWindow(context);
  const most = maskers.length > 0 && exact !== context ? weigh(maskingStage(exact, step)) : masked;
  if (fits(most.size, policy)) return settle(most, "masking");

  const plan = planCondensing(exact, step, dropping);
  if (plan === undefined || plan.breaksPairs) return settle(most, "fallback");
  const isEnough = (size: Size) => fits(size, policy);
  const whole = most.condensation === undefined ? most : weigh(most.masking);
  const summarized = summarize(context, plan, { weigh, whole, fits: isEnough, answers });
  asks.push(...summarized.asks);
  if (summarized.candidate !== undefined) return settle(summarized.candidate, "summarization");
  return settle(weigh(most.masking, plan.fallback), "fallback");
}

/** The same with a window that moves on by one unit at a time, to which the task makes no difference. */
function withExactWindow(context: RuleContext): RuleContext {
  const { transcript, policy } = context;
  const { every = 1, countTask = false } = policy.window;
  if (every === 1 && !countTask) return context;
  const window = windowOf(transcript, { ...policy.window, every: 1, countTask: false });
  return { ...context, window };
}

/** Whether a size is within every budget there is. */
function fits(size: Size, { maxInputChars, maxInputTokens }: Policy): boolean {
  return (
    size.chars <= (maxInputChars ?? Number.POSITIVE_INFINITY) &&
    (size.tokens ?? 0) <= (maxInputTokens ?? Number.POSITIVE_INFINITY)
  );
}

/** The size at a step of what masking and condensing leave. */
function measure(
  { transcript, policy }: RuleContext,
  step: Step,
  { masking, condensation }: Omit<Candidate, "size">,
): Size {
  const end = transcript.turns.messagesUpTo(step);
  const { firstLive } = transcript;
  if (policy.counter === undefined && condensation === undefined)
    return {
      chars: transcript.charsBefore(end) - transcript.charsBefore(firstLive) - masking.savedChars,
    };
  const gauge = createGauge(transcript, policy.counter);
  const dropped = droppedOf(condensation);
  for (const part of transcript.parts) {
    const { message } = part;
    if (message < firstLive || message >= end || dropped.has(message)) continue;
    const text = (masking.replacement(part) ?? masking.edit(part))?.text;
    if (text === undefined) gauge.part(part);
    else gauge.edited(charsOfEdit(transcript, part, text), textOfEdit(part, text));
  }
  if (condensation?.summary !== undefined) gauge.text(condensation.summary);
  return gauge.size;
}
