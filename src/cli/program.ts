import { existsSync } from "node:fs";
import { ElisionError } from "../base/errors.ts";
import { didYouMean } from "../base/nearest.ts";
import { quoted } from "../base/quoted.ts";
import { visible } from "../base/visible.ts";
import { COMMAND_NAMES, MAIN } from "./commands/command-names.ts";
import { compact } from "./commands/compact/command.ts";
import { COMMANDS } from "./commands/index.ts";
import { narrowedHelp } from "./docs/narrow-help.ts";
import { named } from "./options/argument-types.ts";
import type { CommandDeclaration } from "./options/command-declaration.ts";
import { commandFirst, type TakesValue, valuesTaken } from "./options/command-first.ts";
import { CommanderError, type Command as Parser } from "./options/commander-library.ts";
import { choicesOf, type Flags, type ValuesOf } from "./options/flag.ts";
import { type FormatFlags, formatsFrom } from "./options/format-flags.ts";
import { gatherSettings } from "./options/gather-settings.ts";
import { meantOption } from "./options/guess-option.ts";
import { refuseMisnamedVariables } from "./options/misnamed-variables.ts";
import { namedByFlag } from "./options/named-by-flag.ts";
import { untypedValues } from "./options/needed-flags.ts";
import { valuesIn } from "./options/settings.ts";
import { usage } from "./options/usage-error.ts";
import { HELP_WIDTH, parserOf } from "./parser.ts";
import { isSessionName } from "./sessions/is-session-name.ts";
import type { NamedFiles } from "./sessions/session-names.ts";
import { isClosedPipe } from "./terminal/known-error.ts";
import { createNotices } from "./terminal/notices.ts";
import { EXIT, type Shell } from "./terminal/shell.ts";

/**
 * Parses the arguments and runs the command that they name, or the main one. Gives the exit code; help
 * and usage errors are written here.
 */
export async function runProgram(
  shell: Shell,
  { version }: { readonly version: string },
): Promise<number> {
  const { name, command, argv } = commandIn(shell.argv);
  let exitCode: number = EXIT.done;
  let output = "";
  const parser = parserOf(name, command, { argv, version });
  parser.exitOverride().configureOutput({
    writeOut: (text) => {
      output += text;
    },
    writeErr: () => {},
  });
  parser.action(async () => {
    refuseMisnamedVariables(shell.env, () => Object.values(COMMANDS).map(({ flags }) => flags));
    const settingsOf = await gatherSettings(parser, command, shell.env);
    const values = {
      ...untypedValues(command.flags),
      ...parser.opts(),
      ...valuesIn(settingsOf(command.flags)),
    };
    const typed = wordsOf(name, command, parser.args);
    if (name === MAIN) refuseMistyped(typed);
    const { words, sessions, notes } = await withFilesOf(typed, command, { shell, values });
    if (values.quiet !== true)
      for (const note of notes) createNotices(shell.stderr, { quiet: false }).note(note);
    exitCode = await command.run(shell, words, values as ValuesOf<Flags>, {
      settingsOf,
      sessions,
      get commands() {
        return COMMANDS;
      },
      main: MAIN,
      again: (other) => runProgram(other, { version }),
    });
  });

  const help = `${name === MAIN ? "elision" : `elision ${name}`} --help`;
  try {
    await parse(parser, argv);
    if (output !== "") await shell.stdout.write([Buffer.from(fitting(output, shell.stdout))]);
    return exitCode;
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    if (error instanceof ElisionError) {
      createNotices(shell.stderr, { quiet: false }).error(namedByFlag(error, command.flags, help));
      return EXIT.failed;
    }
    if (!(error instanceof CommanderError)) throw error;
    shell.stderr.write(
      `elision: ${visible(usageMessage(error, { name, command, words: parser.args }))}\n`,
    );
    shell.stderr.write(`elision:   ${help} lists the options\n`);
    return EXIT.failed;
  }
}

/** Help as a terminal has room for it; in a pipe as it is written. */
function fitting(text: string, { isTerminal, columns }: Shell["stdout"]): string {
  return isTerminal && columns !== undefined && columns <= HELP_WIDTH
    ? narrowedHelp(text, columns)
    : text;
}

