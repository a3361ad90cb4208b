import { expect, it } from "vitest";
import { remembered } from "../../src/base/remembered.ts";

it("makes what comes again once, and forgets all when there are too many", () => {
  const made: number[] = [];
  const half = remembered((n: number) => {
    made.push(n);
    return n / 2;
  }, 2);
  expect([4, 4, 0, 0, 4].map(half)).toEqual([2, 2, 0, 0, 2]);
  expect(made).toEqual([4, 0]);
  expect([6, 4, 6].map(half)).toEqual([3, 2, 3]);
  expect(made).toEqual([4, 0, 6, 4]);
});
