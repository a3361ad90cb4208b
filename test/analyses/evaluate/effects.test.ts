import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "../../../src/analyses/evaluate/bootstrap.ts";
import { drawSample } from "../../../src/analyses/evaluate/draw-sample.ts";
import { evaluationTotals } from "../../../src/analyses/evaluate/effects.ts";
import type { EvaluatedStep } from "../../../src/analyses/evaluate/result.ts";

const outcome = (difference: number, age = 3, usesHidden = false) => ({
  ...{ logprob: -9 + difference, difference, hidden: 1, hiddenChars: 90, age, usesHidden },
});

const step = (file: string, more: Partial<EvaluatedStep>): EvaluatedStep => ({
  ...{ file, line: 1, step: 2, raw: { logprob: -9, tokens: 4 } },
  ...more,
});

const counts = { replies: 9, unchanged: 4, sampled: 5, measured: 0 };
const totalsOf = (steps: readonly EvaluatedStep[]) =>
  evaluationTotals(steps, counts, { unmeasured: {}, seed: 1 });

describe("the effect of hiding", () => {
  it("is the mean over replies, and each part's sum is the whole", () => {
    const totals = totalsOf([
      step("a", { policy: outcome(-3, 7, true) }),
      step("a", { policy: outcome(1, 4) }),
      step("b", { policy: outcome(0, 60) }),
    ]);
    const { policy, usesHidden, usesNothingHidden, byAge } = totals;
    expect(policy).toMatchObject({ steps: 3, transcripts: 2, perToken: -2 / 12 });
    expect(policy.difference).toBeCloseTo(-2 / 3);
    expect(usesHidden).toMatchObject({ steps: 1, difference: -3, transcripts: 1 });
    expect(usesHidden.interval).toBe(undefined);
    expect(usesNothingHidden).toMatchObject({ steps: 2, difference: 0.5 });
    expect(byAge).toMatchObject([
      { from: 1, to: 5, difference: 1 },
      { from: 6, to: 10, difference: -3 },
      { from: 51, difference: 0 },
    ]);
    expect(totals.measured).toBe(3);
  });

  const control = (unused: number, used: number) =>
    totalsOf(
      ["a", "b", "c"].flatMap((file, k) => [
        step(file, { unused: outcome(unused + k / 100), used: outcome(used - k) }),
      ]),
    ).controls;

  it.each([
    [-0.01, -20, "as expected", "as expected"],
    // Not 0, but little next to what is used.
    [0.5, -20, "as expected", "as expected"],
    [-4, -20, "not as expected", "as expected"],
    [-0.01, 3, "as expected", "not as expected"],
  ])("of controls is held against what is expected: %f, %f", (unused, used, one, other) => {
    const found = control(unused, used);
    expect([found.unused.verdict, found.used.verdict]).toEqual([one, other]);
  });

  it("of one transcript is not known to be as expected", () => {
    const { controls } = totalsOf([step("a", { used: outcome(-50) })]);
    expect(controls.used).toMatchObject({ verdict: "unknown", difference: -50 });
  });
});

describe("the interval over transcripts", () => {
  const groups = fc.array(
    fc.record({
      sum: fc.float({ min: -9, max: 9, noNaN: true }),
      count: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 2, maxLength: 9 },
  );

  it("holds the mean of what is all alike, lies within the means, and is the same in any order", () => {
    fc.assert(
      fc.property(groups, fc.nat(5), (all, seed) => {
        const interval = bootstrapInterval(all, seed);
        const means = all.map(({ sum, count }) => sum / count);
        expect(interval?.low).toBeGreaterThanOrEqual(Math.min(...means) - 1e-9);
        expect(interval?.high).toBeLessThanOrEqual(Math.max(...means) + 1e-9);
        expect(bootstrapInterval(all.toReversed(), seed)).toEqual(interval);
      }),
      { numRuns: 50 },
    );
    const alike = [1, 2, 3].map((count) => ({ sum: 2 * count, count }));
    expect(bootstrapInterval(alike, 1)).toEqual({ low: 2, high: 2 });
    expect(bootstrapInterval(alike.slice(1, 2), 1)).toBe(undefined);
  });

  it("comes to the percentiles that are known of a binomial", () => {
    // Half of 40 transcripts have 1: of 40 draws 14 to 26 are within 95 % (binomial quantiles 0.025, 0.975).
    const halves = Array.from({ length: 40 }, (_, k) => ({ sum: k % 2, count: 1 }));
    for (const seed of [1, 2, 3]) {
      const interval = bootstrapInterval(halves, seed);
      expect([14 / 40, 13 / 40, 15 / 40]).toContain(interval?.low);
      expect([26 / 40, 27 / 40, 25 / 40]).toContain(interval?.high);
    }
  });
});

describe("a sample", () => {
  it("is in order, has no item twice, and is part of any larger one", () => {
    const items = Array.from({ length: 30 }, (_, k) => k);
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.string(), (one, other, seed) => {
        const nameOf = (item: number) => `${seed} ${item}`;
        const few = drawSample(items, Math.min(one, other), nameOf);
        const many = drawSample(items, Math.max(one, other), nameOf);
        expect(few).toHaveLength(Math.min(one, other));
        expect([...new Set(few)].toSorted((a, b) => a - b)).toEqual(few);
        for (const item of few) expect(many).toContain(item);
      }),
    );
  });
});
