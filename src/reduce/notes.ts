import { clipText } from "./clip.ts";

/**
 * What the passes write in the place of an observation, and how it is known again. Everything in it is
 * of the observation and its own surroundings, so that it stays the same as the transcript grows.
 */

/** The longest that a name, a path or an argument gets in a note. */
const MAX_WORDS = 80;

/** The note for an observation whose whole text comes again later, as the result of a call. */
export function sameAsLater({ call, chars }: { readonly call: string; readonly chars: number }) {
  const words = inOneLine(call);
  return `[same as ${words === "" ? "a later result" : `the later result of ${words}`}, ${chars} chars]`;
}

/** Texts that are such a note, the whole of them: short ones. */
export const NOTES: readonly RegExp[] = [
  /^\[same as (?:a later result|the later result of [^\n]{1,80}), \d+ chars\]$/,
];

function inOneLine(text: string): string {
  return clipText(text.replace(/\s+/g, " ").trim(), MAX_WORDS);
}
