import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import {
  addRecall,
  noRecall,
  type Recall,
  type RecallSum,
  recallOf,
  recallShare,
  trialsOf,
} from "./recall/recall.ts";
import type { Outcome } from "./result.ts";
import { addTokens, type BilledTokens, costRatio } from "./token-cost.ts";

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

/** Adds numbers to those of the same names. */
export function addTo<K extends string>(
  sums: Partial<Record<K, number>>,
  more: Readonly<Partial<Record<K, number>>>,
): void {
  for (const key in more) sums[key] = (sums[key] ?? 0) + (more[key] ?? 0);
}
