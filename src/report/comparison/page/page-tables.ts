import type { ComparedTotals } from "../../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../../analyses/compare/outcome-sum.ts";
import { number } from "../../figures.ts";
import { escaped, type TableHead, type TableRow, tableOf } from "../../html.ts";
import { recommendedIn } from "../advice.ts";
import { mainSettings } from "../main-settings.ts";
import type { MissColumn, MissList, MissRow } from "../misses.ts";
import { DEARER, figuresOf } from "../outcomes.ts";
import { spreadColumns, spreadOf } from "../spread.ts";

/** Columns that a narrow page shows as well, and those that no page shows unless asked. */
const ALWAYS: readonly string[] = ["window", "cost", "cached", "recall", "re-asks"];
const ON_DEMAND: readonly string[] = ["maskedChars", "reductionStage", "peak", "uncached cost"];

/** Every figure of every setting; those that few look for are shown when they are asked for. */
export function outcomesTable(totals: ComparedTotals): string {
  const figures = figuresOf(totals);
  const { alone, recommendation } = totals;
  const recommended = recommendation.kind === "window" ? recommendedIn(recommendation) : undefined;
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
    }),
  );
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
    MISS_HEADS.map(({ head, isLeft, room }) => ({ name: head, isLeft, ...(room && { room }) })),
    rows.map((row) => ({ cells: MISS_HEADS.map(({ column }) => escaped(missCell(row, column))) })),
    { label: "what would have been missed", first: "places" },
  );
  const rest =
    more === 0
      ? ""
      : `<p class="small">… and ${number(more)} more; --report json has them all</p>\n`;
  return head + table + rest;
}

/** The columns of the list, the turn that needed something among the first. */
const MISS_HEADS: readonly MissHead[] = [
  { column: "observation", head: "result", isLeft: true },
  { column: "step", head: "needed after turn", isLeft: false },
  { column: "missed", head: "missed", isLeft: true },
  { column: "tool", head: "tool", isLeft: true, room: "wide" },
  { column: "age", head: "turns between", isLeft: false, room: "wide" },
  { column: "hidden by", head: "hidden by", isLeft: true, room: "wide" },
];

interface MissHead extends Omit<TableHead, "name"> {
  readonly column: MissColumn;
  readonly head: string;
}

/** A file by its name alone: its folders would take the room of everything else. */
function missCell(row: MissRow, column: MissColumn): string {
  return column === "observation" ? (row[column].split(/[\\/]/).at(-1) ?? "") : row[column];
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
