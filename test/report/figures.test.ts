import fc from "fast-check";
import { expect, it } from "vitest";
import { number } from "../../src/report/figures.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [-123_456, "-123,456"],
  [1_234_567, "1,234,567"],
  [1234.5678, "1,234.568"],
])("a number is written as people read it: %d", (value, expected) => {
  expect(number(value)).toBe(expected);
});

it("writes whole numbers as the platform does", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(number(value)).toBe(value.toLocaleString("en-US"));
    }),
  );
});
