import fc from "fast-check";
import { expect, it } from "vitest";
import { IndexSet } from "../../src/base/index-set.ts";

it("is the set of the numbers that were added, in ascending order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (numbers) => {
      const set = new IndexSet(61, numbers);
      const all = [...new Set(numbers)].sort((a, b) => a - b);
      expect([...set]).toEqual(all);
      expect(set.size).toBe(all.length);
      expect([set.first, set.last]).toEqual([all[0], all.at(-1)]);
      for (let index = 0; index <= 61; index++) expect(set.has(index)).toBe(all.includes(index));
    }),
  );
});
