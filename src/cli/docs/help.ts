import { wrap } from "../../report/list-table.ts";
import type { CommandDeclaration, ExitCode } from "../options/command-declaration.ts";
import { choicesOf, type Flag } from "../options/flag.ts";
import { oppositesOf } from "../options/switches.ts";

/** The usage line of a command's help. */
export function usageOf(
  name: string,
  command: CommandDeclaration,
  { isMain }: { isMain: boolean },
): string {
  const words = ["elision", ...(isMain ? [] : [name])];
  const { takes } = command;
  if (takes !== undefined) {
    const { usage, type, shown } = takes;
    words.push(shown ?? (choicesOf(type).join("|") || usage));
  }
  if (Object.keys(command.flags).length > 0) words.push("[options]");
  return words.join(" ");
}

/** The sections after the options of a command. At most 79 characters wide. */
export function helpAfter(
  command: CommandDeclaration,
  { others }: { readonly others: readonly NamedCommand[] },
): string {
  const { notes, examples, exitCodes } = command;
  const codes = [...exitCodes, ...SIGNAL_CODES];
  const sections = [
    ...(notes === undefined ? [] : [notes]),
    ...(oppositesOf(command.flags).length === 0 ? [] : [OPPOSITES]),
    listed("Examples", examples),
    listed("Exit codes", codes),
    ...(others.length === 0 ? [] : [commandsHelp(others)]),
    ...("profile" in command.flags ? [SETTINGS_FILES] : []),
    MORE,
  ];
  return `\n${sections.join("\n\n")}\n`;
}

/**
 * Help that fits a screen of 24 lines of 79 characters: the options that people use, and the names of
 * the commands.
 */
export function shortHelp(
  name: string,
  command: CommandDeclaration,
  { usage, others }: { readonly usage: string; readonly others: readonly NamedCommand[] },
): string {
  const { summary, brief = summary, examples, flags } = command;
  const common = commonFlags(command);
  const options = common.map((flag) => [flag.flags, briefOf(flag)] as const);
  const names = others.map(([each]) => each).join(" ");
  const call = others.length === 0 ? `elision ${name}` : "elision";
  const more = `${call} --help lists ${Object.keys(flags).length > options.length ? "all options" : "more"}`;
  const sections = [
    `Usage: ${usage}\n${brief.charAt(0).toUpperCase()}${brief.slice(1)}.`,
    ...(options.length === 0 ? [] : [listed("Options", options)]),
    ...(names === "" ? [] : [wrap(`Commands: ${names}`, HELP_WIDTH - 2).join("\n  ")]),
    listed("Examples", examples.slice(0, names === "" ? MAX_SHORT_EXAMPLES : 1)),
    names === "" ? `${more}.` : `${more}, elision COMMAND -h those of a command.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The options that short help shows: those that a command names, else its own, but ten at most. */
function commonFlags({ flags, common }: CommandDeclaration): readonly Flag[] {
  if (common !== undefined) return common.flatMap((name) => flags[name] ?? []);
  return Object.values(flags)
    .filter(({ group }) => group !== "Settings")
    .slice(0, MAX_SHORT_OPTIONS);
}

type NamedCommand = readonly [name: string, CommandDeclaration];

const HELP_WIDTH = 79;
const MAX_SHORT_OPTIONS = 10;
const MAX_SHORT_EXAMPLES = 2;

/** An option in few words: its own, else its description up to the first bracket or semicolon. */
function briefOf({ brief, description }: Flag): string {
  return brief ?? description.replace(/(?:;| \().*$/, "");
}

/** Exit codes of a run that a signal ended: 128 and its number, as shells have it. */
const SIGNAL_CODES: readonly ExitCode[] = [
  ["130", "interrupted: SIGINT, Ctrl-C"],
  ["143, 129", "ended by SIGTERM, SIGHUP"],
];

const OPPOSITES = `A switch is undone by its opposite, as in --no-quiet or --masking; the last one
typed wins, also over a file or a variable. Options may stand before a command.`;

const SETTINGS_FILES = `Settings: elision.toml in the working folder or above it in its repository,
then $XDG_CONFIG_HOME/elision/elision.toml or ~/.config/elision/elision.toml.`;

/** Where to read more. The package names no web address. */
const MORE = "Docs: man elision; README.md in the package";

/** The commands besides the main one, as its help lists them. */
function commandsHelp(others: readonly NamedCommand[]): string {
  const rows = others.map(([name, { summary }]) => [name, summary] as const);
  return `${listed("Commands (elision COMMAND --help says more)", rows)}

A file that is named like a command is ./NAME.`;
}

/** Rows in two columns. Where the first column is too long, the second goes on the next line. */
function listed(title: string, rows: readonly (readonly [string, string])[]): string {
  const usual = rows.map(([first]) => first.length).filter((length) => length <= MAX_FIRST);
  const width = Math.max(0, ...usual) + 2;
  const indent = width + 2;
  const lines = rows.map(([first, second]) => {
    const text = wrap(second, HELP_WIDTH - indent).join(`\n${" ".repeat(indent)}`);
    const head =
      first.length <= MAX_FIRST ? first.padEnd(width) : `${first}\n${" ".repeat(indent)}`;
    return `  ${head}${text}`;
  });
  return [`${title}:`, ...lines].join("\n");
}

/** The longest first column with the second on the same line. */
const MAX_FIRST = 52;
