import { displayWidth, padToWidth, startOf } from "./display-width.ts";

/** A column of a list; its name is its head. */
export interface ListColumn<Row> {
  readonly name: string;
  text(row: Row): string;
}

/** The least width of the last column, below which each row takes several lines. */
const MIN_LAST = 20;

/** The space between two columns, and the indent of lines below a row's name. */
const GAP = "  ";

/**
 * Rows in columns, the last one wrapped to the remaining width. If that is too narrow, a row is its first column
 * on a line, and below it the others with their names.
 */
export function layOutList<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  width: number,
): string {
  const firsts = columns.slice(0, -1);
  const widths = firsts.map(({ name, text }) =>
    Math.max(displayWidth(name), ...rows.map((row) => displayWidth(text(row)))),
  );
  const indent = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  if (width - indent < MIN_LAST) return stack(rows, columns, width);
  const line = (cells: readonly string[]): readonly string[] => {
    const [first = "", ...more] = wrap(cells.at(-1) ?? "", width - indent);
    const before = widths.map((each, k) => padToWidth(cells[k] ?? "", each) + GAP).join("");
    return [before + first, ...more.map((text) => " ".repeat(indent) + text)];
  };
  return [
    ...line(columns.map(({ name }) => name)),
    ...rows.flatMap((row) => line(columns.map(({ text }) => text(row)))),
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join("");
}

function stack<Row>(
  rows: readonly Row[],
  [first, ...others]: readonly ListColumn<Row>[],
  width: number,
): string {
  return rows
    .flatMap((row) => [
      first?.text(row) ?? "",
      ...others.flatMap(({ name, text }) =>
        wrap(`${name}: ${text(row)}`, width - GAP.length).map((part) => GAP + part),
      ),
    ])
    .map((text) => `${text}\n`)
    .join("");
}

/**
 * A text in lines of at most `width` columns, broken between words; only a word longer than a line is broken
 * itself.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const isFirst = line === "";
    if (!isFirst && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = "";
    }
    let rest = line === "" ? word : `${line} ${word}`;
    while (width > 0 && displayWidth(rest) > width) {
      const part = startOf(rest, width) || rest.slice(0, 1);
      lines.push(part);
      rest = rest.slice(part.length);
    }
    line = rest;
  }
  return [...lines, line];
}

/** A text in lines of at most this width, each ended by a line feed. */
export function wrapped(text: string, width: number): string {
  return wrap(text, width)
    .map((line) => `${line}\n`)
    .join("");
}

/** A text in such lines, all but the first indented. */
export function hanging(text: string, width: number): string {
  const [first = "", ...others] = wrap(text, width);
  if (others.length === 0) return `${first}\n`;
  const rest = text.slice(first.length).trimStart();
  return `${first}\n${wrap(rest, width - GAP.length)
    .map((line) => `${GAP}${line}\n`)
    .join("")}`;
}
