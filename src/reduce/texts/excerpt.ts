import { leftOut, maxLeftOut } from "../placeholders/pass-notes.ts";
import { head } from "./clip.ts";
import { type ErrorLine, errorLines } from "./error-lines.ts";
import { countBreaks } from "./white-space.ts";

/** The least that an excerpt can be made of. */
export const MIN_EXCERPT_CHARS = 200;

/**
 * A long text in at most `limit` chars: its head, a line that says what is left out, error lines of that, its
 * tail. It is cut between lines if there are any.
 */
export function excerptOf(text: string, { limit, isError, ref }: ExcerptOptions): string {
  const errors = within([...errorLines(text)], Math.floor(limit / 3));
  const room = Math.floor((limit - maxLeftOut(ref) - sizeOf(errors) - 2) / 2);
  const first = headOf(text, room);
  const last = tailOf(text, room);
  const from = first.length;
  const to = text.length - last.length;
  const middle = errors.filter(({ start, end }) => start >= from && end <= to);
  const lines = countBreaks(text, from, to);
  const marker = leftOut({ lines, chars: to - from, isError, ref });
  const between = [marker, ...middle.map(({ line }) => line)];
  return `${withBreak(first)}${between.join("\n")}\n${last}`;
}

interface ExcerptOptions {
  readonly limit: number;
  readonly isError: boolean;
  /** The reference of the whole text in an archive; undefined without one. */
  readonly ref?: string | undefined;
}

/** The first of these lines that fit, line breaks included. */
function within(lines: readonly ErrorLine[], limit: number): readonly ErrorLine[] {
  let size = 0;
  return lines.filter(({ line }) => {
    size += line.length + 1;
    return size <= limit;
  });
}

function sizeOf(lines: readonly ErrorLine[]): number {
  return lines.reduce((sum, { line }) => sum + line.length + 1, 0);
}

/** The first `room` chars of a text, cut at the last line break of their second half. */
export function headOf(text: string, room: number): string {
  const start = head(text, room);
  const end = start.lastIndexOf("\n") + 1;
  return end > room / 2 ? start.slice(0, end) : start;
}

/** The last `room` chars of a text, cut after the first line break of their first half. */
export function tailOf(text: string, room: number): string {
  let from = text.length - room;
  const code = text.charCodeAt(from);
  if (code >= 0xdc00 && code < 0xe000) from++;
  const line = text.indexOf("\n", from) + 1;
  return text.slice(line > 0 && line < from + room / 2 ? line : from);
}

/** A text that ends in a line break, unless it is empty. */
export function withBreak(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
