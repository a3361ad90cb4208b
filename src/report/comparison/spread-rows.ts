import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import type { Quartiles } from "../../analyses/compare/sums/quartiles.ts";
import { number } from "../figures.ts";
import type { TableColumn } from "../table-columns.ts";
import { costsMore, ratio, share } from "./amounts.ts";
import { changes, DEARER } from "./outcomes.ts";

type Name = "window" | "prompts" | "cached" | "break-even" | "recall";

/** How a setting did across transcripts: the first quartile, the median and the third. */
export type SpreadRow = Readonly<Record<Name, string>>;

/** The settings that change something, across transcripts; none where there is but one transcript. */
export function spreadOf(totals: ComparedTotals): readonly SpreadRow[] {
  if (totals.transcripts < 2) return [];
  return totals.outcomes.filter(changes).map(({ setting, quartiles, breaksEven }) => ({
    window: setting,
    prompts: three(quartiles.promptShare, ratio),
    cached: three(
      quartiles.cachedRatio,
      (value) => ratio(value) + (costsMore(value) ? DEARER : " "),
    ),
    "break-even": `${number(breaksEven)} of ${number(totals.transcripts)}`,
    recall: three(quartiles.recallShare, share),
  }));
}

/** The columns of the spread; recall only where it was looked for. */
export function spreadColumns({
  alone,
}: {
  readonly alone: OutcomeTotals;
}): readonly [TableColumn<Name>, ...TableColumn<Name>[]] {
  const columns: readonly [TableColumn<Name>, ...TableColumn<Name>[]] = [
    { name: "window", align: "left" },
    { name: "prompts", goes: 2 },
    { name: "cached" },
    { name: "break-even", goes: 1 },
  ];
  return alone.recall === undefined ? columns : [...columns, { name: "recall", goes: 3 }];
}

function three(quartiles: Quartiles | undefined, show: (value: number) => string): string {
  if (quartiles === undefined) return "–";
  const { first, median, third } = quartiles;
  return [first, median, third].map((value) => show(value).padStart(5)).join(" ");
}
