import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeChains, BY_ROOT } from "./arrange-chains.ts";
import { slicesBefore } from "./arrange-slice.ts";

/**
 * Arranges chains before each of several boundaries of one thread. Everything before the previous boundary is dead, and
 * need not be looked at, unless something after it names it as its parent: after a rewind, or if it was preserved.
 */
export const chainsBefore = slicesBefore(arrangeChains, (found) => {
  const stretches: Stretch[] = [];
  return (end, start = 0) => {
    stretches.push({ start, named: firstNamed(found, { start, end }) });
    return startOf(stretches);
  };
});

/** Everything found between two boundaries, the first of them included. */
interface Stretch {
  readonly start: number;
  /** The least index that anything in it names as its parent. */
  readonly named: number;
}

function firstNamed(
  found: Sequence<Found>,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  let least = end;
  for (let index = start; index < end; index++) {
    const { mark, thread, parentIndex = end } = found.at(index) as Found;
    // A path ends at a boundary, whose parent matters only to find the root.
    if (mark !== "boundary" || thread === BY_ROOT) least = Math.min(least, parentIndex);
  }
  return least;
}

/** The start of the stretches at the end that name nothing before them. */
function startOf(stretches: readonly Stretch[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = stretches.length - 1; ; at--) {
    const stretch = stretches[at];
    if (stretch === undefined) return 0;
    least = Math.min(least, stretch.named);
    if (least >= stretch.start) return stretch.start;
  }
}
