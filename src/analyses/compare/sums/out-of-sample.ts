import { refOf } from "../../../base/digest.ts";
import { type RecommendOptions, recommend } from "../recommend.ts";
import type { Recommendation } from "../recommendation.ts";
import type { Comparison } from "../result.ts";
import type { SettingToCompare } from "../setting.ts";
import {
  type ComparisonSum,
  type ComparisonTotals,
  createComparisonSum,
} from "./comparison-sum.ts";

/** The choice made on one half of the transcripts, and its figures there and on the other half. */
export interface HalfChoice {
  /** The number of transcripts in this half, and in the other. */
  readonly transcripts: number;
  readonly others: number;
  readonly recommendation: Recommendation["kind"];
  /** The chosen setting; absent if nothing was recommended on this half. */
  readonly setting?: string;
  readonly chosen?: HalfFigures;
  readonly held?: HalfFigures;
}

/** Cost with a prompt cache, divided by that of history left alone; and recall, if measured. */
export interface HalfFigures {
  readonly cachedRatio: number;
  readonly recallShare?: number;
}

/** A recommendation made on each half and measured on the other. Its keys are a public contract. */
export interface OutOfSample {
  readonly choices: readonly [HalfChoice, HalfChoice];
}

/** A comparison, and where its transcript is. */
type PlacedComparison = Comparison & { readonly file: string; readonly line: number };

/** Comparisons added up in two halves. */
export interface HalvedSum {
  /** How many they are. */
  readonly count: number;
  readonly halves: readonly [ComparisonSum, ComparisonSum];
  add(compared: PlacedComparison): void;
  merge(other: HalvedSum): void;
}

/** The fewest transcripts of a half for a useful cost, and for recall if measured. */
const LEAST = 3;

/** The fewest transcripts of which both halves can have enough. */
const LEAST_IN_ALL = 2 * LEAST;

/**
 * Two empty sums over settings of these names. What is added waits until there are enough transcripts: to find the half
 * of one takes as long as to compare a short session.
 */
export function createHalvedSum(settings: readonly string[]): HalvedSum {
  let known: HalvedSum["halves"] | undefined;
  let waiting: ((halves: HalvedSum["halves"]) => void)[] = [];
  let count = 0;
  const halvesNow = () => {
    known ??= [createComparisonSum(settings), createComparisonSum(settings)];
    for (const add of waiting) add(known);
    waiting = [];
    return known;
  };
  const later = (more: number, add: (halves: HalvedSum["halves"]) => void) => {
    count += more;
    if (known !== undefined) return add(known);
    waiting.push(add);
    if (count >= LEAST_IN_ALL) halvesNow();
  };
  return {
    get count() {
      return count;
    },
    get halves() {
      return halvesNow();
    },
    add: (compared) => later(1, (halves) => halves[halfOf(compared)].add(compared)),
    merge(other) {
      if (other.count === 0) return;
      later(other.count, ([one, two]) => {
        one.merge(other.halves[0]);
        two.merge(other.halves[1]);
      });
    },
  };
}

/**
 * The half that a transcript belongs to, by its file's name, line and chars: whatever the order, and
 * wherever the folder lies.
 */
function halfOf({ file, line, alone }: PlacedComparison): 0 | 1 {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return Number.parseInt(refOf(`${name}:${line}:${alone.chars}`).slice(-1), 16) % 2 === 0 ? 0 : 1;
}

/**
 * Recommends on each half and measures the choice on the other; undefined if a half has too few transcripts.
 * `models` are those of all: they decide which settings are on offer.
 */
export function outOfSample(
  sum: HalvedSum,
  settings: readonly SettingToCompare[],
  options: RecommendOptions & Pick<ComparisonTotals, "models">,
): OutOfSample | undefined {
  if (sum.count < LEAST_IN_ALL) return undefined;
  const [one, two] = sum.halves;
  if (tellingIn(one) < LEAST || tellingIn(two) < LEAST) return undefined;
  const [first, second] = [one.totals, two.totals];
  const choose = (on: ComparisonTotals, other: ComparisonTotals): HalfChoice => {
    const advice = recommend({ ...on, models: options.models }, settings, options);
    const about = {
      transcripts: on.transcripts,
      others: other.transcripts,
      recommendation: advice.kind,
    };
    if (advice.kind !== "window" && advice.kind !== "setting") return about;
    const { setting } = advice;
    return { ...about, setting, chosen: figuresIn(on, setting), held: figuresIn(other, setting) };
  };
  return { choices: [choose(first, second), choose(second, first)] };
}

/** The number of transcripts with requests, and with later uses of results if recall is measured. */
function tellingIn({ state }: ComparisonSum): number {
  const [alone] = state.outcomes;
  if (alone === undefined) return 0;
  return (alone.recall === undefined ? alone.across.cachedRatio : alone.across.recallShare).length;
}

function figuresIn({ outcomes }: ComparisonTotals, name: string): HalfFigures {
  const { cachedRatio = 1, recallShare } = outcomes.find(({ setting }) => setting === name) ?? {};
  return { cachedRatio, ...(recallShare !== undefined && { recallShare }) };
}
