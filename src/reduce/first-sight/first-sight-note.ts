import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { countBreaks } from "../texts/white-space.ts";

/** The facts in a note of first sight. Lines are counted from 1. */
export interface LeftOutFacts {
  /** The first and the last line that are not complete. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly lines: number;
  readonly chars: number;
  readonly isError: boolean;
  /** Error lines of the middle, which follow the note. */
  readonly errorLines: number;
  /** The reference of the whole text in an archive; undefined without one. */
  readonly ref: string | undefined;
}

/** The start of every such note. */
const FIRST_SIGHT_MARK = "[shortened at first sight: line";

/** The note in a result that was shortened at first sight: what is left out. */
export function firstSightNote(facts: LeftOutFacts): string {
  const { fromLine, toLine, lines, chars, isError, errorLines, ref } = facts;
  const range = fromLine === toLine ? `line ${fromLine}` : `lines ${fromLine}-${toLine}`;
  const errors =
    errorLines === 0 ? "" : `, ${errorLines} error line${errorLines === 1 ? "" : "s"} of it below`;
  const all = ref === undefined ? "" : `; all of it: elision show ${ref}`;
  const of = isError ? " of an error" : "";
  return `[shortened at first sight: ${range} of ${lines} left out, ${chars} chars${of}${errors}${all}]`;
}

/** An upper bound of the note's length, for a text of this length. */
export function maxFirstSightNote(chars: number, ref: string | undefined): number {
  return 110 + 4 * `${chars}`.length + (ref === undefined ? 0 : 28 + ref.length);
}

/** A note in a text: the line itself, and whether it is of an error. */
export interface FoundNote {
  readonly line: string;
  readonly isError: boolean;
}

/**
 * The note in a text that was shortened at first sight; undefined for any other text. A quoted note does not
 * count: the lines before and after it do not add up to what it says.
 */
export function firstSightNoteIn(text: string): FoundNote | undefined {
  if (!text.includes(FIRST_SIGHT_MARK)) return undefined;
  for (const match of text.matchAll(NOTE)) {
    const [line, from = "", to = from, lines = "", ofError, errors = "0"] = match;
    const before = countBreaks(text, 0, match.index);
    const after = countBreaks(text, match.index + line.length, text.length);
    const wholeBefore = Number(from) - 1;
    const leastAfter = Number(lines) - Number(to) + Number(errors);
    // The last line of the head and the first of the tail may be incomplete.
    const isInPlace =
      (before === wholeBefore || before === wholeBefore + 1) &&
      after >= leastAfter &&
      after <= leastAfter + 2;
    if (isInPlace) return { line, isError: ofError !== undefined };
  }
  return undefined;
}

const NOTE =
  /^\[shortened at first sight: lines? (\d+)(?:-(\d+))? of (\d+) left out, \d+ chars( of an error)?(?:, (\d+) error lines? of it below)?(?:; all of it: elision show [0-9a-f]{12})?\]$/gm;

/** The note of first sight in an observation. Most observations are not decoded for this test. */
export function noteIn(transcript: Transcript, part: ObservationPart): FoundNote | undefined {
  if (!transcript.includes(part, FIRST_SIGHT_MARK)) return undefined;
  return firstSightNoteIn(transcript.text(part));
}
