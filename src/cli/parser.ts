import { MAIN } from "./commands/command-names.ts";
import { COMMANDS } from "./commands/index.ts";
import { helpAfter, shortHelp, usageOf } from "./docs/help.ts";
import { named } from "./options/argument-types.ts";
import type { CommandDeclaration } from "./options/command-declaration.ts";
import { Argument, Option, Command as Parser } from "./options/commander-library.ts";
import { type Flag, namesOf } from "./options/flag.ts";
import { neededFlags } from "./options/needed-flags.ts";
import { sentence } from "./options/sentence.ts";

/** Widest line of help. */
export const HELP_WIDTH = 79;

/** The parser of a command, with the options that the arguments may name. */
export function parserOf(
  name: string,
  command: CommandDeclaration,
  { argv, version }: { readonly argv: readonly string[]; readonly version: string },
): Parser {
  const { takes, flags, description, summary } = command;
  const isMain = name === MAIN;
  const parser = new Parser(isMain ? "elision" : name);
  if (takes !== undefined) parser.addArgument(new Argument(takes.usage));
  const needed = neededFlags(flags, argv);
  const isShown = new Set(Object.values(flags));
  for (const flag of needed.flags) parser.addOption(optionOf(flag).hideHelp(!isShown.has(flag)));
  if (needed.version) parser.version(`elision ${version}`, "-V, --version", "print the version");
  if (!needed.help) return parser.helpOption(false);
  parser.summary(summary).description(description ?? sentence(summary));
  parser.helpOption("-h, --help", "print this help; -h prints a short one");
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
