import type { Interval } from "../compare/sums/interval.ts";
import { bootstrapInterval, type TranscriptSum } from "./bootstrap.ts";
import type {
  AgeEffect,
  Effect,
  EvaluatedStep,
  EvaluationTotals,
  FlipShares,
  HiddenOutcome,
  HiddenSet,
  StepCounts,
} from "./result.ts";

/** Bands of ages in turns; the last is open. */
const AGES: readonly (readonly [from: number, to: number])[] = [
  [1, 5],
  [6, 10],
  [11, 20],
  [21, 50],
  [51, Number.POSITIVE_INFINITY],
];

/** The sums over steps that were measured. */
export function evaluationTotals(
  steps: readonly EvaluatedStep[],
  counts: StepCounts,
  { unmeasured, seed }: { readonly unmeasured: Readonly<Record<string, number>>; seed: number },
): EvaluationTotals {
  const over = (name: HiddenSet, test: (outcome: HiddenOutcome) => boolean = () => true) =>
    effectOf(outcomesOf(steps, name, test), seed);
  return {
    ...counts,
    measured: steps.length,
    unmeasured,
    policy: over("policy"),
    usesHidden: over("policy", ({ usesHidden }) => usesHidden),
    usesNothingHidden: over("policy", ({ usesHidden }) => !usesHidden),
    byAge: AGES.flatMap(([from, to]): readonly AgeEffect[] => {
      const effect = over("policy", ({ age }) => age >= from && age <= to);
      const range = Number.isFinite(to) ? { from, to } : { from };
      return effect.steps === 0 ? [] : [{ ...range, ...effect }];
    }),
    controls: controlsOf(over("unused"), over("used")),
  };
}

/** An outcome, its transcript, and the tokens of the reply. */
interface MeasuredOutcome {
  readonly transcript: string;
  readonly tokens: number;
  readonly outcome: HiddenOutcome;
}

function outcomesOf(
  steps: readonly EvaluatedStep[],
  name: HiddenSet,
  test: (outcome: HiddenOutcome) => boolean,
): readonly MeasuredOutcome[] {
  return steps.flatMap(({ file, line, raw, [name]: outcome }) => {
    if (outcome === undefined || !test(outcome)) return [];
    return [{ transcript: `${line} ${file}`, tokens: raw.tokens, outcome }];
  });
}

function effectOf(measured: readonly MeasuredOutcome[], seed: number): Effect {
  const sums = sumsBy(measured, ({ outcome }) => outcome.difference);
  const interval = bootstrapInterval(sums, seed);
  const flips = flipShares(measured, seed);
  return {
    steps: measured.length,
    transcripts: sums.length,
    difference: meanOf(sums),
    perToken: ratio(
      total(sums),
      measured.reduce((sum, { tokens }) => sum + tokens, 0),
    ),
    ...(interval !== undefined && { interval }),
    ...(flips !== undefined && { flips }),
  };
}

function flipShares(all: readonly MeasuredOutcome[], seed: number): FlipShares | undefined {
  const measured = all.filter(({ outcome }) => outcome.flips !== undefined);
  if (measured.length === 0) return undefined;
  const share = (test: (flips: { tool: boolean; path: boolean }) => boolean) =>
    sumsBy(measured, ({ outcome: { flips } }) => (flips !== undefined && test(flips) ? 1 : 0));
  const either = share(({ tool, path }) => tool || path);
  const interval = bootstrapInterval(either, seed);
  return {
    steps: measured.length,
    tool: meanOf(share(({ tool }) => tool)),
    path: meanOf(share(({ path }) => path)),
    either: meanOf(either),
    ...(interval !== undefined && { interval }),
  };
}

/**
 * The controls and whether they came out as they should: hiding used results makes the reply significantly less
 * likely, and hiding unused ones makes no significant difference, or a relatively small one.
 */
function controlsOf(unused: Effect, used: Effect): EvaluationTotals["controls"] {
  const little = Math.max(0, -used.difference) * LITTLE;
  const isNone = ({ low, high }: Interval) =>
    (low <= 0 && high >= 0) || Math.max(Math.abs(low), Math.abs(high)) < little;
  const verdict = (effect: Effect, isMet: (interval: Interval) => boolean) => {
    if (effect.interval === undefined) return "unknown";
    return isMet(effect.interval) ? "as expected" : "not as expected";
  };
  return {
    unused: { ...unused, expected: "no change", verdict: verdict(unused, isNone) },
    used: { ...used, expected: "less likely", verdict: verdict(used, ({ high }) => high < 0) },
  };
}

/** Up to this share of the change by used results, a change counts as small. */
const LITTLE = 0.1;

/** A figure of steps, summed up by transcript. */
function sumsBy(
  measured: readonly MeasuredOutcome[],
  figure: (one: MeasuredOutcome) => number,
): readonly TranscriptSum[] {
  const sums = new Map<string, TranscriptSum>();
  for (const one of measured) {
    const { sum, count } = sums.get(one.transcript) ?? { sum: 0, count: 0 };
    sums.set(one.transcript, { sum: sum + figure(one), count: count + 1 });
  }
  return [...sums.values()];
}

function meanOf(sums: readonly TranscriptSum[]): number {
  return ratio(
    total(sums),
    sums.reduce((all, { count }) => all + count, 0),
  );
}

function total(sums: readonly TranscriptSum[]): number {
  return sums.reduce((all, { sum }) => all + sum, 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
