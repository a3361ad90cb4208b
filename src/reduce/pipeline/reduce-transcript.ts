import { createGauge, type Size } from "../../transcript/model/size.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Answers, Asked } from "../asking/ask.ts";
import { placeholdersOf } from "../placeholders/placeholder.ts";
import type { RuleContext } from "../rules/rule.ts";
import { type CondensingResult, planCheckpoint, summarize } from "../summaries/summarize.ts";
import { type Step, windowOf } from "../windows/window-ends.ts";
import type { Policy } from "./checked-policy.ts";
import { planCondensing } from "./condensing.ts";
import { type Masking, maskingStage, noMasking } from "./masking-stage.ts";
import { charsOfEdit, textOfEdit } from "./part-edits.ts";
import type { Condensation, Dropping, Reduction } from "./reduction.ts";
import { droppedOf, outcome } from "./stage-outcome.ts";
import { maskersOf, rulesOf } from "./tiers.ts";

/**
 * The graduated reducer: masks old observations, summarizes only if that does not fit the budget,
 * truncates only as a last resort, and never parts a call from its observation.
 *
 * Pure: it sees outlines and gives edits. `step` asks for the reduction as it would have been when
 * the agent had seen that many turns. `dropping` is what may be dropped; `never`: only masking is
 * tried. `answers` knows what a model says: what is asked is in the reduction, and where an answer is
 * missing or will not do the deterministic text stands. `least` is the level of an earlier step of the
 * same transcript: what that masked stays masked. `isSmaller` says whether the file gets smaller where a
 * summary takes the place of messages; without it chars decide alone.
 */
export function reduceTranscript(
  transcript: Transcript,
  policy: Policy,
  {
    step = transcript.turns.count,
    dropping = "remove",
    answers,
    least = 0,
    isSmaller = () => true,
  }: {
    readonly step?: Step;
    readonly dropping?: Dropping;
    readonly least?: number;
    readonly isSmaller?: (condensation: Condensation) => boolean;
    readonly answers?: Answers | undefined;
  } = {},
): Reduction {
  const window = windowOf(transcript, policy.window);
  const placeholders = placeholdersOf(transcript, policy);
  const reflections = new Map<string, Asked>();
  const context: RuleContext = {
    transcript,
    policy,
    active: rulesOf(policy).active,
    window,
    placeholders,
    minGain: policy.minGain,
    answers,
    asked: reflections,
  };
  const weigh = (masking: Masking, condensation?: Condensation): CondensingResult => ({
    masking,
    condensation,
    size: measure({ transcript, counter: policy.counter }, step, { masking, condensation }),
  });
  const asks: Asked[] = [];

  const untouched = weigh(noMasking(context, step));
  let level = 0;
  const resultOf = (candidate: CondensingResult, stage: Reduction["stage"]): Reduction =>
    outcome(context, step, {
      level,
      before: untouched.size,
      candidate,
      stage,
      dropping,
      fits: fits(candidate.size, policy),
      targetMet: meetsTarget(context, step, { untouched, candidate }),
      asks: [...reflections.values(), ...asks],
    });

  const hasBudget = policy.maxInputChars !== undefined || policy.maxInputTokens !== undefined;
  if (hasBudget && least === 0 && fits(untouched.size, policy))
    return resultOf(untouched, undefined);

  const maskers = maskersOf(policy);
  const checkpoint = planCheckpoint(context, step, dropping);
  /** Masks, and summarizes first what the policy summarizes whatever the budget. */
  const mask = (masking: Masking): CondensingResult => {
    const whole = weigh(masking);
    if (checkpoint === undefined) return whole;
    const scales = { weigh, whole, fits: () => true, isSmaller, answers };
    const summarized = summarize(context, checkpoint, scales);
    asks.splice(0, asks.length, ...summarized.asks);
    return summarized.candidate ?? whole;
  };
  let masked = untouched;
  if (!hasBudget && maskers.length > 0) masked = mask(maskingStage(context, step));
  else if (checkpoint !== undefined) masked = mask(untouched.masking);
  const whole = withoutMinGain(context);
  const attempts = hasBudget ? attemptsOf(context, whole) : [];
  while (level < attempts.length && (level < least || !fits(masked.size, policy))) {
    const attempt = attempts[level++];
    if (attempt !== undefined && level >= least) masked = mask(attempt(step));
  }
  const stage = masked.condensation === undefined ? "masking" : "summarization";
  const isEnough = (size: Size) => fits(size, policy);
  if (!hasBudget || dropping === "never") return resultOf(masked, stage);
  if (least <= attempts.length && isEnough(masked.size)) return resultOf(masked, stage);

  // Before anything is dropped the window shrinks to its size: dropping moves all that stands before
  // it anyway, and a second run would find another number of units.
  const exact = withExactWindow(whole);
  const most = maskers.length > 0 && exact !== whole ? weigh(maskingStage(exact, step)) : masked;
  level = attempts.length + 1;
  if (isEnough(most.size)) return resultOf(most, "masking");

  const plan = planCondensing(exact, step, dropping);
  if (plan === undefined || plan.breaksPairs) return resultOf(most, "fallback");
  const kept = most.condensation === undefined ? most : weigh(most.masking);
  const summarized = summarize(context, plan, {
    weigh,
    whole: kept,
    fits: isEnough,
    isSmaller,
    answers,
  });
  asks.push(...summarized.asks);
  if (summarized.candidate !== undefined) return resultOf(summarized.candidate, "summarization");
  return resultOf(weigh(most.masking, plan.fallback), "fallback");
}

/**
 * The ways to mask with a budget, each only where those before it do not do: rules that lose more after
 * those that lose less, and short results last.
 */
function attemptsOf(
  context: RuleContext,
  whole: RuleContext,
): readonly ((step: Step) => Masking)[] {
  const maskers = maskersOf(context.policy);
  const attempts = maskers.map(
    (_, last) => (step: Step) => maskingStage(context, step, maskers.slice(0, last + 1)),
  );
  if (whole !== context && maskers.length > 0)
    attempts.push((step) => maskingStage(whole, step, maskers));
  return attempts;
}

/** The same where masking an observation has to save one char only. */
function withoutMinGain(context: RuleContext): RuleContext {
  return context.minGain === 1 ? context : { ...context, minGain: 1 };
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

/** Whether the target is met, in its own unit; true where the trigger does not ask for it. */
function meetsTarget(
  { transcript, policy }: RuleContext,
  step: Step,
  {
    untouched,
    candidate,
  }: { readonly untouched: CondensingResult; readonly candidate: CondensingResult },
): boolean {
  const { pressure } = policy;
  if (pressure?.target === undefined) return true;
  const { counter, target, trigger } = pressure;
  const sizeOf = (each: CondensingResult) => {
    const { chars, tokens } = measure({ transcript, counter }, step, each);
    return tokens ?? chars;
  };
  return sizeOf(candidate) <= target || sizeOf(untouched) <= trigger;
}

/** The size at a step of what masking and condensing leave. */
function measure(
  { transcript, counter }: Pick<RuleContext, "transcript"> & Pick<Policy, "counter">,
  step: Step,
  { masking, condensation }: Omit<CondensingResult, "size">,
): Size {
  const end = transcript.turns.messagesUpTo(step);
  const { firstLive } = transcript;
  if (counter === undefined && condensation === undefined)
    return {
      chars: transcript.charsBefore(end) - transcript.charsBefore(firstLive) - masking.savedChars,
    };
  const gauge = createGauge(transcript, counter);
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
