import { bestPeriod } from "./billing/closed-form.ts";
import type { Price } from "./billing/price.ts";
import type { Recommendation } from "./recommendation.ts";
import { OTHER_SETTINGS, type OtherSetting, type SettingToCompare } from "./setting.ts";
import type { ComparisonTotals } from "./sums/comparison-sum.ts";
import { leastTrials, provableShare } from "./sums/interval.ts";
import type { OutcomeTotals } from "./sums/outcome-totals.ts";

/** The least share of the costs to recommend a setting for: for less, nobody should hide results. */
export const LEAST_SAVING = 0.01;

/** The price for the closed form of a window, and the required recall. */
export interface RecommendOptions {
  readonly price: Price;
  readonly minRecall: number;
}

/**
 * The smallest window whose recall is shown to be at least `minRecall` (the low end of its 95 % interval) and that
 * costs at least a hundredth less than leaving history alone, also including repeated calls for hidden results, with
 * the `every` that costs least. Where there are too few references to show that of any window, none. Without recall,
 * the cheapest setting.
 *
 * Results shortened at first sight, or the provider's own edits (where all sessions are of models that have them),
 * are recommended instead if they cost less than that window, with as much recall. Presets are compared alone.
 */
export function recommend(
  totals: ComparisonTotals,
  settings: readonly RecommendedFrom[],
  { price, minRecall }: RecommendOptions,
): Recommendation {
  const compared = settings.flatMap((setting, k): CandidateSetting[] => {
    const outcome = totals.outcomes[k];
    return outcome === undefined ? [] : [{ setting, outcome }];
  });
  const all = compared.filter(({ setting }) => setting.preset === undefined);
  const { promptTokens } = totals.alone;
  const others = compared.filter(
    ({ setting, outcome }) => isOffered(setting, totals) && outcome.promptTokens < promptTokens,
  );
  const candidates = [...all, ...others];
  if (candidates.every(({ outcome }) => outcome.promptTokens === promptTokens))
    return { kind: "nothing-to-mask" };
  if (candidates.every(({ outcome }) => outcome.cachedRatio >= 1))
    return notWorthIt(all.length === 0 ? others : all, promptTokens);
  const { recall } = totals.alone;
  const needed = leastTrials(minRecall);
  if (recall !== undefined && recall.references < needed)
    return { kind: "too-few-references", references: recall.references, needed };
  const recalled = candidates.filter(({ outcome }) => isRecalledEnough(outcome, minRecall));
  if (recalled.length === 0) {
    const nearest = all.length === 0 ? others : all;
    const { setting, outcome } = most(nearest, ({ outcome }) => outcome.recallInterval?.low ?? 0);
    const { recallShare = 0, recallInterval = { low: 0, high: 1 } } = outcome;
    return { kind: "too-little-recall", setting: setting.name, recallShare, recallInterval };
  }
  const worthIt = recalled.filter(
    ({ outcome }) => outcome.cachedRatio <= 1 - LEAST_SAVING && outcome.wholeRatio < 1,
  );
  if (worthIt.length === 0) return notWorthIt(recalled, promptTokens);
  const window = bestWindow(worthIt.filter(({ setting }) => setting.preset === undefined));
  const other = worthIt.filter(({ setting }) => setting.preset !== undefined);
  const best = cheapest([...(window === undefined ? [] : [window]), ...other]);
  return best === window
    ? recommendWindow(totals, best, price)
    : recommendSetting(best, best.setting.name as OtherSetting);
}

/** Whether a setting is one of those that are recommended besides windows, for all of these sessions. */
function isOffered({ name }: RecommendedFrom, { models }: ComparisonTotals): boolean {
  if (name !== "provider") return OTHER_SETTINGS.some((other) => other === name);
  const ids = Object.keys(models);
  return ids.length > 0 && ids.every((id) => id.includes("claude"));
}

/** The smallest window, with the step that costs least; without recall, the cheapest. */
function bestWindow(worthIt: readonly CandidateSetting[]): CandidateSetting | undefined {
  if (worthIt.length === 0) return undefined;
  const smallest = Math.min(...worthIt.map(({ setting }) => setting.window));
  const isRecalled = worthIt.some(({ outcome }) => outcome.recallShare !== undefined);
  return cheapest(
    isRecalled ? worthIt.filter(({ setting: { window } }) => window === smallest) : worthIt,
  );
}

function recommendWindow(
  totals: ComparisonTotals,
  { setting: { name, window, every }, outcome }: CandidateSetting,
  price: Price,
): Recommendation {
  const bestPeriod = periodFor(totals, { window, price });
  return { kind: "window", setting: name, window, every, ...figuresOf(outcome), bestPeriod };
}

function recommendSetting({ outcome }: CandidateSetting, setting: OtherSetting): Recommendation {
  return { kind: "setting", setting, ...figuresOf(outcome) };
}

function figuresOf({ cachedRatio, recallShare, recallInterval }: OutcomeTotals) {
  return {
    cachedRatio,
    ...(recallShare !== undefined && { recallShare }),
    ...(recallInterval !== undefined && { recallInterval }),
  };
}

/** The properties of a setting that a recommendation looks at. */
type RecommendedFrom = Pick<SettingToCompare, "name" | "window" | "every"> & {
  readonly preset?: string;
};

interface CandidateSetting {
  readonly setting: RecommendedFrom;
  readonly outcome: OutcomeTotals;
}

/** Whether a recall is shown to be high enough; true if recall is not measured. */
function isRecalledEnough(
  { recallShare, recallInterval }: OutcomeTotals,
  minRecall: number,
): boolean {
  if (recallShare === undefined || recallInterval === undefined) return true;
  return recallShare >= minRecall && recallInterval.low >= provableShare(minRecall);
}

/** The cheapest of candidates, none of which costs noticeably less than history left alone. */
function notWorthIt(all: readonly CandidateSetting[], promptTokens: number): Recommendation {
  const masking = all.filter(({ outcome }) => outcome.promptTokens < promptTokens);
  const { setting, outcome } = cheapest(masking.length > 0 ? masking : all);
  const { cachedRatio, uncachedRatio, wholeRatio } = outcome;
  return { kind: "not-worth-it", setting: setting.name, cachedRatio, uncachedRatio, wholeRatio };
}

/** At least 1: a window of one turn is best moved on with every turn. */
function periodFor(
  { turn }: ComparisonTotals,
  { window, price }: { readonly window: number; readonly price: Price },
): number {
  const period = bestPeriod({ start: 0, ...turn }, { ...price, window });
  return Number.isFinite(period) ? Math.max(1, Math.round(period)) : 1;
}

function cheapest(candidates: readonly CandidateSetting[]): CandidateSetting {
  return most(candidates, ({ outcome }) => -outcome.cachedRatio);
}

/** The first of those with the largest figure. */
function most(
  candidates: readonly CandidateSetting[],
  figure: (candidate: CandidateSetting) => number,
): CandidateSetting {
  return candidates.reduce((best, each) => (figure(each) > figure(best) ? each : best));
}
