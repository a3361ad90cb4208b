import type { AverageTurn, Comparison } from "../result.ts";
import {
  addFound,
  type FoundIn,
  type FoundState,
  type FoundTotals,
  foundTotals,
  mergeFound,
  nothingFound,
} from "./found-sum.ts";
import { addOutcomes, addTo, mergeOutcome, noOutcomes, type OutcomeState } from "./outcome-sum.ts";
import { type OutcomeTotals, outcomesTotals } from "./outcome-totals.ts";

/** All transcripts that were compared, together. Its keys are a public contract. */
export interface ComparisonTotals extends FoundTotals {
  readonly transcripts: number;
  readonly messages: number;
  readonly turns: number;
  readonly toolTurns: number;
  readonly requests: number;
  /** Chars a token, of all together, and transcripts by how tokens were counted. */
  readonly charsPerToken: number;
  readonly estimates: Readonly<Record<string, number>>;
  /** Transcripts by the model that wrote most of them, and by the price that they were billed at. */
  readonly models: Readonly<Record<string, number>>;
  readonly prices: Readonly<Record<string, number>>;
  /** Tokens before every prompt: the mean over the requests. */
  readonly overheadTokens: number;
  readonly alone: OutcomeTotals;
  readonly outcomes: readonly OutcomeTotals[];
  readonly turn: AverageTurn;
}

/** Comparisons added up: sums, and few numbers for each transcript. */
export interface ComparisonSum {
  add(comparison: Comparison & FoundIn): void;
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
  readonly models: Record<string, number>;
  readonly prices: Record<string, number>;
  /** Over all tool turns. */
  readonly turn: { -readonly [K in keyof AverageTurn]: number };
  readonly outcomes: readonly OutcomeState[];
  readonly found: FoundState;
}

/** An empty sum over settings of these names. */
export function createComparisonSum(settings: readonly string[]): ComparisonSum {
  const state = emptyState(settings);
  return {
    state,
    add(comparison) {
      const { alone, outcomes, estimate, turn, model, price } = comparison;
      state.counts.transcripts++;
      for (const key of COUNTED) state.counts[key] += comparison[key];
      state.overheadTokens += estimate.overheadTokens * comparison.requests;
      addTo(state.estimates, { [estimate.by]: 1 });
      addTo(state.prices, { [price]: 1 });
      if (model !== undefined) addTo(state.models, { [model]: 1 });
      for (const key of TURN) state.turn[key] += turn[key] * comparison.toolTurns;
      addOutcomes(state.outcomes, alone, outcomes);
      addFound(state.found, comparison);
    },
    merge({ state: other }) {
      addTo(state.counts, other.counts);
      state.overheadTokens += other.overheadTokens;
      addTo(state.estimates, other.estimates);
      addTo(state.models, other.models);
      addTo(state.prices, other.prices);
      addTo(state.turn, other.turn);
      mergeFound(state.found, other.found);
      other.outcomes.forEach((outcome, k) => {
        mergeOutcome(state.outcomes[k], outcome);
      });
    },
    get totals() {
      return totalsOf(state);
    },
  };
}

function emptyState(settings: readonly string[]): SumState {
  return {
    counts: { transcripts: 0, messages: 0, turns: 0, toolTurns: 0, requests: 0 },
    overheadTokens: 0,
    estimates: {},
    models: {},
    prices: {},
    turn: { action: 0, observation: 0, placeholder: 0 },
    outcomes: ["alone", ...settings].map(noOutcomes),
    found: nothingFound(),
  };
}

function totalsOf(state: SumState): ComparisonTotals {
  const { counts, outcomes, turn } = state;
  const toolTurns = Math.max(1, counts.toolTurns);
  const [alone, ...others] = outcomesTotals(outcomes) as [OutcomeTotals, ...OutcomeTotals[]];
  return {
    ...counts,
    charsPerToken: alone.tokens === 0 ? 4 : alone.chars / alone.tokens,
    estimates: { ...state.estimates },
    models: { ...state.models },
    prices: { ...state.prices },
    overheadTokens: Math.round(state.overheadTokens / Math.max(1, counts.requests)),
    alone,
    outcomes: others,
    turn: {
      action: turn.action / toolTurns,
      observation: turn.observation / toolTurns,
      placeholder: turn.placeholder / toolTurns,
    },
    ...foundTotals(state.found),
  };
}

const COUNTED = ["messages", "turns", "toolTurns", "requests"] as const;
const TURN = ["action", "observation", "placeholder"] as const;
