import { ElisionError } from "../../base/errors.ts";
import { withThousands } from "../../base/thousands.ts";

/** Which lines of a text are asked for, from 1; `search` keeps those that hold a literal, in any case. */
export interface LinesAsked {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly search: string | undefined;
}

/** Most chars of an answer: agents refuse, or cut, longer ones. */
const MAX_CHARS = 40_000;

/**
 * The lines of a text that are asked for, cut where the answer gets too long; a note says how to have the rest.
 * Lines that were searched for have their numbers.
 */
export function excerptLines(text: string, { from = 1, to, search }: LinesAsked): string {
  const lines = text.split("\n");
  const last = Math.min(to ?? lines.length, lines.length);
  if (from > last)
    throw new ElisionError("bad-option", `the text has ${withThousands(lines.length)} lines`, {
      hint: "pass from_line and to_line within them",
    });
  const asked = search?.toLowerCase();
  const kept: string[] = [];
  let chars = 0;
  for (let number = from; number <= last; number++) {
    const line = lines[number - 1] ?? "";
    if (asked !== undefined && !line.toLowerCase().includes(asked)) continue;
    const shown = asked === undefined ? line : `${number}: ${line}`;
    chars += shown.length + 1;
    if (chars > MAX_CHARS) return `${kept.join("\n")}\n${cutNote(kept, { number, lines, shown })}`;
    kept.push(shown);
  }
  if (asked !== undefined && kept.length === 0)
    return `none of the lines ${from} to ${last} holds ${JSON.stringify(search)}`;
  return kept.join("\n");
}

function cutNote(
  kept: readonly string[],
  {
    number,
    lines,
    shown,
  }: { readonly number: number; readonly lines: readonly string[]; readonly shown: string },
): string {
  const start = kept.length === 0 ? `${shown.slice(0, MAX_CHARS)}\n` : "";
  return `${start}[cut at line ${number} of ${withThousands(lines.length)}: go on with from_line, or use search]`;
}
