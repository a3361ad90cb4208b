import { Chalk } from "chalk";
import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { areAllEmpty, number } from "../figures.ts";
import { wrap } from "../list-table.ts";
import type { ReportTarget } from "../reporter.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import { counted } from "./amounts.ts";
import { answerOf } from "./answer.ts";
import { headOf } from "./comparison-head.ts";
import { legendOf } from "./comparison-legend.ts";
import { notesOf } from "./comparison-notes.ts";
import type { ComparisonReporter } from "./comparison-reporter.ts";
import { ABOUT_EVIDENCE, evidenceTable } from "./evidence-table.ts";
import { createFitList } from "./fit-list.ts";
import { withoutIdle } from "./idle-settings.ts";
import { mainSettings } from "./main-settings.ts";
import { createMissList } from "./misses.ts";
import { DEARER_COST, figuresOf, RECOMMENDED } from "./outcomes.ts";
import type { PageAdvice } from "./page/page-data.ts";
import { aboutGroups, GROUP_COLUMNS, recallGroups } from "./recall-groups.ts";
import { spreadColumns, spreadOf } from "./spread-rows.ts";

/** The widest line of prose, however wide the terminal is. */
const MAX_PROSE = 100;

/** How a comparison is printed. */
export interface ComparisonTarget extends ReportTarget {
  /** Whether every setting gets a row, not only the main ones. */
  readonly all: boolean;
  /** Whether to list how the simulated sessions compare with the providers' token counts. */
  readonly fit: boolean;
}

/**
 * The answer in a few bold lines, a row for each main setting, the quartiles if there are several transcripts, the
 * inputs and the price, the recommendation with its reasons, and notes.
 */
export function comparisonTable({
  write,
  columns,
  color,
  all: showsAll,
  fit: showsFit,
}: ComparisonTarget): ComparisonReporter {
  const misses = createMissList();
  const fits = createFitList(showsFit);
  let firstFile: string | undefined;
  return {
    transcript(compared) {
      misses.add(compared);
      fits.add(compared);
    },
    file({ file, transcripts }) {
      if (transcripts > 0) firstFile ??= file;
      misses.finish();
      fits.finish();
    },
    discard() {
      misses.discard();
      fits.discard();
    },
    async finish(all) {
      const compared = withoutIdle(all);
      const totals = showsAll ? compared : onlyMain(compared);
      if (totals.transcripts === 0) {
        if (totals.failedInputs === 0 && !areAllEmpty(totals))
          write(`no transcripts${skipped(totals)}\n`);
        return;
      }
      const layout = { columns, color };
      const prose = proseWithin(columns);
      const answer = answerOf(totals);
      const paint = paints(color);
      const outcomes = outcomesOf(totals, layout);
      const [header = ""] = outcomes.split("\n");
      const legend = legendOf(totals, (column) => header.includes(column));
      const sections = [
        answerIn(answer, { prose, color }),
        paint(outcomes) + leftOutOf(compared, totals) + legend.map(prose).join(""),
        paint(acrossOf(totals, layout, prose)),
        headOf(totals, firstFile ?? "")
          .map(prose)
          .join(""),
        fits.text(layout),
        evidenceIn(all, layout, prose),
        misses.isRequested ? groupsIn(all, layout, prose) : "",
        misses.text(layout),
        answer.command === undefined ? "" : prose(answer.advice),
        notesOf(all).map(prose).join(""),
      ];
      write(sections.filter((section) => section !== "").join("\n"));
    },
  };
}

/** Returns a function that wraps a sentence. */
function proseWithin(columns: number): (sentence: string) => string {
  const width = Math.min(columns, MAX_PROSE);
  return (sentence) =>
    wrap(sentence, width)
      .map((line) => `${line}\n`)
      .join("");
}

/** The comparison with only the main settings; the recommendation is made from all of them. */
function onlyMain(totals: ComparedTotals): ComparedTotals {
  const main = mainSettings(totals);
  return {
    ...totals,
    settings: totals.settings.filter(({ name }) => main.has(name)),
    outcomes: totals.outcomes.filter(({ setting }) => main.has(setting)),
  };
}

function leftOutOf(compared: ComparedTotals, shown: ComparedTotals): string {
  const count = compared.outcomes.length - shown.outcomes.length;
  return count === 0 ? "" : `… and ${counted(count, "more setting")}: --all\n`;
}

/** The command to type, its savings and what it would have hidden; if nothing is recommended, why. */
function answerIn(
  { command, lines, use, advice }: PageAdvice,
  { prose, color }: { readonly prose: (sentence: string) => string; readonly color: boolean },
): string {
  const bold = new Chalk({ level: color ? 1 : 0 }).bold;
  const said = [...(command === undefined ? [] : [command]), ...lines];
  const answer = said.flatMap((line) => prose(line).split("\n").slice(0, -1));
  const more = command === undefined ? advice.slice(lines[0]?.length).trim() : use;
  return answer.map((line) => `${bold(line)}\n`).join("") + (more === "" ? "" : prose(more));
}

/** Colours the marks in a finished table: of higher costs, and of the recommended setting. */
function paints(color: boolean): (table: string) => string {
  if (!color) return (table) => table;
  const chalk = new Chalk({ level: 1 });
  return (table) =>
    table
      .replace(DEARER_COST, (cost) => chalk.red(cost))
      .replaceAll(RECOMMENDED, chalk.green(RECOMMENDED));
}

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

/** The share of later uses that each pass leaves in view, if requested. */
function evidenceIn(
  { evidence }: ComparedTotals,
  layout: ComparisonLayout,
  prose: (sentence: string) => string,
): string {
  if (evidence === undefined) return "";
  const table = evidenceTable(evidence, layout);
  return table === "" ? "No pass shortens a result here.\n" : prose(ABOUT_EVIDENCE) + table;
}

/** The recall of one setting by age, kind and tool. */
function groupsIn(
  totals: ComparedTotals,
  layout: ComparisonLayout,
  prose: (sentence: string) => string,
): string {
  const groups = recallGroups(totals);
  if (groups === undefined) return "";
  return `${prose(aboutGroups(groups.setting))}${layOut(groups.rows, GROUP_COLUMNS, layout)}\n`;
}

function skipped({ skippedFiles }: ComparedTotals): string {
  return skippedFiles === 0 ? "" : `; skipped, of no known format: ${number(skippedFiles)}`;
}
