import { mulberry32 } from "../../base/mulberry32.ts";
import type { Interval } from "./interval.ts";
import { quantileOf } from "./quartiles.ts";

/** The hits and trials of each transcript, in the same order. */
export interface TrialsByTranscript {
  readonly hits: readonly number[];
  readonly trials: readonly number[];
}

/** How many times the transcripts are drawn again. */
export const RESAMPLES = 1000;

/**
 * The 95 % interval of a share by the bootstrap over transcripts (Efron & Tibshirani, An Introduction to the
 * Bootstrap, 1993, chapter 13: percentiles): trials of one transcript go together, since they are not independent.
 * How often a transcript is drawn is a Poisson number of mean 1 (Chamandy et al., Estimating Uncertainty for
 * Massive Data Streams, 2012), so that one pass over the transcripts does. The same for the same transcripts,
 * whatever their order. Undefined for fewer than two transcripts.
 */
export function resampledInterval({ hits, trials }: TrialsByTranscript): Interval | undefined {
  if (trials.length < 2) return undefined;
  if (hits.every((count, k) => count === trials[k])) return { low: 1, high: 1 };
  const hitSums = new Float64Array(RESAMPLES);
  const trialSums = new Float64Array(RESAMPLES);
  const draws = poissonNumbers();
  for (const k of inOrder({ hits, trials })) {
    const [hit, trial] = [hits[k] ?? 0, trials[k] ?? 0];
    for (let resample = 0; resample < RESAMPLES; resample++) {
      const times = draws();
      hitSums[resample] = (hitSums[resample] ?? 0) + times * hit;
      trialSums[resample] = (trialSums[resample] ?? 0) + times * trial;
    }
  }
  const shares = hitSums.map((hit, resample) => hit / (trialSums[resample] ?? 0));
  const drawn = shares.filter((share) => !Number.isNaN(share)).sort();
  return { low: quantileOf(drawn, 0.025), high: quantileOf(drawn, 0.975) };
}

/** The numbers of the transcripts by their trials and hits: the order in which they were read plays no part. */
function inOrder({ hits, trials }: TrialsByTranscript): readonly number[] {
  return trials
    .map((_, k) => k)
    .sort((a, b) => (trials[a] ?? 0) - (trials[b] ?? 0) || (hits[a] ?? 0) - (hits[b] ?? 0));
}

/** Poisson numbers of mean 1, the same in every run: two from the 32 bits of each step of mulberry32. */
function poissonNumbers(): () => number {
  const random = mulberry32(SEED);
  let left = 0;
  let hasLeft = false;
  return () => {
    hasLeft = !hasLeft;
    if (!hasLeft) return POISSON[left] ?? 0;
    const mixed = random();
    left = mixed & 0xffff;
    return POISSON[mixed >>> 16] ?? 0;
  };
}

const SEED = 1;

/** A Poisson number of mean 1 for each of 65,536 equally probable values. */
const POISSON = poissonTable(2 ** 16);

function poissonTable(size: number): Uint8Array {
  const table = new Uint8Array(size);
  let from = 0;
  let probability = Math.exp(-1);
  let below = 0;
  for (let times = 0; from < size; times++) {
    below += probability;
    const to = probability < 1 / size ? size : Math.round(below * size);
    table.fill(times, from, to);
    from = to;
    probability /= times + 1;
  }
  return table;
}
