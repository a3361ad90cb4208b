import { aroundMatch } from "../../base/around-match.ts";
import { ElisionError } from "../../base/errors.ts";
import { withThousands } from "../../base/thousands.ts";

/** The requested lines of a text, from 1; `search` keeps those that contain a literal, in any case. */
export interface LinesAsked {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The first char of the first of these lines, from 1: a line may be longer than an answer. */
  readonly fromChar?: number | undefined;
  readonly search: string | undefined;
}

/** The most chars of an answer: agents refuse, or cut, longer ones. */
export const MAX_CHARS = 40_000;

/** A search shows lines up to this many chars whole; of a longer one, the part around the match. */
const WHOLE_CHARS = 1000;

/**
 * The requested lines of a text, cut if the answer gets too long; a note says how to get the rest. Matching
 * lines have their numbers.
 */
export function excerptLines(text: string, asked: LinesAsked): string {
  const lines = text.split("\n");
  const { from = 1, fromChar = 1 } = asked;
  const to = Math.min(asked.to ?? lines.length, lines.length);
  if (from > to)
    throw new ElisionError("bad-option", `the text has ${withThousands(lines.length)} lines`, {
      hint: "pass from_line and to_line within them",
    });
  const first = lines[from - 1] ?? "";
  if (fromChar > Math.max(1, first.length))
    throw new ElisionError(
      "bad-option",
      `line ${from} has ${withThousands(first.length)} characters`,
      { hint: "pass a from_char within it" },
    );
  // Every line contains an empty text, so it is no search.
  const search = asked.search === "" ? undefined : asked.search;
  const range = { from, to, fromChar };
  return search === undefined ? linesIn(lines, range) : linesWith(search, lines, range);
}

interface AskedRange {
  readonly from: number;
  readonly to: number;
  readonly fromChar: number;
}

function linesIn(lines: readonly string[], { from, to, fromChar }: AskedRange): string {
  const kept: string[] = [];
  let chars = 0;
  for (let number = from; number <= to; number++) {
    const start = number === from ? fromChar - 1 : 0;
    const line = (lines[number - 1] ?? "").slice(start);
    if (kept.length === 0 && line.length > MAX_CHARS) {
      const next = start + MAX_CHARS + 1;
      const of = `line ${number} of ${withThousands(lines.length)}, which has ${withThousands(start + line.length)} characters`;
      return `${line.slice(0, MAX_CHARS)}\n[cut within ${of}: go on with from_line ${number} and from_char ${next}, or use search]`;
    }
    chars += line.length + 1;
    if (kept.length > 0 && chars > MAX_CHARS)
      return `${kept.join("\n")}\n${cutBefore(number, lines)}`;
    kept.push(line);
  }
  return kept.join("\n");
}

function linesWith(
  search: string,
  lines: readonly string[],
  { from, to, fromChar }: AskedRange,
): string {
  const kept: string[] = [];
  let chars = 0;
  for (let number = from; number <= to; number++) {
    const line = lines[number - 1] ?? "";
    const shown = shownOf(line, { number, search, start: number === from ? fromChar - 1 : 0 });
    if (shown === undefined) continue;
    chars += shown.length + 1;
    if (kept.length > 0 && chars > MAX_CHARS)
      return `${kept.join("\n")}\n${cutBefore(number, lines)}`;
    kept.push(shown);
  }
  if (kept.length === 0)
    return `none of the lines ${from} to ${to} holds ${JSON.stringify(search.slice(0, WHOLE_CHARS))}`;
  return kept.join("\n");
}

/** A matching line, with its number; of a long one the part around the match, and its position. */
function shownOf(
  line: string,
  {
    number,
    search,
    start,
  }: { readonly number: number; readonly search: string; readonly start: number },
): string | undefined {
  const at = line.toLowerCase().indexOf(search.toLowerCase(), start);
  if (at < 0) return undefined;
  if (line.length <= WHOLE_CHARS) return `${number}: ${line}`;
  const where = `${number}, character ${at + 1} of ${line.length}`;
  return `${where}: ${aroundMatch(line, at, { length: search.length, most: WHOLE_CHARS })}`;
}

function cutBefore(number: number, lines: readonly string[]): string {
  return `[cut before line ${number} of ${withThousands(lines.length)}: go on with from_line ${number}, or use search]`;
}
