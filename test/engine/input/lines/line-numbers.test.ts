import fc from "fast-check";
import { expect, it } from "vitest";
import { LineNumbers } from "../../../../src/engine/input/lines/line-numbers.ts";
import { Kernel } from "../../../../src/json/kernel/kernel.ts";
import { TapeBytes } from "../../../../src/json/tape/tape-bytes.ts";
import { runs } from "../../../support/runs.ts";

const kernel = new Kernel({ windowBytes: 1 << 20, tapeTokens: 1 });

/** The numbers of the lines of a text, as the kernel and as TypeScript count them, and where the text begins. */
function findersOf(text: string) {
  const { bytes, texts, windowStart: base } = kernel;
  bytes.write(text, base);
  return [
    { start: 0, bytes: new TapeBytes(Buffer.from(text), undefined) },
    { start: base, bytes: new TapeBytes(bytes, texts) },
  ].map((each) => ({ start: each.start, finder: new LineNumbers(each, { ...each, line: 1 }) }));
}

it("finds the lines of offsets asked for in any order", () => {
  const lines = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 20 });
  const asked = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  fc.assert(
    fc.property(lines, asked, (lengths, places) => {
      const text = lengths.map((length) => `${"x".repeat(length % 997)}\n`.repeat(30)).join("");
      for (const { finder, start } of findersOf(text))
        for (const place of places) {
          const offset = Math.floor(place * text.length);
          expect(finder.at(start + offset)).toBe(text.slice(0, offset).split("\n").length);
        }
    }),
    { numRuns: runs(50) },
  );
});

it("begins where it is told to, and knows nothing of what is before", () => {
  const bytes = new TapeBytes(Buffer.from("\n\n{\n}\n"), undefined);
  const finder = new LineNumbers({ bytes }, { start: 2, line: 3 });
  expect([0, 2, 3, 4, 5].map((offset) => finder.at(offset))).toEqual([3, 3, 3, 4, 4]);
});
