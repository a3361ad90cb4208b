import type { UsageFit } from "./fit/fit-result.ts";
import {
  addOutcome,
  addTo,
  mergeOutcome,
  noOutcomes,
  type OutcomeState,
  type OutcomeTotals,
  outcomeTotals,
} from "./outcome-sum.ts";
import type { AverageTurn, Comparison, UsedObservations } from "./result.ts";

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
  /** Transcripts by the model that wrote most of them, and by the price that they were billed at. */
  readonly models: Readonly<Record<string, number>>;
  readonly prices: Readonly<Record<string, number>>;
  /** Tokens before every prompt: the mean over the requests. */
  readonly overheadTokens: number;
  readonly alone: OutcomeTotals;
  readonly outcomes: readonly OutcomeTotals[];
  readonly turn: AverageTurn;
  /** Left alone against what providers counted: the turns on record, and the share within 5%; absent: none. */
  readonly fit?: Pick<UsageFit, "turns" | "within5Percent">;
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
  readonly models: Record<string, number>;
  readonly prices: Record<string, number>;
  /** Over all tool turns. */
  readonly turn: { -readonly [K in keyof AverageTurn]: number };
  readonly outcomes: readonly OutcomeState[];
  /** Turns whose counts are on record, and those within 5%. */
  readonly fit: { turns: number; within: number };
  uses: UsedObservations | undefined;
}

/** A sum that has nothing yet, over settings of these names. */
export function createComparisonSum(settings: readonly string[]): ComparisonSum {
  const state: SumState = {
    counts: { transcripts: 0, messages: 0, turns: 0, toolTurns: 0, requests: 0 },
    overheadTokens: 0,
    estimates: {},
    models: {},
    prices: {},
    turn: { action: 0, observation: 0, placeholder: 0 },
    outcomes: ["alone", ...settings].map(noOutcomes),
    fit: { turns: 0, within: 0 },
    uses: undefined,
  };
  return {
    state,
    add({ alone, outcomes, estimate, turn, uses, model, price, fit, ...counts }) {
      state.counts.transcripts++;
      for (const key of COUNTED) state.counts[key] += counts[key];
      state.overheadTokens += estimate.overheadTokens * counts.requests;
      addTo(state.estimates, { [estimate.by]: 1 });
      addTo(state.prices, { [price]: 1 });
      if (model !== undefined) addTo(state.models, { [model]: 1 });
      for (const key of TURN) state.turn[key] += turn[key] * counts.toolTurns;
      [alone, ...outcomes].forEach((outcome, k) => {
        addOutcome(state.outcomes[k], outcome, alone);
      });
      if (fit !== undefined)
        addTo(state.fit, { turns: fit.turns, within: fit.within5Percent * fit.turns });
      if (uses !== undefined) state.uses = addUses(state.uses, uses);
    },
    merge({ state: other }) {
      addTo(state.counts, other.counts);
      state.overheadTokens += other.overheadTokens;
      addTo(state.estimates, other.estimates);
      addTo(state.models, other.models);
      addTo(state.prices, other.prices);
      addTo(state.turn, other.turn);
      addTo(state.fit, other.fit);
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
        models: { ...state.models },
        prices: { ...state.prices },
        overheadTokens: Math.round(state.overheadTokens / Math.max(1, counts.requests)),
        alone,
        outcomes: others,
        turn: {
          action: state.turn.action / toolTurns,
          observation: state.turn.observation / toolTurns,
          placeholder: state.turn.placeholder / toolTurns,
        },
        ...(state.fit.turns > 0 && {
          fit: { turns: state.fit.turns, within5Percent: state.fit.within / state.fit.turns },
        }),
        ...(state.uses !== undefined && { uses: state.uses }),
      };
    },
  };
}

const COUNTED = ["messages", "turns", "toolTurns", "requests"] as const;
const TURN = ["action", "observation", "placeholder"] as const;

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
