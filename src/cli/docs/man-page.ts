import { MAIN } from "../commands/command-names.ts";
import { COMMANDS } from "../commands/index.ts";
import { COMMON_FLAGS, type CommandDeclaration } from "../options/command-declaration.ts";
import { CONFIG_PATHS } from "../options/config-flags.ts";
import { environmentName, type Flag } from "../options/flag.ts";
import { sentence } from "../options/sentence.ts";
import { usageOf } from "./help.ts";

/** The manual page, in roff's man macros, made from the declarations of the commands. */
export function manPage(version: string): string {
  const main: CommandDeclaration = COMMANDS[MAIN];
  const others = Object.entries<CommandDeclaration>(COMMANDS).filter(([name]) => name !== MAIN);
  const variables = Object.values(main.flags)
    .filter(({ environment }) => environment !== false)
    .map((flag) => escaped(environmentName(flag)));
  const lines = [
    `.TH ELISION 1 "" "elision ${version}" "User Commands"`,
    ".SH NAME",
    "elision \\- compact the transcripts AI agents save",
    ".SH SYNOPSIS",
    synopsis(MAIN, main),
    ...others.flatMap(([name, command]) => [".br", synopsis(name, command)]),
    ".SH DESCRIPTION",
    escaped(main.description ?? main.summary),
    ".PP",
    "Sizes take k and M (thousands, millions).",
    ".SH OPTIONS",
    ...options(Object.values(main.flags)),
    ...options(COMMON_FLAGS),
    ".SH COMMANDS",
    "A file that is named like a command is",
    `${bold("./NAME")}.`,
    ...others.flatMap(([name, command]) => describedCommand(name, command)),
    ".SH ENVIRONMENT",
    "What is typed wins over these variables:",
    `${variables.join(", ")}.`,
    ".SH FILES",
    ...listed(CONFIG_PATHS),
    ".SH EXIT STATUS",
    ...listed(main.exitCodes),
    ".SH EXAMPLES",
    ...listed(main.examples),
  ];
  return `${lines.join("\n")}\n`;
}

function synopsis(name: string, command: CommandDeclaration): string {
  const isMain = name === MAIN;
  const [program = "", ...words] = usageOf(name, command, { isMain }).split(" ");
  const first = isMain ? program : `${program} ${words.shift()}`;
  return `${bold(first)} ${escaped(words.join(" "))}`.trimEnd();
}

/** A command's own section: what it does, its options, exit codes and examples. */
function describedCommand(name: string, command: CommandDeclaration): string[] {
  const notes = command.notes === undefined ? [] : [".PP", escaped(command.notes)];
  return [
    `.SS ${escaped(`elision ${name}`)}`,
    escaped(command.description ?? sentence(command.summary)),
    ...options(Object.values(command.flags)),
    ...notes,
    ".PP",
    `Exit status: ${command.exitCodes.map(([code, meaning]) => escaped(`${code} ${meaning}`)).join("; ")}.`,
    ...listed(command.examples),
  ];
}

function options(flags: readonly Flag[]): string[] {
  return flags.flatMap((flag) => {
    const names = flag.flags.split(", ").map((name) => bold(name));
    const preset = flag.default === undefined ? "" : ` Default: ${flag.default}.`;
    return [".TP", names.join(", "), escaped(`${sentence(flag.description)}${preset}`)];
  });
}

function listed(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([first, second]) => [".TP", bold(first), escaped(second)]);
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

/** Escapes text for roff: dashes stay dashes, and no line is taken for a request. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("—", "\\(em")
    .replace(/^[.']/gm, "\\&$&");
}
