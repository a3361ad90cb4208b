import { REF_DIGITS } from "../../base/digest.ts";
import { firstSightNoteIn } from "../first-sight/first-sight-note.ts";
import { maskDispatch } from "./dispatch.ts";
import { isWholeWithLines, leftOutLine, NOTES } from "./pass-notes.ts";
import type { Template } from "./template.ts";
import {
  endsWithPlaceholder,
  isClippedPlaceholder,
  maxLength,
  recognised,
} from "./template-pattern.ts";

/** The references and length in a placeholder. */
export interface PlaceholderRefs {
  /** Candidates for its reference: words of 12 hexadecimal digits. */
  readonly refs: readonly string[];
  /** The length of the original, if it is written as in the default placeholder and notes. */
  readonly originalLength: number | undefined;
  /** False if the text could also be an observation, unless one of the refs is known. */
  readonly isCertain: boolean;
}

const REF = new RegExp(`(?<![0-9a-f])[0-9a-f]{${REF_DIGITS}}(?![0-9a-f])`, "g");
const OWN_LINE = /^\[dispatch output masked — \d+ chars(?:, ref [0-9a-f]+)?\](?=\n|$)/;
const LENGTH =
  /^\[(?:observation masked —|[^\n]*,) (\d[\d,]*) chars(?:(?:, ref |; elision show )[0-9a-f]+)?\]/m;

/**
 * Reads whole texts of observations that are placeholders of this template or a default one, with or
 * without a head before it or clipped, masked dispatch results or notes of passes; undefined for any
 * other text.
 */
export function placeholderReader(
  template: Template,
): (text: string) => PlaceholderRefs | undefined {
  const templates = recognised(template);
  const tests = templates.map(endsWithPlaceholder);
  const longest = Math.max(...templates.map(maxLength));
  return (text) => {
    const end = text.length > longest + 1 ? `\0${text.slice(-longest - 1)}` : text;
    if (tests.some((test) => test(end))) return read(end, true);
    const line = OWN_LINE.exec(text)?.[0];
    if (line !== undefined && maskDispatch(text) === text) return read(line, true);
    if (NOTES.some((note) => note.test(text))) return read(text, true);
    const first = isWholeWithLines(text) ? text.slice(0, text.indexOf("\n")) : leftOut(text);
    if (first !== undefined) return read(first, true);
    if (text.length > longest) return undefined;
    const isClipped = templates.some((each) =>
      [text.length, text.length + 1].some((max) => isClippedPlaceholder(each, max)(text)),
    );
    return isClipped ? read(text, false) : undefined;
  };
}

function leftOut(text: string): string | undefined {
  return firstSightNoteIn(text)?.line ?? leftOutLine(text);
}

function read(text: string, isCertain: boolean): PlaceholderRefs {
  const length = LENGTH.exec(text)?.[1];
  return {
    refs: text.match(REF) ?? [],
    originalLength: length === undefined ? undefined : Number(length.replaceAll(",", "")),
    isCertain,
  };
}
