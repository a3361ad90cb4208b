import { digestOf } from "../../base/digest.ts";

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws `count` of some items, in their order: those whose names have the smallest digests. What else there is to
 * draw from plays no part in whether one comes before another, so that a larger sample has a smaller one in it.
 */
export function drawSample<T>(
  items: readonly T[],
  count: number,
  nameOf: (item: T) => string,
): readonly T[] {
  const ranked = items.map((item, at) => ({ item, at, rank: digestOf(nameOf(item)) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.at - b.at));
  return ranked
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
