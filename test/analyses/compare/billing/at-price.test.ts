import { describe, expect, it } from "vitest";
import { atPrice, tierReached } from "../../../../src/analyses/compare/billing/at-price.ts";
import { PRICES } from "../../../../src/analyses/compare/billing/price-table.ts";
import { comparisonOf, drawingLines } from "../../../support/comparison.ts";
import { sessionRow } from "../../../support/sessions.ts";

const ROWS = sessionRow(30) + sessionRow(12);

describe("a comparison at another price", () => {
  it.each([
    ["rows", ROWS],
    ["a long session", drawingLines(100, { later: 6 })],
  ])("has the costs and the recommendation of one that was billed so: %s", async (_, lines) => {
    const { totals } = await comparisonOf(lines, ["--price", "claude-fable-5.2"]);
    for (const price of PRICES.filter(({ tiers }) => tiers === undefined)) {
      const billed = (await comparisonOf(lines, ["--price", price.name])).totals;
      const again = atPrice(totals, price);
      expect(again.prices).toEqual(billed.prices);
      expect({ ...again.recommendation, cachedRatio: 0, uncachedRatio: 0 }).toEqual({
        ...billed.recommendation,
        cachedRatio: 0,
        uncachedRatio: 0,
      });
      [billed.alone, ...billed.outcomes].forEach((outcome, k) => {
        const same = [again.alone, ...again.outcomes][k];
        for (const key of COSTS) expect(same?.[key]).toBeCloseTo(outcome[key], 10);
      });
    }
  });

  it("knows whether any prompt is so large that a tier holds", async () => {
    const { totals } = await comparisonOf(ROWS);
    const [price] = PRICES;
    const tiered = (above: number) => ({ ...price, tiers: [{ ...price, above }] }) as never;
    const { peakTokens } = totals.alone;
    expect(tierReached(totals, tiered(peakTokens - 1))).toBe(peakTokens - 1);
    expect(tierReached(totals, tiered(peakTokens))).toBeUndefined();
    expect(tierReached(totals, PRICES[0] as never)).toBeUndefined();
  });
});

const COSTS = [
  "cachedCost",
  "uncachedCost",
  "reasoningCost",
  "cachedRatio",
  "uncachedRatio",
] as const;
