import { clipText } from "../texts/clip.ts";
import { mainArguments } from "../texts/main-arguments.ts";
import { withoutBreaks } from "../texts/white-space.ts";

const MAX_TOOL = 40;
const MAX_ARGUMENT = 60;

/** The most characters that `callWords` gives: a space and two quotes are in it. */
export const MAX_CALL: number = MAX_TOOL + MAX_ARGUMENT + 3;

/** A call in a placeholder's words: its tool and, in quotes, its main argument. `bash "npm test"` */
export function callWords(toolName: string | undefined, args: string): string {
  const tool = lineOf(toolName ?? "", MAX_TOOL) || "unknown tool";
  const argument = lineOf(mainArguments(args), MAX_ARGUMENT);
  return argument === "" ? tool : `${tool} "${argument}"`;
}

/** A text as one line of at most `max` characters; of a long one no more is looked at than that takes. */
function lineOf(text: string, max: number): string {
  for (let room = 2 * max; ; room *= 8) {
    const line = withoutBreaks(text.slice(0, room)).trim();
    if (room >= text.length || line.length > max) return clipText(line, max);
  }
}
