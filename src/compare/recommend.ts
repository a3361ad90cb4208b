import { bestPeriod } from "./closed-form.ts";
import type { OutcomeTotals } from "./outcome-sum.ts";
import type { Price } from "./price.ts";
import type { Setting } from "./setting.ts";
import type { ComparisonTotals } from "./sum.ts";

/** What the figures speak for. It says nothing of whether tasks succeed. */
export type Recommendation =
  | {
      readonly kind: "window";
      readonly setting: string;
      readonly window: number;
      readonly every: number;
      /** What it costs divided by what leaving history alone does, with a prompt cache. */
      readonly cachedRatio: number;
      readonly recallShare?: number;
      /** The best `every` by the closed form of science 4.2, for turns of average size. */
      readonly bestPeriod: number;
    }
  /** There is nothing to mask. */
  | { readonly kind: "nothing-to-mask" }
  /** Every setting with enough recall costs more than leaving history alone: the cheapest of them. */
  | {
      readonly kind: "not-worth-it";
      readonly setting: string;
      readonly cachedRatio: number;
      readonly uncachedRatio: number;
    }
  /** No setting has enough recall: the one with most. */
  | { readonly kind: "too-little-recall"; readonly setting: string; readonly recallShare: number };

/**
 * The smallest window whose recall is at least `minRecall` and that costs less than leaving history
 * alone, with the `every` that costs least. Without recall, the cheapest setting. Presets are
 * compared, but it is windows that are recommended.
 */
export function recommend(
  totals: ComparisonTotals,
  settings: readonly Setting[],
  { price, minRecall }: { readonly price: Price; readonly minRecall: number },
): Recommendation {
  const all = settings.flatMap((setting, k): Candidate[] => {
    const outcome = totals.outcomes[k];
    return outcome === undefined || setting.preset !== undefined ? [] : [{ setting, outcome }];
  });
  const { promptTokens } = totals.alone;
  if (all.every(({ outcome }) => outcome.promptTokens === promptTokens))
    return { kind: "nothing-to-mask" };
  const recalled = all.filter(({ outcome }) => (outcome.recallShare ?? 1) >= minRecall);
  if (recalled.length === 0) {
    const { setting, outcome } = most(all, ({ outcome: { recallShare = 0 } }) => recallShare);
    const { recallShare = 0 } = outcome;
    return { kind: "too-little-recall", setting: setting.name, recallShare };
  }
  const worthIt = recalled.filter(({ outcome }) => outcome.cachedRatio < 1);
  if (worthIt.length === 0) {
    const masking = recalled.filter(({ outcome }) => outcome.promptTokens < promptTokens);
    const { setting, outcome } = cheapest(masking.length > 0 ? masking : recalled);
    const { cachedRatio, uncachedRatio } = outcome;
    return { kind: "not-worth-it", setting: setting.name, cachedRatio, uncachedRatio };
  }
  const smallest = Math.min(...worthIt.map(({ setting }) => setting.window));
  const isRecalled = all.some(({ outcome }) => outcome.recallShare !== undefined);
  const { setting, outcome } = cheapest(
    isRecalled ? worthIt.filter(({ setting: { window } }) => window === smallest) : worthIt,
  );
  const { name, window, every } = setting;
  const { cachedRatio, recallShare } = outcome;
  return {
    kind: "window",
    setting: name,
    window,
    every,
    cachedRatio,
    ...(recallShare !== undefined && { recallShare }),
    bestPeriod: periodFor(totals, { window, price }),
  };
}

interface Candidate {
  readonly setting: Setting;
  readonly outcome: OutcomeTotals;
}

/** At least 1: a window of one turn is best moved on with every turn. */
function periodFor(
  { turn }: ComparisonTotals,
  { window, price }: { readonly window: number; readonly price: Price },
): number {
  const period = bestPeriod({ start: 0, ...turn }, { ...price, window });
  return Number.isFinite(period) ? Math.max(1, Math.round(period)) : 1;
}

function cheapest(candidates: readonly Candidate[]): Candidate {
  return most(candidates, ({ outcome }) => -outcome.cachedRatio);
}

/** The first of those with the largest figure. */
function most(
  candidates: readonly Candidate[],
  figure: (candidate: Candidate) => number,
): Candidate {
  return candidates.reduce((best, each) => (figure(each) > figure(best) ? each : best));
}
