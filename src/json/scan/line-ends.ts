import type { IndexSet } from "../../base/index-set.ts";
import type { Splice } from "../splice/splice.ts";

/** The offsets of lines in a text: the end of each, without and with its line break. */
export interface LineEnds {
  readonly count: number;
  /** Offset of the first byte of line `index`. */
  start(index: number): number;
  /** Offset after the last byte of line `index`, without its line break. */
  end(index: number): number;
  /** Offset of the next line; equal to `end` if the text ends without a line break. */
  next(index: number): number;
}

/** A line to insert before the current line `at`; the count inserts at the end. */
export interface LineInsertion {
  readonly at: number;
  readonly json: string;
}

/**
 * Removes and inserts lines of a text. A removed line takes its line break along, adjacent ones make one
 * splice, an inserted line ends as its neighbour does, and a text without a final line break gets none.
 */
export function editLines(
  lines: LineEnds,
  edits: {
    readonly remove: IndexSet;
    readonly insert: readonly LineInsertion[];
    readonly lineBreak: string;
  },
): Splice[] {
  const { remove, lineBreak } = edits;
  const insert = edits.insert.toSorted((a, b) => a.at - b.at);
  const splices: Splice[] = [];
  const change = (start: number, end: number, text: string) => {
    const before = splices.at(-1);
    if (before?.end === start)
      splices[splices.length - 1] = { start: before.start, end, text: before.text + text };
    else splices.push({ start, end, text });
  };
  let next = 0;
  const insertUpTo = (index: number) => {
    for (let line = insert[next]; line !== undefined && line.at <= index; line = insert[++next]) {
      const at = line.at < lines.count ? lines.start(line.at) : lines.next(lines.count - 1);
      change(at, at, line.json + lineBreak);
    }
  };
  for (const index of remove) {
    insertUpTo(index);
    change(lines.start(index), lines.next(index), "");
  }
  insertUpTo(lines.count);
  return withoutFinalBreak(lines, splices, { remove, lineBreak });
}

/** If the last line had no line break, the new last line gets none either. */
function withoutFinalBreak(
  lines: LineEnds,
  splices: Splice[],
  { remove, lineBreak }: { readonly remove: IndexSet; readonly lineBreak: string },
): Splice[] {
  const finish = lines.next(lines.count - 1);
  const last = splices.at(-1);
  if (last === undefined || last.end !== finish || finish !== lines.end(lines.count - 1))
    return splices;
  const rest = splices.slice(0, -1);
  if (last.start === finish) {
    // Appended after a line without a line break: the break comes first.
    const text = lineBreak + last.text.slice(0, -lineBreak.length);
    return [...rest, { ...last, text }];
  }
  if (last.text !== "") return [...rest, { ...last, text: last.text.slice(0, -lineBreak.length) }];
  let kept = lines.count - 1;
  while (kept >= 0 && remove.has(kept)) kept--;
  const start = kept < 0 ? last.start : Math.min(last.start, lines.end(kept));
  return [...rest, { start, end: finish, text: "" }];
}
