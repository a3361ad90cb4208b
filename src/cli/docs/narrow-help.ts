import { wrap } from "../../report/list-table.ts";

/** Spaces before a line that belongs to the second column of the line above it. */
const MIN_SECOND = 9;

/** Spaces before a second column that has no room next to the first. */
const BELOW = 4;

/** Help, which is written for 79 columns, for a terminal of fewer: no word of it is broken at the edge. */
export function narrowedHelp(help: string, columns: number): string {
  return joinedLines(help.split("\n"))
    .flatMap((line) => (line.length < columns ? [line] : narrowedLine(line, columns)))
    .join("\n");
}

/** Paragraphs and rows of two columns, each as one line. */
function joinedLines(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const above = joined.at(-1) ?? "";
    const indent = indentOf(line);
    const isProse = indent === 0 && line !== "" && above !== "" && indentOf(above) === 0;
    const isSame = isProse ? !/^Usage: |:$/.test(above) : indent >= MIN_SECOND;
    if (isSame) joined[joined.length - 1] = `${above}${isProse ? " " : "  "}${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

function narrowedLine(line: string, columns: number): readonly string[] {
  const indent = indentOf(line);
  const [first = "", ...rest] = line.trim().split(/ {2,}/);
  const at = (spaces: number, text: string) =>
    wrap(text, columns - 1 - spaces).map((part) => " ".repeat(spaces) + part);
  return [...at(indent, first), ...(rest.length > 0 ? at(indent + BELOW, rest.join(" ")) : [])];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
