import { expect, it } from "vitest";
import { intervalOver } from "../../../../src/analyses/compare/recall/recall-over.ts";
import { wilsonInterval } from "../../../../src/analyses/compare/sums/interval.ts";
import {
  resampledIntervals,
  type TrialsByTranscript,
} from "../../../../src/analyses/compare/sums/resampled-interval.ts";
import { randomNumbers } from "../../../support/random.ts";

/** Transcripts of different lengths, each with a share of its own. */
function transcripts(count: number) {
  const random = randomNumbers(5);
  const trials = Array.from({ length: count }, () => 1 + Math.floor(60 * random()));
  const hits = trials.map((trial) => Math.round(trial * (random() < 0.2 ? random() : 1)));
  return { hits, trials };
}

function resampledInterval(one: TrialsByTranscript) {
  return resampledIntervals([one])[0];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

it("is that of a ratio of sums, as its variance says", () => {
  const { hits, trials } = transcripts(400);
  const share = sumOf(hits) / sumOf(trials);
  // The delta method (Cochran, Sampling Techniques, 1977, formula 6.13, without correction for a finite population).
  const squares = sumOf(hits.map((hit, k) => (hit - share * (trials[k] ?? 0)) ** 2));
  const half = (1.959964 * Math.sqrt(squares)) / sumOf(trials);
  const { low, high } = resampledInterval({ hits, trials }) ?? { low: 0, high: 0 };
  expect(Math.abs(low - (share - half))).toBeLessThan(0.15 * half);
  expect(Math.abs(high - (share + half))).toBeLessThan(0.15 * half);
});

it("is wider than Wilson's where the misses are all of a few transcripts", () => {
  const trials = new Array<number>(30).fill(40);
  const hits = trials.map((trial, k) => (k % 10 === 0 ? 20 : trial));
  const drawn = resampledInterval({ hits, trials }) ?? { low: 1, high: 1 };
  const wilson = wilsonInterval(sumOf(hits), sumOf(trials));
  expect(drawn.low).toBeLessThan(wilson.low - 0.01);
});

it("is the same whatever the order of the transcripts, and in every run", () => {
  const { hits, trials } = transcripts(50);
  const backward = { hits: hits.toReversed(), trials: trials.toReversed() };
  expect(resampledInterval(backward)).toEqual(resampledInterval({ hits, trials }));
});

it("draws each transcript on its own as often for several shares as for one", () => {
  const [one, other] = [transcripts(30), transcripts(41)];
  const drawn = resampledIntervals([one, { hits: [3], trials: [4] }, other, one]);
  expect(drawn).toEqual([one, { hits: [3], trials: [4] }, other, one].map(resampledInterval));
  // As adding up one transcript after another, with a number drawn for each resample, gives it.
  expect(drawn[0]).toEqual({ low: 0.922579712847287, high: 1 });
  expect(drawn[2]).toEqual({ low: 0.7929265404437985, high: 0.975878312299857 });
});

it("draws as from one sequence of numbers where there are more transcripts than draws are kept for", () => {
  const trials = Array.from({ length: 5000 }, (_, k) => 1 + ((k * 7919) % 61));
  const hits = trials.map((trial, k) => (k % 9 === 0 ? Math.floor(trial / 2) : trial));
  // As with a number drawn for each resample and transcript in turn.
  expect(resampledInterval({ hits, trials })).toEqual({
    low: 0.9389152014279616,
    high: 0.9486245758178878,
  });
});

it("is none of one transcript, and certain where nothing is missed", () => {
  expect(resampledInterval({ hits: [3], trials: [4] })).toBeUndefined();
  expect(resampledInterval({ hits: [3, 4], trials: [3, 4] })).toEqual({ low: 1, high: 1 });
});

it("of a recall is never narrower than Wilson's over uses", () => {
  const few = { hits: [3, 4], trials: [3, 4] };
  const recall = { references: 7, missed: 0, reAsks: 0 };
  expect(intervalOver(recall, resampledInterval(few))).toEqual(wilsonInterval(7, 7));
  expect(intervalOver(recall, resampledInterval({ hits: [7], trials: [7] }))).toEqual(
    wilsonInterval(7, 7),
  );
});
