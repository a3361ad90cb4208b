import type { ComparedTotals } from "../../../../analyses/compare/compared.ts";
import { headOf } from "../../comparison-head.ts";
import { notesOf } from "../../comparison-notes.ts";
import { DEARER, figuresOf } from "../../outcomes.ts";

/** Columns that depend on the price, and the first, which marks the recommended setting. */
const PRICED: readonly string[] = [
  "window",
  "cost",
  "cached",
  "whole cost",
  "whole",
  "uncached cost",
  "uncached",
  "break-even",
];

/** Shows the figures of every setting in the table, and marks the recommended row, which is always shown. */
export function showFigures(totals: ComparedTotals, recommended: string | undefined): void {
  const figures = figuresOf(totals);
  const outcomes = new Map([totals.alone, ...totals.outcomes].map((each) => [each.setting, each]));
  for (const row of document.querySelectorAll<HTMLTableRowElement>("tr[data-name]")) {
    const outcome = outcomes.get(row.dataset.name ?? "");
    if (outcome === undefined) continue;
    row.classList.toggle("recommended", outcome.setting === recommended);
    for (const [k, { column, cell }] of figures.entries())
      if (PRICED.includes(column.name)) showCell(row.cells[k], cell(outcome));
    // New figures may change the sort order.
    row.closest("table")?.querySelector("[aria-sort]")?.removeAttribute("aria-sort");
  }
}

/** Updates the price in the heading, and the costs in the notes. */
export function showNotes(totals: ComparedTotals, firstFile: string): void {
  const head = headOf(totals, firstFile);
  fill("ul.about", head.slice(0, 2));
  fill("ul.notes", [...head, ...notesOf(totals)]);
}

function fill(list: string, lines: readonly string[]): void {
  const items = lines.map((text) =>
    Object.assign(document.createElement("li"), { textContent: text }),
  );
  document.querySelector(list)?.replaceChildren(...items);
}

/** A figure, highlighted if it is a higher cost. */
function showCell(place: HTMLElement | undefined, text: string): void {
  if (place === undefined) return;
  place.textContent = text;
  if (!text.endsWith(DEARER)) return;
  const dearer = document.createElement("span");
  dearer.className = "dearer";
  dearer.textContent = text;
  place.replaceChildren(dearer);
}
