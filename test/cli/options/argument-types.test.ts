import { expect, it } from "vitest";
import { size, wholeNumber } from "../../../src/cli/options/argument-types.ts";

it.each([
  ["0", 0],
  ["20000", 20_000],
  ["20k", 20_000],
  ["1.5M", 1_500_000],
])("takes %s for a whole number, and for a size", (text, value) => {
  expect(wholeNumber(text)).toBe(value);
  expect(size(text)).toBe(value);
});

it.each(["", "1.5", "1.0", "-1", "1.2345k", "k", "1e3", "3m"])(
  "takes %j for no whole number",
  (text) => {
    expect(() => wholeNumber(text)).toThrow(`expected a whole number, 0 or more (got "${text}")`);
  },
);
