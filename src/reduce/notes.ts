import { clipText } from "./clip.ts";

/**
 * What the passes write in the place of an observation, and how it is known again. Everything in it is
 * of the observation and its own surroundings, so that it stays the same as the transcript grows.
 */

/** The longest that a name, a path or an argument gets in a note. */
const MAX_WORDS = 80;

/** What every note says of the text that it stands for: its length, and where an archive has it. */
export interface NotedText {
  readonly chars: number;
  /** None without an archive. */
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

/** Texts that are such a note, the whole of them: short ones. */
export const NOTES: readonly RegExp[] = [
  /^\[[^\n]{1,80} was (?:read again later by [^\n]{1,80}|edited later), \d+ chars(?:, ref [0-9a-f]{12})?\]$/,
  /^\[same as (?:a later result|the later result of [^\n]{1,80}), \d+ chars(?:, ref [0-9a-f]{12})?\]$/,
];

function end({ chars, ref }: NotedText): string {
  return ref === undefined ? `${chars} chars]` : `${chars} chars, ref ${ref}]`;
}

/** A path, the end of it if it is long. */
function endOf(path: string): string {
  const line = path.replace(/\s+/g, " ").trim();
  const from = line.length - MAX_WORDS + 3;
  // Never half a surrogate pair.
  const isHalf = line.charCodeAt(from) >= 0xdc00 && line.charCodeAt(from) < 0xe000;
  return line.length <= MAX_WORDS ? line : `...${line.slice(isHalf ? from + 1 : from)}`;
}

function inOneLine(text: string): string {
  return clipText(text.replace(/\s+/g, " ").trim(), MAX_WORDS);
}
