/** Costs, calibration and intervals against figures.py, which computes them without elision. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bill } from "../../../../src/analyses/compare/billing/bill.ts";
import { calibrate } from "../../../../src/analyses/compare/fit/calibrate.ts";
import { wilsonInterval } from "../../../../src/analyses/compare/sums/interval.ts";
import { resampledIntervals } from "../../../../src/analyses/compare/sums/resampled-interval.ts";

interface Interval {
  readonly low: number;
  readonly high: number;
}

interface Figures {
  readonly tiers: readonly {
    readonly above: number;
    readonly input: number;
    readonly write: number;
    readonly read: number;
    readonly output: number;
  }[];
  readonly costs: readonly {
    readonly sizes: readonly number[];
    readonly shared: readonly number[];
    readonly again: readonly number[];
    readonly overheadTokens: number;
    readonly cached: number;
    readonly uncached: number;
  }[];
  readonly calibrations: readonly {
    readonly sizes: readonly number[];
    readonly counted: readonly number[];
    readonly overheads: readonly number[];
    readonly within: number;
  }[];
  readonly intervals: readonly {
    readonly hits: readonly number[];
    readonly trials: readonly number[];
    readonly wilson: Interval;
    readonly drawn: Interval;
  }[];
}

const FIGURES: Figures = JSON.parse(readFileSync(new URL("figures.json", import.meta.url), "utf8"));

function sumOf(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

describe("figures that were computed without elision", () => {
  it("are those of a bill, with tiers and lost reasoning", () => {
    const [base, ...tiers] = FIGURES.tiers;
    if (base === undefined) throw new Error("no rates");
    for (const { cached, uncached, overheadTokens, ...prompts } of FIGURES.costs) {
      const billed = bill(prompts, { name: "made up", ...base, tiers }, { overheadTokens });
      expect(billed.cached).toBeCloseTo(cached, 10);
      expect(billed.uncached).toBeCloseTo(uncached, 10);
    }
  });

  it("are those of a calibration: what no message shows, and the share within 5%", () => {
    for (const { sizes, counted, overheads, within } of FIGURES.calibrations) {
      const requests = sizes.map((size, k) => ({
        step: k,
        message: 2 * k,
        context: 0,
        size,
        usage: { prompt: counted[k] ?? 0 },
        model: undefined,
        time: undefined,
      }));
      const found = calibrate(requests);
      found.overheads.forEach((overhead, k) => {
        expect(overhead).toBeCloseTo(overheads[k] ?? 0, 4);
      });
      expect(found.fit.within5Percent).toBeCloseTo(within, 10);
    }
    expect(FIGURES.calibrations.some(({ within }) => within < 1)).toBe(true);
  });

  it("are those of intervals: Wilson's, and of transcripts drawn again", () => {
    for (const { hits, trials, wilson, drawn } of FIGURES.intervals) {
      const ofUses = wilsonInterval(sumOf(hits), sumOf(trials));
      expect(ofUses.low).toBeCloseTo(wilson.low, 6);
      expect(ofUses.high).toBeCloseTo(wilson.high, 6);
      const [found] = resampledIntervals([{ hits, trials }]);
      // 1,000 draws against 20,000: an eighth of the width is some four standard errors of a quantile.
      const width = drawn.high - drawn.low;
      expect(Math.abs((found?.low ?? 0) - drawn.low)).toBeLessThan(width / 8);
      expect(Math.abs((found?.high ?? 0) - drawn.high)).toBeLessThan(width / 8);
    }
  });
});
