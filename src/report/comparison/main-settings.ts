import type { ComparedSetting, ComparedTotals } from "../../analyses/compare/compared.ts";
import { recommendedIn } from "./advice.ts";

/** The most rows shown, including history left alone: more are hard to take in at once. */
const MOST_ROWS = 8;

/**
 * The main settings: the recommended one (or the nearest to it) with its neighbours in the grid, the cheapest,
 * presets and others that were requested. All settings if there are few.
 */
export function mainSettings(totals: ComparedTotals): ReadonlySet<string> {
  const { settings, outcomes, recommendation } = totals;
  const names = ["alone", ...settings.map(({ name }) => name)];
  if (names.length <= MOST_ROWS) return new Set(names);
  const cheapest = outcomes.toSorted((a, b) => a.cachedRatio - b.cachedRatio);
  const best = settings.find(({ name }) => name === recommendedIn(recommendation));
  const main = new Set(["alone"]);
  const others = settings.filter((each) => isNoWindow(each, settings)).map(({ name }) => name);
  const wanted = [
    ...(best === undefined ? [] : [best.name]),
    ...others,
    ...(cheapest[0] === undefined ? [] : [cheapest[0].setting]),
    ...(best === undefined ? [] : neighboursOf(best, settings)),
    ...cheapest.map(({ setting }) => setting),
  ];
  for (const name of wanted) if (main.size < MOST_ROWS) main.add(name);
  return main;
}

/** Whether a setting is something other than a window, such as a preset. */
function isNoWindow({ name, preset }: ComparedSetting, all: readonly ComparedSetting[]): boolean {
  return preset !== undefined || (!/^\d/.test(name) && all.length > 1);
}

/** The next smaller and larger window with the same step, and the same window with the next steps. */
function neighboursOf(best: ComparedSetting, all: readonly ComparedSetting[]): readonly string[] {
  if (isNoWindow(best, all)) return [];
  const windows = all.filter((each) => !isNoWindow(each, all));
  const along = (key: "window" | "every", other: "window" | "every") => {
    const line = windows
      .filter((each) => each[other] === best[other])
      .toSorted((a, b) => a[key] - b[key]);
    const at = line.findIndex(({ name }) => name === best.name);
    return [line[at - 1], line[at + 1]].flatMap((each) => (each === undefined ? [] : [each.name]));
  };
  return [...along("window", "every"), ...along("every", "window")];
}
