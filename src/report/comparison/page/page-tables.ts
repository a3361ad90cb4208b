import type { ComparedTotals } from "../../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../../analyses/compare/sums/outcome-totals.ts";
import { number } from "../../figures.ts";
import { escaped, type TableHead, type TableRow, tableOf } from "../../html.ts";
import { chosenIn } from "../advice.ts";
import { mainSettings } from "../main-settings.ts";
import { DEARER_COST, figuresOf } from "../outcomes.ts";
import { spreadColumns, spreadOf } from "../spread-rows.ts";

/** Columns shown on a narrow page as well, and columns shown only on request. */
const ALWAYS: readonly string[] = ["window", "cost", "cached", "recall", "re-asks"];
const ON_DEMAND: readonly string[] = [
  "maskedChars",
  "reductionStage",
  "peak",
  "whole cost",
  "uncached cost",
  "shows",
];

/** Columns across transcripts that cannot be recomputed from sums of tokens for another price. */
const OF_ONE_PRICE: readonly string[] = ["cached", "break-even"];

/** Every figure of every setting; rarely needed ones are shown on request. */
export function outcomesTable(totals: ComparedTotals): string {
  const figures = figuresOf(totals);
  const { alone, recommendation } = totals;
  const recommended = chosenIn(recommendation);
  const main = mainSettings(totals);
  const rows = [alone, ...totals.outcomes].map(
    (outcome): TableRow => ({
      name: outcome.setting,
      isRecommended: outcome.setting === recommended,
      isMore: !main.has(outcome.setting),
      cells: figures.map(({ column, cell }) =>
        column.name === "kept" ? bar(outcome, alone) : marked(cell(outcome)),
      ),
    }),
  );
  const heads = figures.map(
    ({ column: { name, align } }): TableHead => ({
      name,
      isLeft: align === "left",
      ...(!ALWAYS.includes(name) && { room: ON_DEMAND.includes(name) ? "more" : "wide" }),
      isOfOnePrice: name === "break-even",
    }),
  );
  return tableOf(heads, rows, { label: "settings and what they come to", first: "names" });
}

/** The quartiles across transcripts; empty where there is but one. */
export function spreadTable(totals: ComparedTotals): string {
  const rows = spreadOf(totals);
  if (rows.length === 0) return "";
  const columns = spreadColumns(totals);
  const main = mainSettings(totals);
  const table = tableOf(
    columns.map(({ name, align }) => ({
      name,
      isLeft: align === "left",
      isOfOnePrice: OF_ONE_PRICE.includes(name),
    })),
    rows.map((row) => ({
      cells: columns.map(({ name }) => marked(row[name])),
      isMore: !main.has(row.window),
    })),
    { label: "quartiles across transcripts", first: "names" },
  );
  return `<h2>Across ${number(totals.transcripts)} transcripts</h2>
<p class="small">Each by itself: first quartile, median and third.</p>
${table}`;
}

/** A cell, highlighted if it is a higher cost. */
function marked(cell: string): string {
  return escaped(cell).replace(DEARER_COST, (cost) => `<span class="dearer">${cost}</span>`);
}

/** The kept share, as a bar with its number. */
function bar({ chars }: OutcomeTotals, alone: OutcomeTotals): string {
  const share = alone.chars === 0 ? 0 : Math.round((1000 * chars) / alone.chars) / 10;
  return (
    `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${share}%">` +
    `<rect width="${Math.min(100, share)}" height="10"/></svg>`
  );
}