/** The command that the arguments name, and the arguments that are for it. */
function commandIn(argv: readonly string[]): {
  readonly name: string;
  readonly command: CommandDeclaration;
  readonly argv: readonly string[];
} {
  // If none of these words is an argument, it is the main command, and the others are not loaded.
  const names = new Set<string>([...COMMAND_NAMES, "help"]);
  if (!argv.some((word) => names.has(word))) return { name: MAIN, command: compact, argv };
  const commands: Readonly<Record<string, CommandDeclaration>> = COMMANDS;
  let taken: TakesValue | undefined; // An option stands before the command in few runs.
  const takesValue: TakesValue = (option) => {
    taken ??= valuesTaken(Object.values(commands).map(({ flags }) => flags));
    return taken(option);
  };
  const [first = "", ...rest] = commandFirst(argv, names, takesValue);
  if (first === "help") {
    const [asked = MAIN] = rest;
    const command = commands[asked];
    if (command !== undefined) return { name: asked, command, argv: ["--help"] };
  }
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (named !== undefined) return { name: first, command: named, argv: rest };
  return { name: MAIN, command: compact, argv };
}

/** Parses the arguments and runs their command. Printing help is not an error. */
async function parse(parser: Parser, argv: readonly string[]): Promise<void> {
  try {
    await parser.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
}

/** The message for wrong arguments, in our words. */
function usageMessage(
  { code, message }: CommanderError,
  {
    name,
    command,
    words,
  }: {
    readonly name: string;
    readonly command: CommandDeclaration;
    readonly words: readonly string[];
  },
): string {
  const text = message.replace(/^error: /, "");
  const [, named = ""] = /'([^']*)'/.exec(text) ?? [];
  if (code === "commander.unknownOption") return meantOption(named, command.flags);
  if (code === "commander.optionMissingArgument") return `${named}: the value is missing`;
  if (code === "commander.missingArgument") return missingWord(name, named, command);
  const [, most, given] = /Expected (\d+) arguments? but got (\d+)/.exec(text) ?? [];
  if (most === "0") return `${name} takes no arguments (got ${words.map(quoted).join(" ")})`;
  if (most !== undefined) return `${name}: too many arguments: expected ${most} (got ${given})`;
  return text;
}

function missingWord(name: string, what: string, { takes }: CommandDeclaration): string {
  const words = takes?.first ?? choicesOf(takes?.type);
  return `${name}: <${what}> is missing${words.length === 0 ? "" : `: ${words.join(", ")}`}`;
}

/** Refuses a first word that is no file, but almost the name of a command. */
function refuseMistyped([first = "", second = ""]: readonly string[]): void {
  if (!/^[a-z]+$/.test(first) || existsSync(first)) return;
  if (first === "help") {
    const meant = didYouMean(second, Object.keys(COMMANDS));
    throw usage(`no command ${quoted(second)}${meant}`, "elision --help lists them");
  }
  const isVersion = first === "version";
  const guess = isVersion ? " (did you mean --version?)" : didYouMean(first, Object.keys(COMMANDS));
  if (guess !== "")
    throw usage(`no file or command ${quoted(first)}${guess}`, "elision --help lists them");
}

/** The words that a command was given, if it takes them. */
function wordsOf(
  name: string,
  { takes }: CommandDeclaration,
  words: readonly string[],
): readonly string[] {
  const { type } = takes ?? {};
  if (type === undefined) return words;
  return words.map((word) => named(name, () => type(word)));
}

/** The words of a command that takes files, with session names such as `@latest` replaced by files. */
async function withFilesOf(
  words: readonly string[],
  { takes }: CommandDeclaration,
  { shell, values }: { readonly shell: Shell; readonly values: FormatFlags },
): Promise<NamedFiles> {
  const isPlain = takes?.type !== undefined || !words.some(isSessionName);
  if (isPlain) return { words, sessions: new Set(), notes: [] };
  const { filesOfNames } = await import("./sessions/session-names.ts");
  const { formatModule } = values;
  return filesOfNames(words, { shell, formats: await formatsFrom({ formatModule }) });
}
