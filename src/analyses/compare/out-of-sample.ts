import { refOf } from "../../base/digest.ts";
import {
  type ComparisonSum,
  type ComparisonTotals,
  createComparisonSum,
} from "./comparison-sum.ts";
import { type Recommendation, type RecommendOptions, recommend } from "./recommend.ts";
import type { Comparison } from "./result.ts";
import type { SettingToCompare } from "./setting.ts";

/** The choice made on one half of the transcripts, and how it did there and on the other half. */
export interface HalfChoice {
  /** Transcripts of the half that was chosen on, and of the other. */
  readonly transcripts: number;
  readonly others: number;
  readonly recommendation: Recommendation["kind"];
  /** The chosen setting; absent where nothing was recommended on that half. */
  readonly setting?: string;
  readonly chosen?: HalfFigures;
  readonly held?: HalfFigures;
}

/** Cost, with a prompt cache, divided by that of left alone, and recall where it was looked for. */
export interface HalfFigures {
  readonly cachedRatio: number;
  readonly recallShare?: number;
}

/** A recommendation made on each half and held against the other. Its keys are a public contract. */
export interface OutOfSample {
  readonly choices: readonly [HalfChoice, HalfChoice];
}

/** A comparison, and where its transcript is. */
type PlacedComparison = Comparison & { readonly file: string; readonly line: number };

/** Comparisons added up in two halves. */
export interface HalvedSum {
  readonly halves: readonly [ComparisonSum, ComparisonSum];
  add(compared: PlacedComparison): void;
  merge(other: HalvedSum): void;
}

/** The fewest transcripts of a half that say something of cost, and of recall where it is looked for. */
const LEAST = 3;

/** Two sums that have nothing yet, over settings of these names. */
export function createHalvedSum(settings: readonly string[]): HalvedSum {
  const halves = [createComparisonSum(settings), createComparisonSum(settings)] as const;
  return {
    halves,
    add: (compared) => halves[halfOf(compared)].add(compared),
    merge(other) {
      halves.forEach((half, k) => {
        half.merge(other.halves[k === 0 ? 0 : 1]);
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
 * Recommends on each half and looks the choice up in the other; nothing where a half has too few
 * transcripts. `models` are those of all: they decide which settings are on offer.
 */
export function outOfSample(
  { halves: [one, two] }: HalvedSum,
  settings: readonly SettingToCompare[],
  options: RecommendOptions & Pick<ComparisonTotals, "models">,
): OutOfSample | undefined {
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

/** Transcripts with requests, and with later uses of results where those were looked for. */
function tellingIn({ state }: ComparisonSum): number {
  const [alone] = state.outcomes;
  if (alone === undefined) return 0;
  return (alone.recall === undefined ? alone.across.cachedRatio : alone.across.recallShare).length;
}

function figuresIn({ outcomes }: ComparisonTotals, name: string): HalfFigures {
  const { cachedRatio = 1, recallShare } = outcomes.find(({ setting }) => setting === name) ?? {};
  return { cachedRatio, ...(recallShare !== undefined && { recallShare }) };
}
