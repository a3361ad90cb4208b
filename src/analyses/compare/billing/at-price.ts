import type { ComparedTotals } from "../compared.ts";
import { recommend } from "../recommend.ts";
import type { OutcomeTotals } from "../sums/outcome-totals.ts";
import type { Price } from "./price.ts";
import { costRatio, tokenCost } from "./token-cost.ts";

/**
 * The comparison with every transcript billed at one price, computed from sums of tokens. Sums lack the size of
 * each request, so a price's tiers are ignored (`tierReached` says if one applies). They lack the cost of each
 * transcript, so the break-even turn, quartiles of cost and the choices on halves are left out.
 */
export function atPrice(totals: ComparedTotals, listed: Price): ComparedTotals {
  const { tiers: _tiers, ...flat } = listed;
  const price = tierReached(totals, listed) === undefined ? listed : flat;
  const left = tokenCost(totals.alone.billed, price);
  const billed = (outcome: OutcomeTotals): OutcomeTotals => {
    const { breakEven: _, quartiles, ...rest } = outcome;
    const { cachedRatio: __, ...others } = quartiles;
    const { cached, uncached } = tokenCost(outcome.billed, price);
    const { outputCost, extraCost, wholeCost } = wholeAt(outcome, price);
    return {
      ...rest,
      cachedCost: cached,
      uncachedCost: uncached,
      reasoningCost: tokenCost({ ...outcome.billed, prompt: 0, read: 0 }, price).cached,
      outputCost,
      extraCost,
      wholeCost,
      wholeRatio: costRatio(wholeCost, wholeAt(totals.alone, price).wholeCost),
      cachedRatio: costRatio(cached, left.cached),
      uncachedRatio: costRatio(uncached, left.uncached),
      quartiles: others,
    };
  };
  const { outOfSample: _halves, ...whole } = totals;
  const all = {
    ...whole,
    price,
    prices: { [price.name]: totals.transcripts },
    unpriced: [],
    alone: billed(totals.alone),
    outcomes: totals.outcomes.map(billed),
  };
  const { settings, minRecall } = totals;
  return { ...all, recommendation: recommend(all, settings, { price, minRecall }) };
}

/** The whole cost, of input, replies and requests on top. */
function wholeAt({ billed, extra, outputTokens }: OutcomeTotals, price: Price) {
  const outputCost = ((price.output ?? 0) * outputTokens) / 1e6;
  const extraCost = tokenCost(extra, price).cached;
  const wholeCost = tokenCost(billed, price).cached + outputCost + extraCost;
  return { outputCost, extraCost, wholeCost };
}

/** The size in tokens above which a price has other rates, if any prompt was larger than that. */
export function tierReached(
  { alone, outcomes }: Pick<ComparedTotals, "alone" | "outcomes">,
  { tiers }: Price,
): number | undefined {
  const above = tiers?.[0]?.above;
  const peak = Math.max(...[alone, ...outcomes].map(({ peakTokens }) => peakTokens));
  return above !== undefined && peak > above ? above : undefined;
}
