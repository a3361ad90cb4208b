import type { Splice } from "./splice.ts";

/** Where lines lie in a text: each with its end, without and with the line break. */
export interface Lines {
  readonly count: number;
  /** Offset of the first byte of line `index`. */
  start(index: number): number;
  /** Offset after the last byte of line `index`, its line break left out. */
  end(index: number): number;
  /** Offset of the line after it: the same as `end` where the text stops without a line break. */
  next(index: number): number;
}

/** A line to be put before the line that now has index `at`; `at` may be the count, for the end. */
export interface LineInsertion {
  readonly at: number;
  readonly json: string;
}

/**
 * Takes lines out of a text and puts others in. A removed line takes its line break along, neighbours
 * make one splice, an inserted line ends as its neighbour does, and a text that had no line break at
 * its end gets none.
 */
export function editLines(
  lines: Lines,
  edits: {
    readonly remove: readonly number[];
    readonly insert: readonly LineInsertion[];
    readonly lineBreak: string;
  },
): Splice[] {
  const { lineBreak } = edits;
  const removed = new Set(edits.remove);
  const touched = new Set([...edits.remove, ...edits.insert.map(({ at }) => at)]);
  const splices: Splice[] = [];

  for (const index of [...touched].sort((a, b) => a - b)) {
    const at = index < lines.count ? lines.start(index) : lines.next(lines.count - 1);
    const added = edits.insert.filter((line) => line.at === index).map((line) => line.json);
    const end = removed.has(index) ? lines.next(index) : at;
    const text = added.map((json) => json + lineBreak).join("");
    const before = splices.at(-1);
    if (before?.end === at)
      splices[splices.length - 1] = { start: before.start, end, text: before.text + text };
    else splices.push({ start: at, end, text });
  }
  return withoutFinalBreak(lines, splices, { removed, lineBreak });
}

/** Where the last line had no line break, the new last line gets none either. */
function withoutFinalBreak(
  lines: Lines,
  splices: Splice[],
  { removed, lineBreak }: { removed: ReadonlySet<number>; lineBreak: string },
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
  while (kept >= 0 && removed.has(kept)) kept--;
  const start = kept < 0 ? last.start : Math.min(last.start, lines.end(kept));
  return [...rest, { start, end: finish, text: "" }];
}
