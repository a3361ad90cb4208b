import fc from "fast-check";
import { expect, it } from "vitest";
import { LineNumbers } from "../../../../src/engine/input/lines/line-numbers.ts";
import { runs } from "../../../support/runs.ts";

it("finds the lines of offsets asked for in any order", () => {
  const lines = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 20 });
  const asked = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  fc.assert(
    fc.property(lines, asked, (lengths, places) => {
      const text = lengths.map((length) => `${"x".repeat(length)}\n`).join("");
      const finder = new LineNumbers(Buffer.from(text), { start: 0, line: 1 });
      for (const place of places) {
        const offset = Math.floor(place * text.length);
        expect(finder.at(offset)).toBe(text.slice(0, offset).split("\n").length);
      }
    }),
    { numRuns: runs(50) },
  );
});

it("begins where it is told to, and knows nothing of what is before", () => {
  const finder = new LineNumbers(Buffer.from("\n\n{\n}\n"), { start: 2, line: 3 });
  expect([0, 2, 3, 4, 5].map((offset) => finder.at(offset))).toEqual([3, 3, 3, 4, 4]);
});
