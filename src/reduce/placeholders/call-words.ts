import { clipText } from "../texts/clip.ts";
import { mainArguments } from "../texts/main-arguments.ts";
import { oneLine } from "../texts/white-space.ts";

const MAX_TOOL = 40;

/** The most characters of a call's argument. */
export const MAX_ARGUMENT = 60;

/** The most characters that `callWords` gives: a space and two quotes are in it. */
export const MAX_CALL: number = MAX_TOOL + MAX_ARGUMENT + 3;

/**
 * A call in a placeholder's words: its tool and, in quotes, its argument as `argumentWords` has it. `bash "npm test"`
 */
export function callWords(toolName: string | undefined, argument: string): string {
  const tool = toolWords(toolName);
  return argument === "" ? tool : `${tool} "${argument}"`;
}

/** The tool of a call in a placeholder's words. */
export function toolWords(toolName: string | undefined): string {
  return lineOf(toolName ?? "", MAX_TOOL) || "unknown tool";
}

/** The main argument of a call in a placeholder's words; empty where there is none. */
export function argumentWords(args: string): string {
  return lineOf(mainArguments(args), MAX_ARGUMENT);
}

/** A text as one line of at most `max` characters; reads no more of a long one than needed. */
function lineOf(text: string, max: number): string {
  for (let room = 2 * max; ; room *= 8) {
    const line = oneLine(text.slice(0, room));
    if (room >= text.length || line.length > max) return clipText(line, max);
  }
}
