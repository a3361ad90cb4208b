/** A line of a text with a letter or digit. */
export interface TellingLine {
  /** Without a line number before it and white space at its end. */
  readonly text: string;
  /** Its number among all lines of the text, from 0. */
  readonly index: number;
  /** The chars of the text up to its end. */
  readonly end: number;
}

/** A line number, as printed by tools that show files. */
const NUMBER = /^\s*(\d{1,9})(?:[\t→]|[|:] ?)/;

/** Lines without a match have no content: brackets, rules. */
const SAYS = /[\p{L}\p{N}]/u;

/**
 * The lines of a text, without those that have no letter or digit. A line number is removed only if the line
 * before or after it has the next one: in a log a number is content.
 */
export function linesOf(text: string): readonly TellingLine[] {
  const lines: TellingLine[] = [];
  const all = text.split("\n");
  let before: Numbered | undefined;
  let own = numbered(all[0]);
  let end = -1;
  for (const [index, line] of all.entries()) {
    const after = numbered(all[index + 1]);
    const isCounted = before?.number === own.number - 1 || after.number === own.number + 1;
    const rest = (isCounted ? line.slice(own.chars) : line).trimEnd();
    end += 1 + line.length;
    if (SAYS.test(rest)) lines.push({ text: rest, index, end });
    before = own;
    own = after;
  }
  return lines;
}

/** The number that a line begins with, and the chars up to the line itself. */
interface Numbered {
  readonly number: number;
  readonly chars: number;
}

function numbered(line = ""): Numbered {
  const match = NUMBER.exec(line);
  return match === null ? NONE : { number: Number(match[1]), chars: match[0].length };
}

const NONE: Numbered = { number: Number.NaN, chars: 0 };
