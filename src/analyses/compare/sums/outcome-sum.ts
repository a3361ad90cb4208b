import type { ReductionStage } from "../../../reduce/pipeline/reduction.ts";
import { type BilledTokens, costRatio } from "../billing/token-cost.ts";
import {
  addRecall,
  noRecall,
  type Recall,
  type RecallSum,
  recallOf,
  recallShare,
  trialsOf,
} from "../recall/recall.ts";
import type { Outcome } from "../result.ts";

/** The sums of one setting. */
export interface OutcomeState {
  readonly setting: string;
  /** The sums of `ADDED`, then of `BILLED` as billed, then of `BILLED` on top. */
  readonly sums: Float64Array;
  peakTokens: number;
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

/** The figures of an outcome that are simply added, in the order of reports. */
const ADDED = [
  "chars",
  "tokens",
  "maskedCount",
  "maskedChars",
  "promptTokens",
  "cachedCost",
  "uncachedCost",
  "lostBlocks",
  "againTokens",
  "reasoningCost",
  "outputTokens",
  "outputCost",
  "shows",
  "summaries",
  "extraCost",
  "wholeCost",
] as const satisfies readonly (keyof Outcome)[];

const BILLED = ["prompt", "read", "again"] as const satisfies readonly (keyof BilledTokens)[];

/** Empty sums of a setting. */
export function noOutcomes(setting: string): OutcomeState {
  return {
    setting,
    sums: new Float64Array(ADDED.length + 2 * BILLED.length),
    peakTokens: 0,
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

/** The sums of a setting by name. */
export function sumsOf({ sums }: OutcomeState) {
  const at = (name: (typeof ADDED)[number]) => sums[ADDED.indexOf(name)] ?? 0;
  const billed = (from: number): BilledTokens => {
    const [prompt = 0, read = 0, again = 0] = sums.subarray(from, from + BILLED.length);
    return { prompt, read, again };
  };
  const added = Object.fromEntries(ADDED.map((name) => [name, at(name)]));
  return {
    added: added as Record<(typeof ADDED)[number], number>,
    billed: billed(ADDED.length),
    extra: billed(ADDED.length + BILLED.length),
  };
}

/** Adds the outcomes of the settings for a transcript, history left alone first. */
export function addOutcomes(
  states: readonly OutcomeState[],
  alone: Outcome,
  outcomes: readonly Outcome[],
): void {
  const figures = figuresIn(alone, outcomes);
  for (let k = 0; k < states.length; k++) {
    const own = figures[k];
    if (own !== undefined) addFigures(states[k] as OutcomeState, own);
  }
}

/** The figures of transcripts: each is added to the sums of all, and of a half. */
const FIGURES = new WeakMap<readonly Outcome[], readonly OutcomeFigures[]>();

/**
 * The figures of history left alone, and of each setting. Settings that make the same prompts share theirs, and with
 * them `billed`, so these are read only once.
 */
function figuresIn(alone: Outcome, outcomes: readonly Outcome[]): readonly OutcomeFigures[] {
  const read = FIGURES.get(outcomes);
  if (read !== undefined) return read;
  const known: { readonly billed: BilledTokens; readonly figures: OutcomeFigures }[] = [];
  const figures = [alone, ...outcomes].map((outcome) => {
    const { billed } = outcome;
    for (const each of known) if (each.billed === billed) return each.figures;
    const own = figuresOf(outcome, alone);
    known.push({ billed, figures: own });
    return own;
  });
  FIGURES.set(outcomes, figures);
  return figures;
}

/** The figures of an outcome, to be added to the sums of every setting that has it. */
interface OutcomeFigures extends Pick<Outcome, "peakTokens" | "reductionStage"> {
  readonly sums: Float64Array;
  readonly fits: boolean;
  readonly targetMet: boolean;
  readonly recall: Recall | undefined;
  readonly breakEven: number | undefined;
  /** Divided by those of history left alone; undefined where that has no prompts. */
  readonly promptShare: number | undefined;
  readonly cachedRatio: number;
}

function figuresOf(outcome: Outcome, alone: Outcome): OutcomeFigures {
  const { billed, extra, peakTokens, reductionStage, fits, targetMet, recall, breakEven } = outcome;
  const sums = new Float64Array(ADDED.length + 2 * BILLED.length);
  for (let k = 0; k < ADDED.length; k++) sums[k] = outcome[ADDED[k] as (typeof ADDED)[number]];
  sums.set(
    [billed.prompt, billed.read, billed.again, extra.prompt, extra.read, extra.again],
    ADDED.length,
  );
  const hasPrompts = alone.promptTokens > 0;
  return {
    sums,
    peakTokens,
    reductionStage,
    fits,
    targetMet,
    recall,
    breakEven,
    promptShare: hasPrompts ? outcome.promptTokens / alone.promptTokens : undefined,
    cachedRatio: costRatio(outcome.cachedCost, alone.cachedCost),
  };
}

function addFigures(state: OutcomeState, figures: OutcomeFigures): void {
  const { across } = state;
  const { peakTokens, reductionStage, promptShare, recall } = figures;
  addSums(state.sums, figures.sums);
  if (peakTokens > state.peakTokens) state.peakTokens = peakTokens;
  if (reductionStage !== undefined)
    state.stages[reductionStage] = (state.stages[reductionStage] ?? 0) + 1;
  if (!figures.fits) state.overBudget++;
  if (!figures.targetMet) state.overTarget++;
  if (figures.breakEven !== undefined) across.breakEven.push(figures.breakEven);
  if (promptShare !== undefined) {
    across.promptShare.push(promptShare);
    across.cachedRatio.push(figures.cachedRatio);
  }
  if (recall === undefined) return;
  addToRecall(state, recall);
  if (recall.references > 0) across.recallShare.push(recallShare(recall));
  const { hits, trials } = trialsOf(recall);
  if (trials === 0) return;
  across.hits.push(hits);
  across.trials.push(trials);
}

function addSums(sums: Float64Array, more: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] ?? 0) + (more[k] ?? 0);
}

function addToRecall(state: OutcomeState, recall: Recall): void {
  state.recall ??= noRecall();
  addRecall(state.recall, recall);
}

/** Adds another state of the same setting. */
export function mergeOutcome(state: OutcomeState | undefined, other: OutcomeState): void {
  if (state === undefined) return;
  addSums(state.sums, other.sums);
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
