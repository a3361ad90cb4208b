import fc from "fast-check";
import { expect, it } from "vitest";
import { SpliceSorter } from "../../../src/engine/edits/splice-sorter.ts";
import { sortSplices } from "../../../src/json/splice/splice.ts";
import { anyCodePoint } from "../../support/code-points.ts";

it("gives the splices that were added in the order of their places", () => {
  const splice = fc.record({
    start: fc.integer({ min: 0, max: 2 ** 45 }),
    length: fc.nat(5),
    text: fc.oneof(fc.string({ unit: anyCodePoint }), fc.constantFrom("", "— é", "\ud83d")),
  });
  fc.assert(
    fc.property(fc.array(fc.array(splice)), (runs) => {
      const sorter = new SpliceSorter();
      const all = runs.map((run) =>
        run.map(({ start, length, text }) => ({ start, end: start + length, text })),
      );
      for (const run of all) sorter.add(run);
      expect([...sorter.inOrder()]).toEqual(sortSplices(all.flat()));
    }),
  );
});

it("keeps the order of splices at one place", () => {
  const sorter = new SpliceSorter();
  const at = (text: string) => ({ start: 7, end: 7, text });
  sorter.add(["b", "a", "b", "c"].map(at));
  expect([...sorter.inOrder()]).toEqual(["b", "a", "b", "c"].map(at));
});
