import type { ComparedPrompts, ComparedTotals } from "../../analyses/compare/compared.ts";
import { chosenIn } from "./advice.ts";
import { changes } from "./outcomes.ts";

/** The data of charts, in the terminal and on the page. */
export interface ComparisonCharts {
  /** The prompt sizes of the transcript with most tokens; undefined if there was no request. */
  readonly promptSizes?: PromptSizes;
  /** History left alone first, then the settings that change something. */
  readonly costByRecall: readonly CostPoint[];
}

/** The size of every prompt over the steps of a session. */
export interface PromptSizes {
  readonly file: string;
  readonly line: number;
  readonly steps: readonly number[];
  readonly series: readonly PromptSeries[];
}

/** The prompts under one setting, in whole tokens. */
export interface PromptSeries {
  readonly setting: string;
  readonly sizes: readonly number[];
  /** Why it is drawn by default; undefined if it is not. */
  readonly because?: Because;
}

type Because = "left alone" | "recommended" | "smallest" | "largest";

/** The cost and recall of a setting. */
export interface CostPoint {
  readonly setting: string;
  /** Undefined if it was not measured, or no result was used later. */
  readonly recall?: number;
  /** The ratio to the cost of history left alone, with a prompt cache. */
  readonly cached: number;
  readonly isRecommended: boolean;
}

/** Makes the charts' data from a comparison. */
export function chartsOf(
  totals: ComparedTotals,
  prompts: ComparedPrompts | undefined,
): ComparisonCharts {
  const { alone, outcomes, recommendation } = totals;
  const recommended = chosenIn(recommendation);
  const costByRecall = [alone, ...outcomes.filter(changes)].map(
    ({ setting, cachedRatio, recall, recallShare }): CostPoint => ({
      setting,
      cached: cachedRatio,
      isRecommended: setting === recommended,
      ...(recall?.references && recallShare !== undefined && { recall: recallShare }),
    }),
  );
  if (prompts === undefined || prompts.steps.length === 0) return { costByRecall };
  const reasons = chosen(totals, prompts, recommended);
  const shown = prompts.series.filter(
    ({ setting }) => setting === "alone" || outcomes.some((each) => each.setting === setting),
  );
  const series = shown.map(({ setting, sizes }): PromptSeries => {
    const because = reasons.get(setting);
    return { setting, sizes: sizes.map(Math.round), ...(because !== undefined && { because }) };
  });
  const { file, line, steps } = prompts;
  return { promptSizes: { file, line, steps, series }, costByRecall };
}

/**
 * The most informative settings: left alone, the recommended one, and the smallest and the largest window that
 * change any prompt of this session.
 */
function chosen(
  { settings }: ComparedTotals,
  { series }: ComparedPrompts,
  recommended: string | undefined,
): ReadonlyMap<string, Because> {
  const alone = series[0]?.sizes ?? [];
  const changed = new Set(
    series
      .filter(({ sizes }) => sizes.some((size, request) => size !== alone[request]))
      .map(({ setting }) => setting),
  );
  const windows = settings
    .filter(({ name, preset }) => preset === undefined && changed.has(name))
    .toSorted((a, b) => a.window - b.window || a.every - b.every);
  const reasons = new Map<string, Because>();
  const add = (setting: string | undefined, because: Because) => {
    if (setting !== undefined && !reasons.has(setting)) reasons.set(setting, because);
  };
  add("alone", "left alone");
  add(recommended, "recommended");
  add(windows[0]?.name, "smallest");
  add(windows.at(-1)?.name, "largest");
  return reasons;
}
