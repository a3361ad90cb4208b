import { MAIN } from "../commands/command-names.ts";
import { COMMANDS } from "../commands/index.ts";
import { named } from "../options/argument-types.ts";
import type { CommandDeclaration } from "../options/command-declaration.ts";
import {
  Argument,
  CommanderError,
  Option,
  Command as Parser,
} from "../options/commander-library.ts";
import { type Flag, namesOf } from "../options/flag.ts";
import { neededFlags } from "../options/needed-flags.ts";
import type { TypedArguments } from "../options/typed-arguments.ts";
import { EXIT } from "../terminal/shell.ts";
import { helpAfter, shortHelp, usageOf } from "./help.ts";

/** Widest line of help. */
const HELP_WIDTH = 79;

/** A command, and what was typed behind it. */
interface Typed {
  readonly name: string;
  readonly command: CommandDeclaration;
  readonly argv: readonly string[];
  readonly version: string;
}

/** Takes arguments apart, and acts on them unless they ask for help or the version: those are given as output. */
export async function runParser(
  { name, command, argv, version }: Typed,
  act: (given: TypedArguments) => Promise<number>,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  let exitCode: number = EXIT.done;
  let output = "";
  const parser = parserOf(name, command, argv);
  parser.version(`elision ${version}`, "-V, --version", "print the version");
  parser.exitOverride().configureOutput({
    writeOut: (text) => {
      output += text;
    },
    writeErr: () => {},
  });
  parser.action(async () => {
    exitCode = await act(argumentsOf(parser));
  });
  try {
    await parser.parseAsync([...argv], { from: "user" });
  } catch (error) {
    // That help was asked for is no error.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return { exitCode, output };
}

function argumentsOf(parser: Parser): TypedArguments {
  const values = parser.opts();
  const isTyped = (name: string) => parser.getOptionValueSource(name) === "cli";
  return { values, typed: new Set(Object.keys(values).filter(isTyped)), words: parser.args };
}

function parserOf(name: string, command: CommandDeclaration, argv: readonly string[]): Parser {
  const { takes, flags, description, summary } = command;
  const isMain = name === MAIN;
  const parser = new Parser(isMain ? "elision" : name);
  parser.summary(summary).description(description ?? sentence(summary));
  parser.helpOption("-h, --help", "print this help; -h prints a short one");
  if (takes !== undefined) parser.addArgument(new Argument(takes.usage));
  const isShown = new Set(Object.values(flags));
  for (const flag of neededFlags(flags, argv))
    parser.addOption(optionOf(flag).hideHelp(!isShown.has(flag)));
  const usage = usageOf(name, command, { isMain });
  parser.configureHelp({ helpWidth: HELP_WIDTH, commandUsage: () => usage });
  const options = parser.helpInformation.bind(parser);
  parser.helpInformation = () => {
    const others = isMain
      ? Object.entries<CommandDeclaration>(COMMANDS).filter(([each]) => each !== MAIN)
      : [];
    return argv.includes("--help")
      ? `${options()}${helpAfter(command, { others })}`
      : shortHelp(name, command, { usage, others });
  };
  return parser;
}

function optionOf(flag: Flag): Option {
  const { type } = flag;
  const { long } = namesOf(flag);
  const option = new Option(flag.flags, flag.description).helpGroup(`${flag.group}:`);
  if (type !== undefined)
    option.argParser((text: string, previous: unknown) =>
      named(`--${long}`, () => type(text, previous)),
    );
  if (flag.default !== undefined) option.default(flag.default);
  return option;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
