import type { TellingLine } from "./telling-lines.ts";

/** The least chars of a passage: shorter matches are accidental. */
const LEAST_CHARS = 32;

/** A run of lines, by the first and the end. */
export interface Passage {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/**
 * The shortest runs of whole lines with `LEAST_CHARS` that begin or end at each line. The runs common to two texts
 * cover exactly their longer common runs.
 */
export function* passagesOf(lines: readonly TellingLine[]): Iterable<Passage> {
  const charsOf = (index: number) => lines[index]?.text.length ?? 0;
  for (let first = 0, last = 0, chars = 0; first < lines.length; first++) {
    while (last < lines.length && chars < LEAST_CHARS) chars += charsOf(last++);
    if (chars < LEAST_CHARS) break;
    yield passage(lines, first, last);
    chars -= charsOf(first);
  }
  for (let last = lines.length, first = last, chars = 0; last > 0; last--) {
    while (first > 0 && chars < LEAST_CHARS) chars += charsOf(--first);
    if (chars < LEAST_CHARS) break;
    yield passage(lines, first, last);
    chars -= charsOf(last - 1);
  }
}

function passage(lines: readonly TellingLine[], first: number, last: number): Passage {
  if (last === first + 1) return { first, last, text: lines[first]?.text ?? "" };
  const texts = lines.slice(first, last).map(({ text }) => text);
  return { first, last, text: texts.join("\n") };
}
