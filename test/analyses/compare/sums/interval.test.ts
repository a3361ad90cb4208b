import { expect, it } from "vitest";
import { leastTrials, wilsonInterval } from "../../../../src/analyses/compare/sums/interval.ts";

/** From Newcombe, Statistics in Medicine 17 (1998), table I, method 3. */
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("of %i in %i is as published", (hits, trials, low, high) => {
  const interval = wilsonInterval(hits, trials);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

it.each([0.5, 0.8, 0.9, 0.95, 0.99])(
  "of the fewest trials that can show %d reaches it, of one fewer not",
  (share) => {
    const needed = leastTrials(share);
    expect(wilsonInterval(needed, needed).low).toBeGreaterThanOrEqual(share);
    expect(wilsonInterval(needed - 1, needed - 1).low).toBeLessThan(share);
  },
);

it("needs 73 references for a recall of 0.95, none for 0, and is never endless", () => {
  expect([0, 0.95, 0.99, 1].map(leastTrials)).toEqual([0, 73, 381, 381]);
});
