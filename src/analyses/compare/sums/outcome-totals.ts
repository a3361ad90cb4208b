import type { ReductionStage } from "../../../reduce/pipeline/reduction.ts";
import { costRatio } from "../billing/token-cost.ts";
import { recallOf, recallShare } from "../recall/recall.ts";
import { intervalOver } from "../recall/recall-over.ts";
import type { Outcome } from "../result.ts";
import type { Interval } from "./interval.ts";
import { type OutcomeState, sumsOf } from "./outcome-sum.ts";
import { type Quartiles, quartilesOf } from "./quartiles.ts";
import { resampledIntervals } from "./resampled-interval.ts";

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

/** The totals of settings, relative to those of the full history, which is the first of them. */
export function outcomesTotals(states: readonly OutcomeState[]): readonly OutcomeTotals[] {
  const resampled = resampledIntervals(states.map(({ across }) => across));
  const sums = states.map(sumsOf);
  return states.map((state, k) => {
    const own = sums[k] as Sums;
    return outcomeTotals(state, { own, alone: sums[0] ?? own, resampled: resampled[k] });
  });
}

type Sums = ReturnType<typeof sumsOf>;

function outcomeTotals(
  state: OutcomeState,
  {
    own: { added, billed, extra },
    alone: { added: alone },
    resampled,
  }: { readonly own: Sums; readonly alone: Sums; readonly resampled: Interval | undefined },
): OutcomeTotals {
  const { setting, peakTokens, stages, overBudget, overTarget, across } = state;
  const recall = state.recall && recallOf(state.recall);
  const promptShare = quartilesOf(across.promptShare);
  const cachedRatio = quartilesOf(across.cachedRatio);
  const recalled = quartilesOf(across.recallShare);
  const breakEven = quartilesOf(across.breakEven)?.median;
  return {
    setting,
    ...added,
    peakTokens,
    billed,
    extra,
    stages: { ...stages },
    overBudget,
    overTarget,
    cachedRatio: costRatio(added.cachedCost, alone.cachedCost),
    uncachedRatio: costRatio(added.uncachedCost, alone.uncachedCost),
    wholeRatio: costRatio(added.wholeCost, alone.wholeCost),
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
