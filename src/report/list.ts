/** A column of a list; its name is its head. */
export interface ListColumn<Row> {
  readonly name: string;
  text(row: Row): string;
}

/** The least width of the last column, below which each row takes several lines. */
const MIN_LAST = 24;

/** The space between two columns, and before what stands below a row's name. */
const GAP = "  ";

/**
 * Rows of words in columns, of which the last is wrapped to the room there is. Where that is too
 * little, a row is its first column on a line, and below it the others by their names.
 */
export function layOutList<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  width: number,
): string {
  const firsts = columns.slice(0, -1);
  const widths = firsts.map(({ name, text }) =>
    Math.max(name.length, ...rows.map((row) => text(row).length)),
  );
  const indent = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  if (width - indent < MIN_LAST) return stack(rows, columns, width);
  const line = (cells: readonly string[]): readonly string[] => {
    const [first = "", ...more] = wrap(cells.at(-1) ?? "", width - indent);
    const before = widths.map((each, k) => (cells[k] ?? "").padEnd(each) + GAP).join("");
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

/** A text in lines of at most so many characters, as far as its words allow. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
