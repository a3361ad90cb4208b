import { checkArgument, checkOptions, VALUE } from "../../base/arguments.ts";
import { badOption } from "../../base/errors.ts";
import { type ErrorLine, errorLines } from "../texts/error-lines.ts";
import { headOf, tailOf, withBreak } from "../texts/excerpt.ts";
import { countBreaks } from "../texts/white-space.ts";
import { firstSightNote, firstSightNoteIn, maxFirstSightNote } from "./first-sight-note.ts";
import { MIN_FIRST_SIGHT_CHARS } from "./first-sight-size.ts";

const REF = /^[0-9a-f]{12}$/;

/** How a result is shortened. */
export interface ShortenOptions {
  /** The most chars of the shortened text: 400 or more. */
  readonly limit: number;
  /** Whether the result is an error, which the shortened text then says. Default: false. */
  readonly isError?: boolean;
  /** The reference of the whole text in an archive, 12 digits; none: the text says its size only. */
  readonly ref?: string | undefined;
}

/**
 * The text to send in place of a new tool result that is longer than a limit: its head, a line that says what is
 * left out and how to get it, the error lines of the omitted part with their numbers, its tail. Undefined if the
 * text is short enough or was shortened before. Depends on nothing but its arguments, so that the same result
 * gives the same bytes whenever it is sent.
 *
 * @throws {ElisionError} `bad-input` for a text that is none, `bad-option` for options that make no sense.
 */
export function shortenResult(text: string, options: ShortenOptions): string | undefined {
  checkArgument("text", text, VALUE.text);
  checkOptions(options, { limit: VALUE.number, isError: VALUE.boolean, ref: VALUE.text });
  const { limit, isError = false, ref } = options;
  if (!(limit >= MIN_FIRST_SIGHT_CHARS))
    throw badOption("limit", `a number, ${MIN_FIRST_SIGHT_CHARS} or more`, limit);
  if (ref !== undefined && !REF.test(ref))
    throw badOption("ref", "a reference of 12 hexadecimal digits", ref);
  if (text.length <= limit || firstSightNoteIn(text) !== undefined) return undefined;
  const errors = numbered(text, Math.floor(limit / 3));
  const sizeOfErrors = errors.reduce((sum, { line }) => sum + line.length + 1, 0);
  // Two line breaks: after the head and after the note.
  const room = Math.floor((limit - maxFirstSightNote(text.length, ref) - sizeOfErrors - 2) / 2);
  const first = headOf(text, room);
  const last = tailOf(text, room);
  const from = first.length;
  const to = text.length - last.length;
  const middle = errors.filter(({ start, end }) => start >= from && end <= to);
  const note = firstSightNote({
    fromLine: lineAt(text, from),
    toLine: lineAt(text, to - 1),
    lines: lineAt(text, text.length - 1),
    chars: to - from,
    isError,
    errorLines: middle.length,
    ref,
  });
  return `${withBreak(first)}${[note, ...middle.map(({ line }) => line)].join("\n")}\n${last}`;
}

/** The number of an offset's line, from 1; a line break belongs to the line that it ends. */
function lineAt(text: string, offset: number): number {
  return countBreaks(text, 0, offset) + 1;
}

/** The first error lines that fit, each with its number before it. */
function numbered(text: string, limit: number): readonly ErrorLine[] {
  const fitting: ErrorLine[] = [];
  let size = 0;
  for (const { start, end, line } of errorLines(text)) {
    const shown = `${lineAt(text, start)}: ${line.trimStart()}`;
    size += shown.length + 1;
    if (size <= limit) fitting.push({ start, end, line: shown });
  }
  return fitting;
}
