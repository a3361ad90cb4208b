import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/**
 * Asserts that two values are equal, as `toEqual` has it. Where they are alike to the last it does not ask the runner,
 * whose bookkeeping of each assertion takes longer than most comparisons: for what is compared tens of thousands of
 * times.
 */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
