import { Chalk } from "chalk";
import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { number } from "../figures.ts";
import { wrap } from "../list-table.ts";
import type { ReportTarget } from "../reporter.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import { adviceOf } from "./advice.ts";
import { headOf } from "./comparison-head.ts";
import { legendOf, notesOf } from "./comparison-notes.ts";
import type { ComparisonReporter } from "./comparison-reporter.ts";
import { withoutIdle } from "./idle-settings.ts";
import { createMissList } from "./misses.ts";
import { DEARER, figuresOf, RECOMMENDED } from "./outcomes.ts";
import { spreadColumns, spreadOf } from "./spread.ts";

/** The widest that sentences run, whatever the terminal has. */
const MAX_PROSE = 100;

/**
 * The heading, a row for each setting, the quartiles if there are several transcripts, the recommendation, and
 * notes.
 */
export function comparisonTable({ write, columns, color }: ReportTarget): ComparisonReporter {
  const misses = createMissList();
  let firstFile: string | undefined;
  return {
    transcript: misses.add,
    file({ file, transcripts }) {
      if (transcripts > 0) firstFile ??= file;
      misses.finish();
    },
    discard: misses.discard,
    async finish(all) {
      const totals = withoutIdle(all);
      const prose = (sentence: string) =>
        wrap(sentence, Math.min(columns, MAX_PROSE))
          .map((line) => `${line}\n`)
          .join("");
      if (totals.transcripts === 0) {
        if (totals.failedInputs === 0 && !isAllEmpty(totals))
          write(`no transcripts${skipped(totals)}\n`);
        return;
      }
      const layout = { columns, color };
      const outcomes = outcomesOf(totals, layout);
      const [shown = ""] = outcomes.split("\n");
      const paint = paints(color);
      const sections = [
        headOf(totals, firstFile ?? "")
          .map(prose)
          .join(""),
        paint(outcomes) +
          legendOf(totals, (column) => shown.includes(column))
            .map(prose)
            .join(""),
        paint(acrossOf(totals, layout, prose)),
        misses.text(layout),
        prose(adviceOf(totals)),
        notesOf(all).map(prose).join(""),
      ];
      write(sections.filter((section) => section !== "").join("\n"));
    },
  };
}

/** Colours the marks of a table that is laid out: what costs more, and what is recommended. */
function paints(color: boolean): (table: string) => string {
  if (!color) return (table) => table;
  const chalk = new Chalk({ level: 1 });
  return (table) =>
    table
      .replace(DEARER_COST, (cost) => chalk.red(cost))
      .replaceAll(RECOMMENDED, chalk.green(RECOMMENDED));
}

const DEARER_COST = new RegExp(`[\\d.]+${DEARER}`, "g");

interface ComparisonLayout {
  readonly columns: number;
  readonly color: boolean;
}

function outcomesOf(totals: ComparedTotals, layout: ComparisonLayout): string {
  const figures = figuresOf(totals);
  const rows = [totals.alone, ...totals.outcomes].map((outcome) =>
    Object.fromEntries(figures.map(({ column, cell }) => [column.name, cell(outcome)])),
  );
  const [first, ...others] = figures;
  const all: [TableColumn<string>, ...TableColumn<string>[]] = [
    first.column,
    ...others.map(({ column }) => column),
  ];
  return `${layOut(rows, all, layout)}\n`;
}

function acrossOf(
  totals: ComparedTotals,
  layout: ComparisonLayout,
  prose: (sentence: string) => string,
): string {
  const rows = spreadOf(totals);
  if (rows.length === 0) return "";
  const head = `Across ${number(totals.transcripts)} transcripts, each by itself: first quartile, median and third`;
  return `${prose(head)}${layOut(rows, spreadColumns(totals), layout)}\n`;
}

/** Whether the only inputs have nothing in them, of which stderr speaks. */
function isAllEmpty({ emptyInputs, inputs, skippedFiles }: ComparedTotals): boolean {
  return emptyInputs > 0 && inputs + skippedFiles === 0;
}

function skipped({ skippedFiles }: ComparedTotals): string {
  return skippedFiles === 0 ? "" : `; skipped, of no known format: ${number(skippedFiles)}`;
}
