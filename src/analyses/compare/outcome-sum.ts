import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import type { Interval } from "./interval.ts";
import { type Quartiles, quartilesOf } from "./quartiles.ts";
import {
  addRecall,
  noRecall,
  type Recall,
  type RecallSum,
  recallOf,
  recallShare,
  trialsOf,
} from "./recall/recall.ts";
import { intervalOver } from "./recall/recall-over.ts";
import { resampledIntervals } from "./resampled-interval.ts";
import type { Outcome } from "./result.ts";
import { addTokens, type BilledTokens, costRatio } from "./token-cost.ts";

/** A setting over all transcripts. Its keys are a public contract. */
export interface OutcomeTotals
  extends Omit<Outcome, "reductionStage" | "breakEven" | "fits" | "targetMet"> {
  /** Transcripts that reached each stage, and those that are larger than their budget, or their target. */
  readonly stages: Readonly<Partial<Record<ReductionStage, number>>>;
  readonly overBudget: number;
  readonly overTarget: number;
  /** Costs divided by those of history left alone, with a prompt cache and without. */
  readonly cachedRatio: number;
  readonly uncachedRatio: number;
  /** The whole cost divided by that of history left alone. */
  readonly wholeRatio: number;
  /**
   * The share of later uses of tool results that were visible, calls repeated for a hidden one counted as missed,
   * and its 95 % confidence interval: by resampling transcripts, or Wilson's over uses if that is wider; absent if
   * not measured.
   */
  readonly recallShare?: number;
  readonly recallInterval?: Interval;
  /** Transcripts in which there were such uses. */
  readonly recallTranscripts?: number;
  /** Transcripts that cost less from some turn on, and the median of that turn. */
  readonly breaksEven: number;
  readonly breakEven?: number;
  /** Across transcripts. */
  readonly quartiles: {
    readonly promptShare?: Quartiles;
    readonly cachedRatio?: Quartiles;
    readonly recallShare?: Quartiles;
  };
}

/** The sums of one setting. */
export interface OutcomeState {
  readonly setting: string;
  readonly sums: ReturnType<typeof noSums>;
  peakTokens: number;
  readonly billed: { -readonly [K in keyof BilledTokens]: number };
  readonly extra: { -readonly [K in keyof BilledTokens]: number };
  readonly stages: Partial<Record<ReductionStage, number>>;
  overBudget: number;
  overTarget: number;
  recall: RecallSum | undefined;
  /** A number for each transcript. */
  readonly across: Record<
    "promptShare" | "cachedRatio" | "recallShare" | "breakEven" | "hits" | "trials",
    number[]
  >;
}

/** The figures of an outcome that are simply added. */
function noSums() {
  return {
    chars: 0,
    tokens: 0,
    maskedCount: 0,
    maskedChars: 0,
    promptTokens: 0,
    cachedCost: 0,
    uncachedCost: 0,
    lostBlocks: 0,
    againTokens: 0,
    reasoningCost: 0,
    outputTokens: 0,
    outputCost: 0,
    shows: 0,
    summaries: 0,
    extraCost: 0,
    wholeCost: 0,
  } satisfies Partial<Record<keyof Outcome, number>>;
}

/** Adds sums, key by key: outcomes have many hidden classes in V8, on which a computed key is slow. */
function addSums(sums: ReturnType<typeof noSums>, more: Readonly<ReturnType<typeof noSums>>): void {
  sums.chars += more.chars;
  sums.tokens += more.tokens;
  sums.maskedCount += more.maskedCount;
  sums.maskedChars += more.maskedChars;
  sums.promptTokens += more.promptTokens;
  sums.cachedCost += more.cachedCost;
  sums.uncachedCost += more.uncachedCost;
  sums.lostBlocks += more.lostBlocks;
  sums.againTokens += more.againTokens;
  sums.reasoningCost += more.reasoningCost;
  sums.outputTokens += more.outputTokens;
  sums.outputCost += more.outputCost;
  sums.shows += more.shows;
  sums.summaries += more.summaries;
  sums.extraCost += more.extraCost;
  sums.wholeCost += more.wholeCost;
}

/** Empty sums of a setting. */
export function noOutcomes(setting: string): OutcomeState {
  return {
    setting,
    sums: noSums(),
    peakTokens: 0,
    billed: { prompt: 0, read: 0, again: 0 },
    extra: { prompt: 0, read: 0, again: 0 },
    stages: {},
    overBudget: 0,
    overTarget: 0,
    recall: undefined,
    across: {
      promptShare: [],
      cachedRatio: [],
      recallShare: [],
      breakEven: [],
      hits: [],
      trials: [],
    },
  };
}

