import type { ReductionStage } from "../reduce/reduction.ts";
import type { AverageTurn, Comparison, Outcome, UsedObservations } from "./comparison.ts";
import { type Quartiles, quartilesOf } from "./quartiles.ts";
import type { Recall } from "./recall/recall.ts";
import { addRecall, recallShare } from "./recall/recall.ts";

/** A setting over all transcripts. Its keys are a public contract. */
export interface OutcomeTotals extends Omit<Outcome, "reductionStage" | "breakEven" | "fits"> {
  /** Transcripts that reached each stage, and those that are larger than their budget. */
  readonly stages: Readonly<Partial<Record<ReductionStage, number>>>;
  readonly overBudget: number;
  /** Costs divided by those of history left alone, with a prompt cache and without. */
  readonly cachedRatio: number;
  readonly uncachedRatio: number;
  /** The part of references that was visible; absent where it was not looked for. */
  readonly recallShare?: number;
  /** Transcripts that cost less from some turn on, and that turn: the median of theirs. */
  readonly breaksEven: number;
  readonly breakEven?: number;
  /** Across transcripts. */
  readonly quartiles: {
    readonly promptShare?: Quartiles;
    readonly cachedRatio?: Quartiles;
    readonly recallShare?: Quartiles;
  };
}

/** All transcripts that were compared, together. Its keys are a public contract. */
export interface ComparisonTotals {
  readonly transcripts: number;
  readonly messages: number;
  readonly turns: number;
  readonly toolTurns: number;
  readonly requests: number;
  /** Chars a token, of all together, and transcripts by how tokens were counted. */
  readonly charsPerToken: number;
  readonly estimates: Readonly<Record<string, number>>;
  /** Tokens before every prompt: the mean over the requests. */
  readonly overheadTokens: number;
  readonly alone: OutcomeTotals;
  readonly outcomes: readonly OutcomeTotals[];
  readonly turn: AverageTurn;
  readonly uses?: UsedObservations;
}

/** Comparisons added up: sums, and few numbers for each transcript. */
export interface ComparisonSum {
  add(comparison: Comparison): void;
  /** Adds all that another sum over the same settings has. */
  merge(other: ComparisonSum): void;
  readonly totals: ComparisonTotals;
  readonly state: SumState;
}

interface SumState {
  readonly counts: Record<"transcripts" | "messages" | "turns" | "toolTurns" | "requests", number>;
  /** Over all requests. */
  overheadTokens: number;
  readonly estimates: Record<string, number>;
  /** Over all tool turns. */
  readonly turn: { -readonly [K in keyof AverageTurn]: number };
  readonly outcomes: readonly OutcomeState[];
  uses: UsedObservations | undefined;
}

/** A sum that has nothing yet, over settings of these names. */
export function createComparisonSum(settings: readonly string[]): ComparisonSum {
  const state: SumState = {
    counts: { transcripts: 0, messages: 0, turns: 0, toolTurns: 0, requests: 0 },
    overheadTokens: 0,
    estimates: {},
    turn: { action: 0, observation: 0, placeholder: 0 },
    outcomes: ["alone", ...settings].map(noOutcomes),
    uses: undefined,
  };
  return {
    state,
    add({ alone, outcomes, estimate, turn, uses, ...counts }) {
      state.counts.transcripts++;
      for (const key of COUNTED) state.counts[key] += counts[key];
      state.overheadTokens += estimate.overheadTokens * counts.requests;
      addTo(state.estimates, { [estimate.by]: 1 });
      for (const key of TURN) state.turn[key] += turn[key] * counts.toolTurns;
      [alone, ...outcomes].forEach((outcome, k) => {
        addOutcome(state.outcomes[k], outcome, alone);
      });
      if (uses !== undefined) state.uses = addUses(state.uses, uses);
    },
    merge({ state: other }) {
      addTo(state.counts, other.counts);
      state.overheadTokens += other.overheadTokens;
      addTo(state.estimates, other.estimates);
      addTo(state.turn, other.turn);
      other.outcomes.forEach((outcome, k) => {
        mergeOutcome(state.outcomes[k], outcome);
      });
      if (other.uses !== undefined) state.uses = addUses(state.uses, other.uses);
    },
    get totals() {
      const { counts, outcomes } = state;
      const toolTurns = Math.max(1, counts.toolTurns);
      const [left = noOutcomes("alone")] = outcomes;
      const [alone = outcomeTotals(left, left), ...others] = outcomes.map((outcome) =>
        outcomeTotals(outcome, left),
      );
      return {
        ...counts,
        charsPerToken: alone.tokens === 0 ? 4 : alone.chars / alone.tokens,
        estimates: { ...state.estimates },
        overheadTokens: Math.round(state.overheadTokens / Math.max(1, counts.requests)),
        alone,
        outcomes: others,
        turn: {
          action: state.turn.action / toolTurns,
          observation: state.turn.observation / toolTurns,
          placeholder: state.turn.placeholder / toolTurns,
        },
        ...(state.uses !== undefined && { uses: state.uses }),
      };
    },
  };
}

