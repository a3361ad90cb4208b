import type { Answers, Asked } from "../asking/ask.ts";
import type { RuleContext } from "../rules/rule.ts";
import { type CondensingResult, planCheckpoint, summarize } from "../summaries/summarize.ts";
import { type Step, windowOf } from "../windows/window-ends.ts";
import { fits } from "./candidate-size.ts";
import { planCondensing } from "./condensing.ts";
import type { Masking } from "./masking.ts";
import { maskingStage } from "./masking-stage.ts";
import type { Condensation, Dropping, Reduction } from "./reduction.ts";
import { isAtOnce, maskersOf } from "./tiers.ts";

/** The inputs and scales that the stages of one reduction share. */
export interface Stages {
  readonly context: RuleContext;
  readonly step: Step;
  readonly dropping: Dropping;
  /** The level of an earlier step, the lowest that is tried. */
  readonly least: number;
  readonly answers: Answers | undefined;
  isSmaller(condensation: Condensation): boolean;
  readonly untouched: CondensingResult;
  weigh(masking: Masking, condensation?: Condensation): CondensingResult;
}

/** A result with its stage and level, and the questions that a model was asked for it. */
export interface Decided {
  readonly candidate: CondensingResult;
  readonly stage: Reduction["stage"];
  readonly level: number;
  readonly asks: readonly Asked[];
}

/** Goes from stage to stage until the budget is met, or nothing is left to do. */
export function decideStage(stages: Stages): Decided {
  const { context, step, dropping, least, untouched } = stages;
  const { policy } = context;
  const hasBudget = policy.maxInputChars !== undefined || policy.maxInputTokens !== undefined;
  const atOnce = hasBudget ? maskersOf(policy).filter(isAtOnce) : [];
  const base = atOnce.length === 0 ? untouched : stages.weigh(maskingStage(context, step, atOnce));
  if (hasBudget && least === 0 && fits(base.size, policy))
    return { candidate: base, stage: "masking", level: 0, asks: [] };

  const attempts = hasBudget ? attemptsOf(context, step) : [];
  const masked = maskAsNeeded(stages, attempts, { hasBudget, base });
  if (!hasBudget || dropping === "never") return masked;
  if (least <= attempts.length && fits(masked.candidate.size, policy)) return masked;
  return dropAsNeeded(stages, { ...masked, level: attempts.length + 1 }, dropping);
}

/**
 * Masks; with a budget, only as much as needed beyond what is masked at once. First summarizes what the policy
 * summarizes regardless of the budget.
 */
function maskAsNeeded(
  { context, step, dropping, least, answers, isSmaller, weigh }: Stages,
  attempts: readonly MaskingAttempt[],
  { hasBudget, base }: { readonly hasBudget: boolean; readonly base: CondensingResult },
): Decided {
  const { policy } = context;
  const due = planCheckpoint(context, step, dropping);
  // What a summary drops moves a window in steps: a second run would find it elsewhere, and mask more.
  const exact = due === undefined ? context : withExactWindow(context);
  const checkpoint = exact === context ? due : (planCheckpoint(exact, step, dropping) ?? due);
  let asks: readonly Asked[] = [];
  const mask = (masking: Masking): CondensingResult => {
    const whole = weigh(masking);
    if (checkpoint === undefined) return whole;
    const scales = { weigh, whole, fits: () => true, isSmaller, answers };
    const summarized = summarize(context, checkpoint, scales);
    asks = summarized.asks;
    return summarized.candidate ?? whole;
  };
  let candidate = base;
  if (!hasBudget && maskersOf(policy).length > 0) candidate = mask(maskingStage(exact, step));
  else if (checkpoint !== undefined) candidate = mask(base.masking);
  let level = 0;
  while (level < attempts.length && (level < least || !fits(candidate.size, policy))) {
    const attempt = attempts[level++];
    if (attempt !== undefined && level >= least) candidate = mask(attempt());
  }
  const stage = candidate.condensation === undefined ? "masking" : "summarization";
  return { candidate, stage, level, asks };
}

/** Summarizes messages that exceed the budget, or drops them if no summary fits. */
function dropAsNeeded(
  { context, step, answers, isSmaller, weigh }: Stages,
  masked: Decided,
  dropping: Exclude<Dropping, "never">,
): Decided {
  const { policy } = context;
  const isEnough = ({ size }: Pick<CondensingResult, "size">) => fits(size, policy);
  // Before anything is dropped the window shrinks to its size: dropping moves all that stands before
  // it anyway, and a second run would find another number of units.
  const whole = withoutMinGain(context);
  const exact = withExactWindow(whole);
  const most =
    maskersOf(policy).length > 0 && exact !== whole
      ? weigh(maskingStage(exact, step))
      : masked.candidate;
  if (isEnough(most)) return { ...masked, candidate: most, stage: "masking" };

  const plan = planCondensing(exact, step, dropping);
  if (plan === undefined || plan.breaksPairs)
    return { ...masked, candidate: most, stage: "fallback" };
  const summarized = summarize(context, plan, {
    weigh,
    whole: most.condensation === undefined ? most : weigh(most.masking),
    fits: (size) => isEnough({ size }),
    isSmaller,
    answers,
  });
  const asks = [...masked.asks, ...summarized.asks];
  const { candidate } = summarized;
  if (candidate !== undefined) return { ...masked, asks, candidate, stage: "summarization" };
  return { ...masked, asks, candidate: weigh(most.masking, plan.fallback), stage: "fallback" };
}

/** One of the ways to mask with a budget. */
type MaskingAttempt = () => Masking;

/**
 * The ways to mask with a budget, each tried only if those before it do not suffice: rules that lose more after
 * those that lose less, and short results last.
 */
function attemptsOf(context: RuleContext, step: Step): readonly MaskingAttempt[] {
  const maskers = maskersOf(context.policy);
  const whole = withoutMinGain(context);
  const attempts = maskers.flatMap((masker, last) =>
    isAtOnce(masker) ? [] : [() => maskingStage(context, step, maskers.slice(0, last + 1))],
  );
  if (whole !== context && maskers.length > 0)
    attempts.push(() => maskingStage(whole, step, maskers));
  return attempts;
}

/** The policy with a minimum gain of one char. */
function withoutMinGain(context: RuleContext): RuleContext {
  return context.minGain === 1 ? context : { ...context, minGain: 1 };
}

/** The policy with a window that moves by one unit at a time and does not count the task. */
function withExactWindow(context: RuleContext): RuleContext {
  const { transcript, policy } = context;
  const { every = 1, countTask = false } = policy.window;
  if (every === 1 && !countTask) return context;
  const window = windowOf(transcript, { ...policy.window, every: 1, countTask: false });
  return { ...context, window };
}
