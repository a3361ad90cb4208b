import { MULBERRY32_STEP, mulberry32 } from "../../../base/mulberry32.ts";
import type { Interval } from "./interval.ts";
import { quantileOf } from "./quartiles.ts";

/** The hits and trials of each transcript, in the same order. */
export interface TrialsByTranscript {
  readonly hits: readonly number[];
  readonly trials: readonly number[];
}

/** How many times the transcripts are drawn again. */
const RESAMPLES = 1000;

/**
 * The 95 % intervals of shares by the bootstrap over transcripts (Efron & Tibshirani, An Introduction to the
 * Bootstrap, 1993, chapter 13: percentiles): trials of one transcript are drawn together, since they are not
 * independent. Each transcript is drawn a Poisson-distributed number of times with mean 1 (Chamandy et al.,
 * Estimating Uncertainty for Massive Data Streams, 2012), so that one pass over the transcripts is enough.
 * Deterministic, whatever the order of the transcripts. Undefined for fewer than two transcripts.
 *
 * Every share is drawn with the same numbers, so these are made once for all of them. Counts are whole numbers,
 * whose sums are exact: transcripts of as many trials and hits are added together.
 */
export function resampledIntervals(
  all: readonly TrialsByTranscript[],
): readonly (Interval | undefined)[] {
  const samples = all.map((each) => (isCertain(each) ? undefined : sampleOf(each)));
  const ends = new Set(samples.flatMap((sample) => sample?.groups.map(({ end }) => end) ?? []));
  /** How many transcripts up to here were drawn, for each resample. */
  const drawn = new Int32Array(RESAMPLES);
  let at = 0;
  for (const end of [...ends].sort((a, b) => a - b)) {
    for (; at < end; at++) addDraws(drawn, drawsOf(at));
    for (const sample of samples) if (sample !== undefined) addGroup(sample, { end, drawn });
  }
  return samples.map((sample, k) => (sample === undefined ? certain(all[k]) : intervalOf(sample)));
}

/** Whether resampling is pointless: with fewer than two transcripts, or with hits alone. */
function isCertain({ hits, trials }: TrialsByTranscript): boolean {
  return trials.length < 2 || hits.every((count, k) => count === trials[k]);
}

function certain(one: TrialsByTranscript | undefined): Interval | undefined {
  return one === undefined || one.trials.length < 2 ? undefined : { low: 1, high: 1 };
}

/** Transcripts in the order in which they are drawn, those of as many trials and hits together. */
interface Sample {
  readonly groups: readonly Group[];
  /** How many groups were added, and the sums of each resample. */
  added: number;
  readonly hitSums: Float64Array;
  readonly trialSums: Float64Array;
}

/** Transcripts of the same counts, up to this place in the order. */
interface Group {
  readonly end: number;
  readonly hits: number;
  readonly trials: number;
}

/** Ordered by trials and hits, so that the order of reading does not matter. */
function sampleOf({ hits, trials }: TrialsByTranscript): Sample {
  const counts = new Map<number, Map<number, number>>();
  trials.forEach((trial, k) => {
    const byHits = counts.get(trial) ?? new Map<number, number>();
    counts.set(trial, byHits.set(hits[k] ?? 0, (byHits.get(hits[k] ?? 0) ?? 0) + 1));
  });
  const groups: Group[] = [];
  let end = 0;
  for (const [trial, byHits] of [...counts].sort(byNumber))
    for (const [hit, count] of [...byHits].sort(byNumber)) {
      end += count;
      groups.push({ end, hits: hit, trials: trial });
    }
  const [hitSums, trialSums] = [new Float64Array(RESAMPLES), new Float64Array(RESAMPLES)];
  return { groups, added: 0, hitSums, trialSums };
}

function byNumber([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number {
  return one - other;
}

/** Adds the group that ends here, if any. `drawn` is cumulative, so the next group subtracts it. */
function addGroup(
  sample: Sample,
  { end, drawn }: { readonly end: number; readonly drawn: Int32Array },
): void {
  const { groups, added, hitSums, trialSums } = sample;
  const group = groups[added];
  if (group?.end !== end) return;
  const next = groups[added + 1];
  const hits = group.hits - (next?.hits ?? 0);
  const trials = group.trials - (next?.trials ?? 0);
  if (hits !== 0) addTimes(hitSums, drawn, hits);
  if (trials !== 0) addTimes(trialSums, drawn, trials);
  sample.added++;
}

function addTimes(sums: Float64Array, drawn: Int32Array, count: number): void {
  for (let k = 0; k < RESAMPLES; k++) sums[k] = (sums[k] ?? 0) + count * (drawn[k] ?? 0);
}

function intervalOf({ hitSums, trialSums }: Sample): Interval {
  const shares = hitSums.map((hit, k) => hit / (trialSums[k] ?? 0));
  const known = shares.filter((share) => !Number.isNaN(share)).sort();
  return { low: quantileOf(known, 0.025), high: quantileOf(known, 0.975) };
}

function addDraws(drawn: Int32Array, draws: Uint8Array): void {
  for (let k = 0; k < RESAMPLES; k++) drawn[k] = (drawn[k] ?? 0) + (draws[k] ?? 0);
}

/** How many times each resample draws a transcript, by its place; kept, since halves are drawn like the whole. */
function drawsOf(place: number): Uint8Array {
  if (place >= MOST_KEPT) return drawsAt(place);
  for (let next = DRAWS.length; next <= place; next++) DRAWS.push(drawsAt(next));
  return DRAWS[place] as Uint8Array;
}

const DRAWS: Uint8Array[] = [];
const MOST_KEPT = 4096;

/** Poisson numbers of mean 1, the same in every run: two from the 32 bits of each step of mulberry32. */
function drawsAt(place: number): Uint8Array {
  const stepsBefore = (place * RESAMPLES) / 2;
  const random = mulberry32(SEED + Math.imul(stepsBefore, MULBERRY32_STEP));
  const draws = new Uint8Array(RESAMPLES);
  for (let k = 0; k < RESAMPLES; k += 2) {
    const mixed = random();
    draws[k] = POISSON[mixed >>> 16] ?? 0;
    draws[k + 1] = POISSON[mixed & 0xffff] ?? 0;
  }
  return draws;
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
