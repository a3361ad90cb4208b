import type { Price } from "../billing/price.ts";
import { commonPrice, priceOfModel } from "../billing/price-of-model.ts";
import type { Comparing } from "../compare-session.ts";
import type { ComparedSetting } from "../compared.ts";
import { recommend } from "../recommend.ts";
import type { SettingToCompare } from "../setting.ts";
import type { ComparisonTotals } from "./comparison-sum.ts";
import { type HalvedSum, outOfSample } from "./out-of-sample.ts";

/** The sums with their price and settings, and the recommendation with its check on halves. */
export function comparedTotals(
  totals: ComparisonTotals,
  {
    settings,
    price,
    prices,
    halved,
    minRecall,
  }: Pick<Comparing, "settings" | "price" | "prices"> & {
    readonly halved: HalvedSum;
    readonly minRecall: number;
  },
) {
  const billed = commonPrice(totals.prices, prices) ?? price;
  const options = { price: billed, minRecall };
  const held = outOfSample(halved, settings, { ...options, models: totals.models });
  return {
    settings: settings.map(settingInReport),
    price: billed,
    unpriced: unpricedIn(totals.models, prices),
    minRecall,
    recommendation: recommend(totals, settings, options),
    ...(held !== undefined && { outOfSample: held }),
    ...totals,
  };
}

/** The models without a price in the table, whose sessions are billed at another price. */
function unpricedIn(
  models: Readonly<Record<string, number>>,
  prices: readonly Price[] | undefined,
): readonly string[] {
  if (prices === undefined) return [];
  return Object.keys(models).filter((model) => priceOfModel(model, prices) === undefined);
}

function settingInReport({ name, preset, policy }: SettingToCompare): ComparedSetting {
  const { size, unit, every = 1 } = policy.window;
  const firstSight = policy.rules["first-sight"];
  return {
    name,
    window: size,
    windowUnit: unit,
    every,
    ...(firstSight !== undefined && { firstSight }),
    ...(preset !== undefined && { preset }),
  };
}
