import { digestOf } from "../../base/digest.ts";

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
