import { existsSync } from "node:fs";
import { ElisionError } from "../errors.ts";
import { named } from "./argument-types.ts";
import type { Command } from "./command.ts";
import { Argument, CommanderError, Option, Command as Parser } from "./commander.ts";
import { COMMANDS, MAIN } from "./commands/index.ts";
import type { Flag, Flags, ValuesOf } from "./flag.ts";
import { gatherSettings } from "./gather-settings.ts";
import { commandsHelp, helpAfter, usageOf } from "./help.ts";
import { didYouMean } from "./nearest.ts";
import { createNotices } from "./notices.ts";
import { isClosedPipe } from "./run.ts";
import { valuesIn } from "./settings.ts";
import { EXIT, type Shell } from "./shell.ts";
import { usage } from "./usage.ts";

/** Widest line of help. */
const HELP_WIDTH = 79;

/**
 * Parses the arguments and runs the command that the first of them names, or the main one. Gives the
 * exit code; help and usage errors are written here.
 */
export async function runProgram(
  shell: Shell,
  { version }: { readonly version: string },
): Promise<number> {
  let exitCode: number = EXIT.done;
  let output = "";
  const finish = (parser: Parser): Parser =>
    parser.exitOverride().configureOutput({
      writeOut: (text) => {
        output += text;
      },
      writeErr: () => {},
    });

  const root = finish(new Parser("elision"));
  root.version(version, "-V, --version", "print the version");
  for (const [name, command] of Object.entries<Command>(COMMANDS)) {
    // Making the parsers of all takes longer than parsing: only those that may be named.
    if (name !== MAIN && !shell.argv.includes(name)) continue;
    const parser = finish(parserOf(name, command));
    parser.action(async () => {
      const settingsOf = await gatherSettings(parser, command, shell.env);
      const values = { ...parser.opts(), ...valuesIn(settingsOf(command.flags)) };
      const words = wordsOf(name, command, parser.args);
      if (name === MAIN) refuseMistyped(words);
      exitCode = await command.run(shell, words, values as ValuesOf<Flags>, settingsOf);
    });
    root.addCommand(parser, { isDefault: name === MAIN, hidden: name === MAIN });
    // The main command is the program, and its help the program's.
    if (name === MAIN) root.helpInformation = () => parser.helpInformation();
  }
  root.addHelpText("after", mainHelpAfter);

  try {
    await parse(root, shell.argv);
    if (output !== "") await shell.stdout.write([Buffer.from(output)]);
    return exitCode;
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    if (error instanceof ElisionError) {
      createNotices(shell.stderr, { quiet: false }).error(error);
      return EXIT.failed;
    }
    if (!(error instanceof CommanderError)) throw error;
    shell.stderr.write(`elision: ${error.message.replace(/^error: /, "")}\n`);
    shell.stderr.write(`${namedProgram(shell.argv)} --help lists the options\n`);
    return EXIT.failed;
  }
}

/** Parses the arguments and runs their command; that help was asked for is no error. */
async function parse(root: Parser, argv: readonly string[]): Promise<void> {
  try {
    await root.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
}

/** Refuses a first word that is no file, but nearly a command: the others are not for the main one. */
function refuseMistyped([first = ""]: readonly string[]): void {
  if (!/^[a-z]+$/.test(first) || existsSync(first)) return;
  const guess = didYouMean(
    first,
    Object.keys(COMMANDS).filter((name) => name !== MAIN),
  );
  if (guess !== "")
    throw usage(`no file or command ${JSON.stringify(first)}${guess}`, "elision --help");
}

/** The program, with the command that was named. */
function namedProgram([first = ""]: readonly string[]): string {
  return Object.hasOwn(COMMANDS, first) && first !== MAIN ? `elision ${first}` : "elision";
}

function parserOf(name: string, command: Command): Parser {
  const { takes, flags, description, summary } = command;
  const isMain = name === MAIN;
  const parser = new Parser(name);
  parser.summary(summary).description(description ?? sentence(summary));
  parser.helpOption("-h, --help", "print this help");
  if (takes !== undefined) parser.addArgument(new Argument(takes.usage));
  for (const flag of Object.values(flags)) parser.addOption(optionOf(flag));
  parser.addHelpText("after", () => (isMain ? mainHelpAfter() : helpAfter(command)));
  return parser.configureHelp({
    helpWidth: HELP_WIDTH,
    showGlobalOptions: true,
    commandUsage: () => usageOf(name, command, { isMain }),
  });
}

/** The other commands stand in the help of the main one. */
function mainHelpAfter(): string {
  const others = Object.entries<Command>(COMMANDS).filter(([name]) => name !== MAIN);
  return `${helpAfter(COMMANDS[MAIN])}\n${commandsHelp(others)}\n`;
}

function optionOf(flag: Flag): Option {
  const option = new Option(flag.flags, flag.description).helpGroup(`${flag.group}:`);
  if (flag.type !== undefined) option.argParser(flag.type);
  if (flag.default !== undefined) option.default(flag.default);
  return option;
}

/** The words that a command was given, if it takes them. */
function wordsOf(name: string, { takes }: Command, words: readonly string[]): readonly string[] {
  const { type } = takes ?? {};
  if (type === undefined) return words;
  return words.map((word) => named(name, () => type(word)));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
