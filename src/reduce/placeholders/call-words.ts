import { clipText } from "../texts/clip.ts";
import { mainArguments } from "../texts/main-arguments.ts";

const MAX_TOOL = 40;
const MAX_ARGUMENT = 60;

/** The most characters that `callWords` gives: a space and two quotes are in it. */
export const MAX_CALL: number = MAX_TOOL + MAX_ARGUMENT + 3;

/** A call in a placeholder's words: its tool and, in quotes, its main argument. `bash "npm test"` */
export function callWords(toolName: string | undefined, args: string): string {
  const tool = clipText(oneLine(toolName ?? ""), MAX_TOOL) || "unknown tool";
  const argument = clipText(oneLine(mainArguments(args)), MAX_ARGUMENT);
  return argument === "" ? tool : `${tool} "${argument}"`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
