import { Chalk } from "chalk";
import { requireModule } from "../require-module.ts";

const Table = requireModule("cli-table3") as typeof import("cli-table3");

/** A column of a table; its name is its head. */
export interface Column<Name extends string> {
  readonly name: Name;
  readonly align?: "left" | "right";
  /** The order in which columns go where there is no room: 1 first. The others stay. */
  readonly goes?: number;
}

/** How a table is laid out. */
export interface Layout {
  /** Width in characters. */
  readonly columns: number;
  readonly color: boolean;
  /** Whether the last row is a sum of the others. */
  readonly hasTotal?: boolean;
  /** Columns that are left out whether there is room or not. */
  readonly leastGone?: number;
}

/** The least width that a name is cut to before columns are left out. */
const MIN_NAME = 10;

/**
 * A table of columns apart by white space. The first column holds names, which are cut to what room
 * there is. cli-table3 takes time with the square of the rows: give it few.
 */
export function layOut<Name extends string>(
  rows: readonly Readonly<Record<Name, string>>[],
  all: readonly [Column<Name>, ...Column<Name>[]],
  { columns, color, hasTotal = false, leastGone = 0 }: Layout,
): string {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const [first] = all;
  const { shown, gap } = columnsFor(rows, all, { columns, leastGone });
  const nameWidth = columns - widthOf(shown.slice(1), rows, gap) - gap;
  const table = new Table({
    head: shown.map(({ name }) => chalk.bold(name)),
    colAligns: shown.map(({ align = "right" }) => align),
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": gap },
    chars: BORDERS,
  });
  for (const [index, row] of rows.entries()) {
    const cells = shown.map(({ name }) =>
      name === first.name ? clipName(row[name], nameWidth) : row[name],
    );
    const isTotal = hasTotal && index === rows.length - 1;
    table.push(isTotal ? cells.map((cell) => chalk.bold(cell)) : cells);
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Columns apart by white space, and nothing else. */
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

/**
 * The columns that fit, two spaces apart or one, the name cut to its least: the first of these
 * choices that has room.
 */
function columnsFor<Name extends string>(
  rows: readonly Readonly<Record<Name, string>>[],
  all: readonly [Column<Name>, ...Column<Name>[]],
  { columns, leastGone }: { readonly columns: number; readonly leastGone: number },
): { shown: readonly Column<Name>[]; gap: number } {
  const [first] = all;
  const longest = Math.max(...rows.map((row) => row[first.name].length), first.name.length);
  const leaving = all.filter(({ goes }) => goes !== undefined).length;
  let choice: { shown: readonly Column<Name>[]; gap: number } = { shown: [], gap: 1 };
  for (let gone = Math.min(leastGone, leaving); gone <= leaving; gone++) {
    const shown = all.filter(({ goes }) => goes === undefined || goes > gone);
    for (const gap of [2, 1]) {
      choice = { shown, gap };
      const name = Math.min(longest, MIN_NAME);
      if (widthOf(shown.slice(1), rows, gap) + name + gap <= columns) return choice;
    }
  }
  return choice;
}

/** The width of columns, each with the gap before it. */
function widthOf<Name extends string>(
  shown: readonly Column<Name>[],
  rows: readonly Readonly<Record<Name, string>>[],
  gap: number,
): number {
  return shown.reduce((sum, { name }) => {
    const widest = Math.max(name.length, ...rows.map((row) => row[name].length));
    return sum + widest + gap;
  }, -gap);
}

/**
 * A path cut at its start, where paths differ least. Where its last name alone is too long, that is cut
 * at its end, since files of one agent end alike; the line after it stays.
 */
export function clipName(name: string, width: number): string {
  if (name.length <= width) return name;
  const last = name.slice(name.lastIndexOf("/") + 1);
  // Never half a surrogate pair.
  if (last.length < width) return `…${name.slice(1 - width).replace(/^[\udc00-\udfff]/, "")}`;
  const line = /:\d+$/.exec(last)?.[0] ?? "";
  const room = Math.max(1, width - 1 - line.length);
  return `${last.slice(0, room).replace(/[\ud800-\udbff]$/, "")}…${line}`;
}