/** Adds the outcome of a setting for a transcript, and that of history left alone. */
export function addOutcome(
  state: OutcomeState | undefined,
  outcome: Outcome,
  alone: Outcome,
): void {
  if (state === undefined) return;
  const { across } = state;
  const { reductionStage, fits, targetMet, breakEven, recall } = outcome;
  addSums(state.sums, outcome);
  addTokens(state.billed, outcome.billed);
  addTokens(state.extra, outcome.extra);
  state.peakTokens = Math.max(state.peakTokens, outcome.peakTokens);
  if (reductionStage !== undefined) addTo(state.stages, { [reductionStage]: 1 });
  if (!fits) state.overBudget++;
  if (!targetMet) state.overTarget++;
  if (breakEven !== undefined) across.breakEven.push(breakEven);
  if (alone.promptTokens > 0) {
    across.promptShare.push(outcome.promptTokens / alone.promptTokens);
    across.cachedRatio.push(costRatio(outcome.cachedCost, alone.cachedCost));
  }
  if (recall === undefined) return;
  addToRecall(state, recall);
  if (recall.references > 0) across.recallShare.push(recallShare(recall));
  const { hits, trials } = trialsOf(recall);
  if (trials === 0) return;
  across.hits.push(hits);
  across.trials.push(trials);
}

function addToRecall(state: OutcomeState, recall: Recall): void {
  state.recall ??= noRecall();
  addRecall(state.recall, recall);
}

/** Adds another state of the same setting. */
export function mergeOutcome(state: OutcomeState | undefined, other: OutcomeState): void {
  if (state === undefined) return;
  addSums(state.sums, other.sums);
  addTokens(state.billed, other.billed);
  addTokens(state.extra, other.extra);
  state.peakTokens = Math.max(state.peakTokens, other.peakTokens);
  addTo(state.stages, other.stages);
  state.overBudget += other.overBudget;
  state.overTarget += other.overTarget;
  if (other.recall !== undefined) addToRecall(state, recallOf(other.recall));
  for (const [key, numbers] of Object.entries(other.across)) {
    const into = state.across[key as keyof OutcomeState["across"]];
    for (const number of numbers) into.push(number);
  }
}

/** The totals of settings, relative to those of the full history, which is the first of them. */
export function outcomesTotals(states: readonly OutcomeState[]): readonly OutcomeTotals[] {
  const resampled = resampledIntervals(states.map(({ across }) => across));
  const [alone] = states;
  return states.map((state, k) => outcomeTotals(state, alone ?? state, resampled[k]));
}

function outcomeTotals(
  state: OutcomeState,
  alone: OutcomeState,
  resampled: Interval | undefined,
): OutcomeTotals {
  const { setting, sums, peakTokens, billed, extra, stages, overBudget, overTarget } = state;
  const { across } = state;
  const recall = state.recall && recallOf(state.recall);
  const promptShare = quartilesOf(across.promptShare);
  const cachedRatio = quartilesOf(across.cachedRatio);
  const recalled = quartilesOf(across.recallShare);
  const breakEven = quartilesOf(across.breakEven)?.median;
  return {
    setting,
    ...sums,
    peakTokens,
    billed: { ...billed },
    extra: { ...extra },
    stages: { ...stages },
    overBudget,
    overTarget,
    cachedRatio: costRatio(sums.cachedCost, alone.sums.cachedCost),
    uncachedRatio: costRatio(sums.uncachedCost, alone.sums.uncachedCost),
    wholeRatio: costRatio(sums.wholeCost, alone.sums.wholeCost),
    ...(recall !== undefined && {
      recall,
      recallShare: recallShare(recall),
      recallInterval: intervalOver(recall, resampled),
      recallTranscripts: across.trials.length,
    }),
    breaksEven: across.breakEven.length,
    ...(breakEven !== undefined && { breakEven }),
    quartiles: {
      ...(promptShare !== undefined && { promptShare }),
      ...(cachedRatio !== undefined && { cachedRatio }),
      ...(recalled !== undefined && { recallShare: recalled }),
    },
  };
}

/** Adds numbers to those of the same names. */
export function addTo<K extends string>(
  sums: Partial<Record<K, number>>,
  more: Readonly<Partial<Record<K, number>>>,
): void {
  for (const key in more) sums[key] = (sums[key] ?? 0) + (more[key] ?? 0);
}