const COUNTED = ["messages", "turns", "toolTurns", "requests"] as const;
const TURN = ["action", "observation", "placeholder"] as const;

/** What is added up of one setting. */
interface OutcomeState {
  readonly setting: string;
  readonly sums: Record<(typeof SUMMED)[number], number>;
  peakTokens: number;
  readonly stages: Partial<Record<ReductionStage, number>>;
  overBudget: number;
  recall: Recall | undefined;
  /** A number for each transcript. */
  readonly across: Record<"promptShare" | "cachedRatio" | "recallShare" | "breakEven", number[]>;
}

/** What is added up of an outcome as it is. */
const SUMMED = [
  "chars",
  "tokens",
  "maskedCount",
  "maskedChars",
  "promptTokens",
  "cachedCost",
  "uncachedCost",
] as const satisfies readonly (keyof Outcome)[];

function noOutcomes(setting: string): OutcomeState {
  return {
    setting,
    sums: {
      chars: 0,
      tokens: 0,
      maskedCount: 0,
      maskedChars: 0,
      promptTokens: 0,
      cachedCost: 0,
      uncachedCost: 0,
    },
    peakTokens: 0,
    stages: {},
    overBudget: 0,
    recall: undefined,
    across: { promptShare: [], cachedRatio: [], recallShare: [], breakEven: [] },
  };
}

function addOutcome(state: OutcomeState | undefined, outcome: Outcome, alone: Outcome): void {
  if (state === undefined) return;
  const { across } = state;
  const { reductionStage, fits, breakEven, recall } = outcome;
  for (const key of SUMMED) state.sums[key] += outcome[key];
  state.peakTokens = Math.max(state.peakTokens, outcome.peakTokens);
  if (reductionStage !== undefined) addTo(state.stages, { [reductionStage]: 1 });
  if (!fits) state.overBudget++;
  if (breakEven !== undefined) across.breakEven.push(breakEven);
  if (alone.promptTokens > 0) {
    across.promptShare.push(outcome.promptTokens / alone.promptTokens);
    across.cachedRatio.push(ratio(outcome.cachedCost, alone.cachedCost));
  }
  if (recall === undefined) return;
  state.recall = addRecall(state.recall, recall);
  if (recall.references > 0) across.recallShare.push(recallShare(recall));
}

function mergeOutcome(state: OutcomeState | undefined, other: OutcomeState): void {
  if (state === undefined) return;
  addTo(state.sums, other.sums);
  state.peakTokens = Math.max(state.peakTokens, other.peakTokens);
  addTo(state.stages, other.stages);
  state.overBudget += other.overBudget;
  if (other.recall !== undefined) state.recall = addRecall(state.recall, other.recall);
  for (const [key, numbers] of Object.entries(other.across)) {
    const into = state.across[key as keyof OutcomeState["across"]];
    for (const number of numbers) into.push(number);
  }
}

function outcomeTotals(state: OutcomeState, alone: OutcomeState): OutcomeTotals {
  const { setting, sums, peakTokens, stages, overBudget, recall, across } = state;
  const promptShare = quartilesOf(across.promptShare);
  const cachedRatio = quartilesOf(across.cachedRatio);
  const recalled = quartilesOf(across.recallShare);
  const breakEven = quartilesOf(across.breakEven)?.median;
  return {
    setting,
    ...sums,
    peakTokens,
    stages: { ...stages },
    overBudget,
    cachedRatio: ratio(sums.cachedCost, alone.sums.cachedCost),
    uncachedRatio: ratio(sums.uncachedCost, alone.sums.uncachedCost),
    ...(recall !== undefined && { recall, recallShare: recallShare(recall) }),
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
function addTo<K extends string>(
  sums: Partial<Record<K, number>>,
  more: Readonly<Partial<Record<K, number>>>,
): void {
  for (const [key, value] of Object.entries(more) as [K, number][])
    sums[key] = (sums[key] ?? 0) + value;
}

function addUses(sum: UsedObservations | undefined, more: UsedObservations): UsedObservations {
  const add = (kind: keyof UsedObservations) => ({
    count: (sum?.[kind].count ?? 0) + more[kind].count,
    chars: (sum?.[kind].chars ?? 0) + more[kind].chars,
  });
  return {
    opaque: add("opaque"),
    unreferenced: add("unreferenced"),
    closed: add("closed"),
    open: add("open"),
  };
}

/** 1 where there is nothing to compare. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
