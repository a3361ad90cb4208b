import { clipText } from "../texts/clip.ts";
import type { TextView } from "../texts/text-view.ts";
import { oneLine } from "../texts/white-space.ts";

/**
 * The notes with which passes replace observations, and tests that recognise them. A note depends only on the
 * observation and its surroundings, so that it stays the same as the transcript grows.
 */

/** The most chars of a name, a path or an argument in a note. */
const MAX_WORDS = 80;

/** The facts in every note: the length of the replaced text, and its reference in an archive. */
export interface NotedText {
  readonly chars: number;
  /** The reference of the text in the archive; undefined without one. */
  readonly ref: string | undefined;
}

/** The note for an observation whose whole text comes again later, as the result of a call. */
export function sameAsLater({ call, ...of }: NotedText & { readonly call: string }): string {
  const words = inOneLine(call);
  return `[same as ${words === "" ? "a later result" : `the later result of ${words}`}, ${end(of)}`;
}

/** The note for a read of a file of which all lines were read again. */
export function readAgain({
  path,
  tool,
  ...of
}: NotedText & {
  readonly path: string;
  readonly tool: string;
}): string {
  return `[${endOf(path)} was read again later by ${inOneLine(tool)}, ${end(of)}`;
}

/** The note for a read of a file that was edited since. */
export function editedLater({ path, ...of }: NotedText & { readonly path: string }): string {
  return `[${endOf(path)} was edited later, ${end(of)}`;
}

/**
 * The note for an earlier run that failed: how it ended, if that is known, and its error lines.
 */
export function earlierFailure({
  how,
  lines,
  ...of
}: NotedText & {
  readonly how: string | undefined;
  readonly lines: readonly string[];
}): string {
  const count = `${lines.length} error line${lines.length === 1 ? "" : "s"}`;
  const run = `earlier failed run${how === undefined ? "" : ` (${how})`}`;
  return `[${run}: ${count}, ${end(of)}\n${lines.join("\n")}`;
}

/**
 * The note for an observation that repeats in its call or in later text, all of it or this share from 0 to 1: the
 * other lines stay.
 */
export function repeatNote({
  share,
  rest,
  ...of
}: NotedText & {
  readonly share: number;
  readonly rest: readonly string[];
}): string {
  const count = `${rest.length} line${rest.length === 1 ? "" : "s"}`;
  const how = rest.length === 0 ? "all" : `${Math.floor(100 * share)}%`;
  const left = rest.length === 0 ? "" : `: ${count} left`;
  return [`[${how} of it stands in its call or after it${left}, ${end(of)}`, ...rest].join("\n");
}

/** An upper bound of the length of notes for an earlier run. */
const MAX_FAILURE_CHARS = 4000;
const OPEN_BRACKET = 0x5b;

/** Whether a whole text is the note for an earlier run. */
export function isEarlierFailure(view: TextView): boolean {
  return view.chars <= MAX_FAILURE_CHARS && isNoteWithLines(view, FAILURE);
}

/** Whether a whole text is the note for an observation that repeats elsewhere. */
export function isRepeatNote(view: TextView): boolean {
  return isNoteWithLines(view, ELSEWHERE);
}

function isNoteWithLines(view: TextView, form: RegExp): boolean {
  if (!view.mayBeginWith(OPEN_BRACKET) || !form.test(view.excerpt(MAX_FIRST_LINE))) return false;
  return hasItsLines(view.text(), form);
}

/** Whether a text is such a note with lines of its original. */
export function isWholeWithLines(text: string): boolean {
  return hasItsLines(text, FAILURE) || hasItsLines(text, ELSEWHERE);
}

/** Whether a note is followed by as many lines as it says. */
function hasItsLines(text: string, form: RegExp): boolean {
  const count = form.exec(text.slice(0, MAX_FIRST_LINE))?.[1];
  return count !== undefined && text.split("\n").length === Number(count) + 1;
}

/** An upper bound of the length of such a text's first line. */
const MAX_FIRST_LINE = 120;

const FAILURE =
  /^\[earlier failed run(?: \([a-z0-9 -]{1,16}\))?: (\d+) error lines?, \d+ chars(?:, ref [0-9a-f]{12})?\]\n/;

const ELSEWHERE =
  /^\[\d\d% of it stands in its call or after it: (\d+) lines? left, \d+ chars(?:, ref [0-9a-f]{12})?\]\n/;

/** The line in an excerpt that says what is left out between its head and its tail. */
export function leftOut({
  lines,
  chars,
  isError,
  ref,
}: NotedText & {
  readonly lines: number;
  readonly isError: boolean;
}): string {
  const reference = ref === undefined ? "" : `, ref ${ref}`;
  return `[... ${lines} lines, ${chars} chars${isError ? " of an error" : ""} left out${reference} ...]`;
}

/** Upper bounds of such a line's length, without and with a ref. */
export function maxLeftOut(ref: string | undefined): number {
  return ref === undefined ? 70 : 70 + ", ref ".length + ref.length;
}

/** Whether a text is such an excerpt: of an error, or of any other text. */
export function excerptKind(text: string): "error" | "other" | undefined {
  const match = LEFT_OUT.exec(text);
  if (match === null) return undefined;
  return match[1] === undefined ? "other" : "error";
}

/** The line in an excerpt that says what is left out; undefined if a text is no excerpt. */
export function leftOutLine(text: string): string | undefined {
  return LEFT_OUT.exec(text)?.[0];
}

const LEFT_OUT =
  /^\[\.\.\. \d+ lines, \d+ chars( of an error)? left out(?:, ref [0-9a-f]{12})? \.\.\.\]$/m;

/** Texts that are such a note, the whole of them: short ones. */
export const NOTES: readonly RegExp[] = [
  /^\[all of it stands in its call or after it, \d+ chars(?:, ref [0-9a-f]{12})?\]$/,
  /^\[[^\n]{1,80} was (?:read again later by [^\n]{1,80}|edited later), \d+ chars(?:, ref [0-9a-f]{12})?\]$/,
  /^\[same as (?:a later result|the later result of [^\n]{1,80}), \d+ chars(?:, ref [0-9a-f]{12})?\]$/,
];

function end({ chars, ref }: NotedText): string {
  return ref === undefined ? `${chars} chars]` : `${chars} chars, ref ${ref}]`;
}

/** A path, the end of it if it is long. */
function endOf(path: string): string {
  const line = oneLine(path);
  const from = line.length - MAX_WORDS + 3;
  // Never half a surrogate pair.
  const isHalf = line.charCodeAt(from) >= 0xdc00 && line.charCodeAt(from) < 0xe000;
  return line.length <= MAX_WORDS ? line : `...${line.slice(isHalf ? from + 1 : from)}`;
}

function inOneLine(text: string): string {
  return clipText(oneLine(text), MAX_WORDS);
}
