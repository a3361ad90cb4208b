import type { Command } from "./command.ts";
import { choicesOf } from "./flag.ts";

/** What a command is called with, as the first line of its help has it. */
export function usageOf(name: string, command: Command, { isMain }: { isMain: boolean }): string {
  const words = ["elision", ...(isMain ? [] : [name])];
  const { takes } = command;
  if (takes !== undefined) {
    const { usage, type, shown } = takes;
    words.push(shown ?? (choicesOf(type).join("|") || usage));
  }
  if (Object.keys(command.flags).length > 0) words.push("[options]");
  return words.join(" ");
}

/** What stands after the options of a command. At most 79 characters wide. */
export function helpAfter(command: Command): string {
  const { notes, examples, exitCodes } = command;
  const width = Math.max(...examples.map(([line]) => line.length)) + 2;
  const sections = [
    ...(notes === undefined ? [] : [notes]),
    listed("Examples", examples, width),
    listed("Exit codes", exitCodes, 3),
  ];
  return `\n${sections.join("\n\n")}\n`;
}

/** The commands beside the main one, as its help lists them. */
export function commandsHelp(others: readonly (readonly [name: string, Command])[]): string {
  const rows = others.map(([name, { summary }]) => [name, summary] as const);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return `${listed("Commands (elision COMMAND --help says more)", rows, width)}

A file that is named like a command is ./NAME.`;
}

function listed(
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
): string {
  const lines = rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`);
  return [`${title}:`, ...lines].join("\n");
}
