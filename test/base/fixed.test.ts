import fc from "fast-check";
import { expect, it } from "vitest";
import { fixed } from "../../src/base/fixed.ts";

const localised = (value: number, digits: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

it("writes numbers as Node does for a language", () => {
  const amount = fc.oneof(
    fc.double(),
    fc.double({ min: -1e6, max: 1e6 }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((k) => k / 1000),
    fc.constantFrom(0, -0, 1.005, -1.005, 0.0000005, 999.9999999, 1e15, 999_999_999_999_999.9),
  );
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 6 }), (value, digits) => {
      expect(fixed(value, digits)).toBe(localised(value, digits));
    }),
    { numRuns: 2000 },
  );
});
