import type { TextView } from "../texts/text-view.ts";
import { NOTES } from "./pass-notes.ts";

/**
 * Texts that other tools, and our passes, write in the place of an observation. Only a whole text counts: the same
 * words inside a text are ordinary text.
 */
const WHOLE: readonly RegExp[] = [
  /^\[Old tool result content cleared\]$/, // opencode, Claude Code
  /^Old environment output: \(\d+ lines? omitted\)(?: \(\d+ images? omitted\))?$/, // SWE-agent
  /^<MASKED>$/, // OpenHands
  /^\[\[NOTE\] This file read has been removed to save space in the context window[^\n]*\]$/, // Cline
  ...NOTES,
];

const GEMINI_START = "<tool_output_masked>";
const GEMINI_END = "</tool_output_masked>";
const GEMINI_LAST = 0x3e;

/** The start of the only form whose end is not fixed. */
export const ANY_END_START = "[[NOTE]";

/** The last characters of the other forms, each with the possible ones before it, or any. */
export const FOREIGN_ENDINGS: readonly {
  readonly last: number;
  readonly befores: readonly number[] | undefined;
}[] = [
  { last: 0x5d, befores: [..."ds0123456789abcdef"].map((character) => character.charCodeAt(0)) },
  { last: 0x29, befores: ["d".charCodeAt(0)] },
  { last: GEMINI_LAST, befores: undefined },
];

/** The greatest length of the one-line forms, and their first characters. */
const LONGEST = 400;
const FIRST_CODES = [..."[O<"].map((character) => character.charCodeAt(0));

/** Whether a text is another tool's placeholder; looks at its ends only. */
export function isForeignPlaceholder(view: TextView): boolean {
  if (view.chars <= LONGEST && isOneLine(view)) return true;
  return (
    view.mayEndWith(GEMINI_LAST) &&
    view.excerpt(GEMINI_START.length).startsWith(GEMINI_START) &&
    view.excerpt(-GEMINI_END.length).endsWith(GEMINI_END)
  );
}

function isOneLine(view: TextView): boolean {
  if (!FIRST_CODES.some((code) => view.mayBeginWith(code))) return false;
  const text = view.excerpt(LONGEST);
  return WHOLE.some((form) => form.test(text));
}
