import fc from "fast-check";
import { expect, it } from "vitest";
import { Column } from "../../../src/transcript/columns/column.ts";
import { slowRuns } from "../../support/runs.ts";

/** More than a block. */
const MANY = 40_000;

it("holds what was put in, zeros among it, and after it was cleared", () => {
  const column = new Column();
  for (const step of [7, 20_011, 1]) {
    column.clear();
    const values = Array.from({ length: MANY }, (_, k) => (k % step === 0 ? k - MANY : 0));
    for (const value of values) column.push(value);
    expect(Int32Array.from(column)).toEqual(Int32Array.from(values));
    expect(column.length).toBe(MANY);
  }
});

it("changes what is there, in blocks of zeros too", () => {
  const at = fc.integer({ min: 0, max: MANY - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(at, fc.integer())), (changes) => {
      const column = new Column();
      const values = new Int32Array(MANY);
      for (let k = 0; k < MANY; k++) column.push(0);
      for (const [index, value] of changes) {
        column.set(index, value);
        values[index] = value;
      }
      expect(Int32Array.from(column)).toEqual(values);
    }),
    { numRuns: slowRuns(90) },
  );
});

it("finds where the first value above a limit stands", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), fc.integer({ min: -1, max: 31 }), (all, limit) => {
      const ascending = all.sort((a, b) => a - b);
      const column = new Column();
      for (const value of ascending) column.push(value);
      const found = ascending.findIndex((value) => value > limit);
      expect(column.firstAbove(limit)).toBe(found < 0 ? ascending.length : found);
    }),
  );
});

it.each([
  ["all alike", () => 7],
  ["that go up by one", (k: number) => k - 30],
  ["near each other, and zeros", (k: number) => (k % 5 === 0 ? 0 : -1_000_000 - (k % 250))],
  ["that go up by some", (k: number) => k * 9],
  ["near none", (k: number) => (k % 2 === 0 ? 2 ** 31 - 1 : -(2 ** 31))],
])("holds values %s, and changes of them long after", (_, valueAt) => {
  const column = new Column();
  const other = new Column();
  const values = Array.from({ length: MANY }, (_each, k) => valueAt(k));
  for (const value of values) {
    column.push(value);
    other.push(value);
  }
  expect(Int32Array.from(column)).toEqual(Int32Array.from(values));
  for (let k = 3; k < MANY; k += 701) {
    column.set(k, k);
    values[k] = k;
  }
  expect(Int32Array.from(column)).toEqual(Int32Array.from(values));
  expect(Int32Array.from(other)).toEqual(
    Int32Array.from(values, (value, k) => (k % 701 === 3 ? valueAt(k) : value)),
  );
});
