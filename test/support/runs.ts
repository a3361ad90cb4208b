import { SEED } from "./random.ts";

/** Whether this is `npm run test:deep`, which tries everything. */
export const IS_DEEP = process.env.ELISION_DEEP === "1";

/** How many cases a property tries: this many in a deep run, else a fiftieth, but 30 if there are. */
export function runs(deep: number): number {
  return IS_DEEP ? deep : Math.min(deep, Math.max(30, Math.ceil(deep / 50)));
}

/** The same where a case is slow: a thirtieth of this many, but 15 at most. */
export function slowRuns(deep: number): number {
  return IS_DEEP ? deep : Math.min(15, Math.ceil(deep / 30));
}

/** The same where a property is tried on every format: a few cases in each, and others in each. */
export function formatRuns(deep: number, turn: number): { numRuns: number; seed: number } {
  return { numRuns: IS_DEEP ? deep : Math.ceil(deep / 120), seed: SEED + turn };
}

/**
 * One in `n` of a list, but one at least; in a deep run all of it. Where lists are tried one after another,
 * `turn` takes others.
 */
export function oneIn<T>(n: number, list: readonly T[], turn = 0): readonly T[] {
  const every = Math.min(n, list.length);
  return IS_DEEP ? list : list.filter((_, index) => (index + turn + SEED) % every === 0);
}
