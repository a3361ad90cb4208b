import { Chalk, type ColorName } from "chalk";
import { visible } from "../../base/visible.ts";
import { clipName } from "../clip-names.ts";
import { number } from "../figures.ts";
import type { PromptSeries, PromptSizes } from "./charts.ts";

/** Height of a chart in lines, without axis and legend; odd, so that one line is in the middle. */
const HEIGHT = 15;

/** The least and the greatest width of a chart; the latter is that of prose. */
const MIN_WIDTH = 20;
const MAX_WIDTH = 100;

/**
 * The lines, each drawn over those before it, with its own mark and colour, so that they differ without colour
 * too.
 */
const LINES = [
  { because: "left alone", mark: "·", color: "gray" },
  { because: "largest", mark: "+", color: "yellow" },
  { because: "smallest", mark: "o", color: "cyan" },
  { because: "recommended", mark: "*", color: "green" },
] as const satisfies readonly {
  because: NonNullable<PromptSeries["because"]>;
  mark: string;
  color: ColorName;
}[];

type ChartLine = PromptSeries & (typeof LINES)[number];

/** A mark in the legend, with the space around it. */
const MARK_WIDTH = 5;

/**
 * The size of prompts over the steps of a session, drawn with characters: the few most informative lines, and a
 * legend.
 */
export function drawPromptSizes(
  { file, line, steps, series }: PromptSizes,
  { columns, color }: { readonly columns: number; readonly color: boolean },
): string {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const lines = LINES.flatMap((line): ChartLine[] => {
    const found = series.find(({ because }) => because === line.because);
    return found === undefined ? [] : [{ ...found, ...line }];
  });
  const paint = ({ mark, color: name }: ChartLine, count: number) =>
    chalk[name](mark.repeat(count));
  const top = Math.max(1, ...lines.map(({ sizes }) => largest(sizes)));
  const axis = number(top).length;
  const width = Math.max(MIN_WIDTH, Math.min(columns, MAX_WIDTH) - axis - 2);

  const grid = Array.from({ length: HEIGHT }, () => new Array<ChartLine | undefined>(width));
  for (const line of lines) {
    const rows = rowsOf(line.sizes, { width, top });
    rows.forEach((row, column) => {
      const before = rows[column - 1] ?? row;
      // A step up or down is drawn as a line, not as a gap.
      for (let at = Math.min(before, row); at <= Math.max(before, row); at++)
        if (at !== before || row === before) put(grid, { at, column, line });
    });
  }

  const labels = new Map([
    [0, number(top)],
    [(HEIGHT - 1) / 2, number(Math.round(top / 2))],
    [HEIGHT - 1, "0"],
  ]);
  const body = grid.map((row, at) => {
    const label = (labels.get(at) ?? "").padStart(axis);
    return `${label} ${labels.has(at) ? "┤" : "│"}${runsOf(row, paint)}`.trimEnd();
  });
  const last = `step ${number(steps.at(-1) ?? 0)}`;
  const foot = `${" ".repeat(axis + 2)}${number(steps[0] ?? 0)}${last.padStart(width - number(steps[0] ?? 0).length)}`;
  const names = lines.map(({ setting, because }) =>
    setting === "alone" ? because : `${setting} (${because})`,
  );
  const legend = lines.map((line, k) => `${paint(line, 1)} ${names[k]}`);
  const fits = names.reduce((sum, name) => sum + name.length + MARK_WIDTH, 0) <= columns;
  const title = "tokens in each prompt of ";
  return [
    title + clipName(visible(`${file}:${line}`), columns - title.length),
    ...body,
    `${" ".repeat(axis + 1)}└${"─".repeat(width)}`,
    foot,
    legend.join(fits ? "   " : "\n"),
    "",
  ].join("\n");
}

/** The row of each column of a line: that of the largest prompt in the column. */
function rowsOf(
  sizes: readonly number[],
  { width, top }: { readonly width: number; readonly top: number },
): readonly number[] {
  return Array.from({ length: width }, (_, column) => {
    const from = Math.floor((column * sizes.length) / width);
    const to = Math.max(from + 1, Math.floor(((column + 1) * sizes.length) / width));
    const height = Math.round((largest(sizes.slice(from, to)) / top) * (HEIGHT - 1));
    return HEIGHT - 1 - height;
  });
}

function put(
  grid: readonly (ChartLine | undefined)[][],
  { at, column, line }: { readonly at: number; readonly column: number; readonly line: ChartLine },
): void {
  const row = grid[at];
  if (row !== undefined) row[column] = line;
}

/** A row as text, coloured run by run. */
function runsOf(
  row: readonly (ChartLine | undefined)[],
  paint: (line: ChartLine, count: number) => string,
): string {
  let text = "";
  for (let from = 0; from < row.length; ) {
    const line = row[from];
    let to = from + 1;
    while (to < row.length && row[to] === line) to++;
    text += line === undefined ? " ".repeat(to - from) : paint(line, to - from);
    from = to;
  }
  return text;
}

function largest(sizes: readonly number[]): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}
