import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { AGE_BANDS, type UseGroups } from "../../analyses/compare/recall/use-groups.ts";
import { visible } from "../../base/visible.ts";
import { clipEnd } from "../display-width.ts";
import { number } from "../figures.ts";
import type { TableColumn } from "../table-columns.ts";
import { recommendedIn } from "./advice.ts";
import { share } from "./amounts.ts";

/** Recall of one setting in a group of similar uses. */
export type GroupRow = Readonly<Record<GroupColumn, string>>;

export type GroupColumn = "by" | "group" | "uses" | "missed" | "recall";

/** The columns, in order. */
export const GROUP_COLUMNS: readonly [TableColumn<GroupColumn>, ...TableColumn<GroupColumn>[]] = [
  { name: "by", align: "left" },
  { name: "group", align: "left" },
  { name: "uses" },
  { name: "missed" },
  { name: "recall" },
];

/** The tools that are listed, those with most uses first. */
const MOST_TOOLS = 6;
const MAX_WORD = 32;

/** The recall of the recommended setting, or of the first that hides anything, by age, kind and tool. */
export function recallGroups(
  totals: ComparedTotals,
): { readonly setting: string; readonly rows: readonly GroupRow[] } | undefined {
  const { drawnOn, recommendation, outcomes } = totals;
  const named = outcomes.find(({ setting }) => setting === recommendedIn(recommendation));
  const outcome = named ?? outcomes.find(({ recall }) => recall?.missedBy !== undefined);
  if (drawnOn === undefined || outcome === undefined) return undefined;
  const missed = outcome.recall?.missedBy;
  const rowsOf = (by: keyof UseGroups, names: readonly string[], show = (name: string) => name) =>
    names.flatMap((name, k): GroupRow[] => {
      const uses = drawnOn[by][name] ?? 0;
      const hidden = missed?.[by][name] ?? 0;
      if (uses === 0) return [];
      return [
        {
          by: k === 0 || (drawnOn[by][names[k - 1] ?? ""] ?? 0) === 0 ? by : "",
          group: show(name),
          uses: number(uses),
          missed: number(hidden),
          recall: share(1 - hidden / uses),
        },
      ];
    });
  const tools = Object.entries(drawnOn.tool)
    .sort(([one, most], [other, more]) => more - most || (one < other ? -1 : 1))
    .slice(0, MOST_TOOLS)
    .map(([name]) => name);
  return {
    setting: outcome.setting,
    rows: [
      ...rowsOf("age", AGE_BANDS, (band) => `${band} turns`),
      ...rowsOf("kind", ["path", "name", "number", "re-ask"]),
      ...rowsOf("tool", tools, (name) => clipEnd(visible(name), MAX_WORD) || "–"),
    ],
  };
}

/** The sentence above the table. */
export function aboutGroups(setting: string): string {
  return `Recall of ${setting} by what is used: first uses of what results brought, and calls made again`;
}
