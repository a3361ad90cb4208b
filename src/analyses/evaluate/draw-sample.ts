import { digestOf } from "../../base/digest.ts";

/**
 * Draws `count` of some items, in their order: those whose names have the smallest digests. So the order of two
 * items does not depend on the others, and a larger sample contains a smaller one.
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
