import { mulberry32 } from "../../base/mulberry32.ts";
import type { Interval } from "../compare/sums/interval.ts";
import { quantileOf } from "../compare/sums/quartiles.ts";

/** The sum and the number of some figures of one transcript. */
export interface TranscriptSum {
  readonly sum: number;
  readonly count: number;
}

/** How many times the transcripts are drawn again. */
const DRAWS = 2000;

/**
 * The 95 % interval of a mean by the bootstrap over transcripts: each draw picks as many as there are, with
 * replacement, and gives the sum of their sums over the sum of their counts; the interval is between the 2.5th and
 * the 97.5th percentile (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). Deterministic
 * for the same transcripts and seed. Undefined for fewer than two transcripts.
 */
export function bootstrapInterval(
  groups: readonly TranscriptSum[],
  seed: number,
): Interval | undefined {
  if (groups.length < 2) return undefined;
  const ordered = [...groups].sort((a, b) => a.count - b.count || a.sum - b.sum);
  const random = mulberry32(seed);
  const means = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    let count = 0;
    for (let k = 0; k < ordered.length; k++) {
      const group = ordered[Math.floor((random() / 2 ** 32) * ordered.length)];
      sum += group?.sum ?? 0;
      count += group?.count ?? 0;
    }
    means[draw] = count === 0 ? 0 : sum / count;
  }
  means.sort();
  return { low: quantileOf(means, 0.025), high: quantileOf(means, 0.975) };
}
