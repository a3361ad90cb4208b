import { Chalk } from "chalk";
import Table from "cli-table3";
import { clipName, clipNames } from "./clip-names.ts";
import { clipEnd, displayWidth, isPlain } from "./display-width.ts";

/** A column of a table; its name is its head. */
export interface TableColumn<Name extends string> {
  readonly name: Name;
  readonly align?: "left" | "right";
  /** The order in which columns are dropped on a narrow terminal: 1 first. Columns without it stay. */
  readonly goes?: number;
}

/** How a table is laid out. */
export interface TableLayout {
  /** Width in characters. */
  readonly columns: number;
  readonly color: boolean;
  /** Whether the last row is a sum of the others. */
  readonly hasTotal?: boolean;
  /** Columns that are always left out. */
  readonly leastGone?: number;
}

/** The least width that a name is cut to before columns are left out. */
const MIN_NAME = 10;

/** The least width that other words are cut to. */
const MIN_WORD = 8;

/**
 * A table with columns separated by spaces, no line wider than the layout. The first column holds names, which are
 * cut to the width so that they stay different. cli-table3 takes quadratic time in the rows: give it few.
 */
export function layOut<Name extends string>(
  rows: readonly Readonly<Record<Name, string>>[],
  all: readonly [TableColumn<Name>, ...TableColumn<Name>[]],
  { columns, color, hasTotal = false, leastGone = 0 }: TableLayout,
): string {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const [first] = all;
  const { shown, gap, widths } = columnsFor(rows, all, { columns, leastGone });
  const others = shown.slice(1).reduce((sum, { name }) => sum + (widths.get(name) ?? 0) + gap, 0);
  const nameWidth = Math.max(1, columns - others);
  const isSum = (row: number) => hasTotal && row === rows.length - 1;
  const isAlone = (row: Readonly<Record<Name, string>>) =>
    shown.length > 1 && shown.every(({ name }) => name === first.name || row[name] === "");
  const named = rows.filter((row, index) => !isSum(index) && !isAlone(row));
  const cut = clipNames(
    named.map((row) => row[first.name]),
    nameWidth,
  );
  const names = new Map(named.map((row, index) => [row, cut[index]]));
  const cellOf = (name: Name, text: string) => clipEnd(text, widths.get(name) ?? nameWidth);
  const stand = standIns();
  const table = new Table({
    head: shown.map(({ name }) => chalk.bold(stand.in(cellOf(name, name)))),
    colAligns: shown.map(({ align = "right" }) => align),
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": gap },
    chars: BORDERS,
  });
  for (const [index, row] of rows.entries()) {
    const whole = row[first.name];
    if (isAlone(row)) {
      // A row that has only a name, such as the number of other rows, takes the whole line.
      table.push([{ content: stand.in(clipName(whole, columns)), colSpan: shown.length }]);
      continue;
    }
    const cells = shown.map(({ name }) =>
      stand.in(
        name === first.name
          ? (names.get(row) ?? clipName(whole, nameWidth))
          : cellOf(name, row[name]),
      ),
    );
    table.push(isSum(index) ? cells.map((cell) => chalk.bold(cell)) : cells);
  }
  return stand
    .out(table.toString())
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/**
 * cli-table3 measures text with an older library, which gets the width of some emoji wrong. So it lays out
 * stand-ins of the right width, which are replaced by the texts afterwards.
 */
function standIns() {
  const texts: string[] = [];
  const one = (index: number) => String.fromCharCode(FIRST_PRIVATE + (index % PRIVATE));
  return {
    in(text: string): string {
      if (isPlain(text)) return text;
      texts.push(text);
      return one(texts.length - 1).repeat(displayWidth(text));
    },
    out(table: string): string {
      let next = 0;
      return table.replace(/([\ue000-\uf8ff])\1*/g, () => texts[next++] ?? "");
    },
  };
}

/** Characters of private use, which never occur in the text of a table. */
const FIRST_PRIVATE = 0xe000;
const PRIVATE = 0x1900;

/** Columns separated by spaces, without lines. */
const BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

/** The columns that are shown, the space between two, and the widths of all but the first. */
interface Choice<Name extends string> {
  readonly shown: readonly TableColumn<Name>[];
  readonly gap: number;
  readonly widths: ReadonlyMap<Name, number>;
}

/**
 * The columns that fit, two spaces apart or one, with the name cut to its least width: the first choice that fits.
 * If none does, words are cut, then columns are dropped from the right.
 */
function columnsFor<Name extends string>(
  rows: readonly Readonly<Record<Name, string>>[],
  all: readonly [TableColumn<Name>, ...TableColumn<Name>[]],
  { columns, leastGone }: { readonly columns: number; readonly leastGone: number },
): Choice<Name> {
  const [first] = all;
  const widest = ({ name }: TableColumn<Name>) =>
    Math.max(displayWidth(name), ...rows.map((row) => displayWidth(row[name])));
  const name = Math.min(widest(first), MIN_NAME);
  const widths = new Map(all.slice(1).map((column) => [column.name, widest(column)]));
  const widthOf = (shown: readonly TableColumn<Name>[], gap: number) =>
    shown.slice(1).reduce((sum, column) => sum + (widths.get(column.name) ?? 0) + gap, name);
  const leaving = all.filter(({ goes }) => goes !== undefined).length;
  for (let gone = Math.min(leastGone, leaving); gone <= leaving; gone++) {
    const shown = all.filter(({ goes }) => goes === undefined || goes > gone);
    for (const gap of [2, 1]) if (widthOf(shown, gap) <= columns) return { shown, gap, widths };
  }
  let shown = all.filter(({ goes }) => goes === undefined);
  for (;;) {
    const words = shown.filter((column) => column !== first && column.align === "left");
    for (const { name: word } of words) {
      const over = widthOf(shown, 1) - columns;
      const width = widths.get(word) ?? 0;
      if (over > 0) widths.set(word, Math.min(width, Math.max(MIN_WORD, width - over)));
    }
    if (shown.length < 2 || widthOf(shown, 1) <= columns) return { shown, gap: 1, widths };
    shown = shown.slice(0, -1);
  }
}
