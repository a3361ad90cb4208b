import type { ComparedTotals } from "../../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../../analyses/compare/outcome-sum.ts";
import { number } from "../../figures.ts";
import { escaped, type TableRow, tableOf } from "../../html.ts";
import { recommendedIn } from "../advice.ts";
import { MISS_COLUMNS, type MissList } from "../misses.ts";
import { DEARER, figuresOf } from "../outcomes.ts";
import { spreadColumns, spreadOf } from "../spread.ts";

/** Every figure of every setting. */
export function outcomesTable(totals: ComparedTotals): string {
  const figures = figuresOf(totals);
  const { alone, recommendation } = totals;
  const recommended = recommendation.kind === "window" ? recommendedIn(recommendation) : undefined;
  const rows = [alone, ...totals.outcomes].map(
    (outcome): TableRow => ({
      isRecommended: outcome.setting === recommended,
      cells: figures.map(({ column, cell }) =>
        column.name === "kept" ? bar(outcome, alone) : marked(cell(outcome)),
      ),
    }),
  );
  const heads = figures.map(({ column: { name, align } }) => ({ name, isLeft: align === "left" }));
  return tableOf(heads, rows, { label: "settings and what they come to", first: "names" });
}

/** The quartiles across transcripts; empty where there is but one. */
export function spreadTable(totals: ComparedTotals): string {
  const rows = spreadOf(totals);
  if (rows.length === 0) return "";
  const columns = spreadColumns(totals);
  const table = tableOf(
    columns.map(({ name, align }) => ({ name, isLeft: align === "left" })),
    rows.map((row) => ({ cells: columns.map(({ name }) => marked(row[name])) })),
    { label: "quartiles across transcripts", first: "names" },
  );
  return `<h2>Across ${number(totals.transcripts)} transcripts</h2>
<p class="small">Each by itself: first quartile, median and third.</p>
${table}`;
}

/** The table of misses; empty if they were not asked for. */
export function missesTable({ rows, more }: MissList): string {
  if (rows === undefined) return "";
  const head = "<h2>What would have been missed</h2>\n";
  if (rows.length === 0) return `${head}<p>Nothing.</p>\n`;
  const table = tableOf(
    MISS_COLUMNS.map(({ name, align }) => ({ name, isLeft: align === "left" })),
    rows.map((row) => ({ cells: MISS_COLUMNS.map(({ name }) => escaped(row[name])) })),
    { label: "what would have been missed", first: "places" },
  );
  const rest =
    more === 0
      ? ""
      : `<p class="small">… and ${number(more)} more; --report json has them all</p>\n`;
  return head + table + rest;
}

/** A cell, what costs more set off. */
function marked(cell: string): string {
  return escaped(cell).replace(COSTS_MORE, (cost) => `<span class="dearer">${cost}</span>`);
}

/** How much is kept of all, as a bar with its share. */
function bar({ chars }: OutcomeTotals, alone: OutcomeTotals): string {
  const share = alone.chars === 0 ? 0 : Math.round((1000 * chars) / alone.chars) / 10;
  return (
    `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${share}%">` +
    `<rect width="${Math.min(100, share)}" height="10"/></svg>`
  );
}

const COSTS_MORE = new RegExp(`[\\d.]+${DEARER}`, "g");
