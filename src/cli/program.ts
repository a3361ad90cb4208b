import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { onOrOff } from "./argument-types.ts";
import { COMPACT_FLAGS, type CompactFlags, environmentName, type Flag } from "./flags.ts";
import { COMPACT_HELP, SUMMARY } from "./help.ts";
import { EXIT, type Shell } from "./shell.ts";

/** Widest line of help. */
const HELP_WIDTH = 79;

/** What a command does with its arguments; gives the exit code. */
export interface Commands {
  compact(files: readonly string[], flags: CompactFlags): Promise<number>;
}

/**
 * Parses the arguments and runs the command that they name, or the main one. Gives the exit code; help
 * and usage errors are written here.
 */
export async function runProgram(
  shell: Shell,
  { commands, version }: { readonly commands: Commands; readonly version: string },
): Promise<number> {
  let exitCode: number = EXIT.done;
  let output = "";
  const root = new Command("elision");
  const main = new Command("compact");
  main.description(SUMMARY).argument("[files...]").helpOption("-h, --help", "print this help");
  for (const flag of Object.values(COMPACT_FLAGS)) main.addOption(optionOf(flag));
  main.addHelpText("after", COMPACT_HELP);
  main.action(async (files: string[], options: Record<string, unknown>) => {
    const isTyped = (name: string) => main.getOptionValueSource(name) === "cli";
    const flags = withEnvironment(options, { isTyped, env: shell.env });
    exitCode = await commands.compact(files, flags);
  });

  const completions = new Command("completion").argument("<shell>");
  completions.description("prints a script that completes the options in a shell");
  completions.action(async (shellName: string) => {
    const { completion, SHELLS } = await import("./completion.ts");
    const name = SHELLS.find((known) => known === shellName);
    if (name === undefined)
      throw new CommanderError(
        EXIT.failed,
        "completion",
        `completion: expected one of ${SHELLS.join(", ")} (got: ${JSON.stringify(shellName)})`,
      );
    output += completion(name);
  });

  root.version(version, "-V, --version", "print the version");
  root.addCommand(main, { isDefault: true, hidden: true });
  root.addCommand(completions);
  for (const command of [root, main, completions]) {
    command
      .exitOverride()
      .configureHelp({
        helpWidth: HELP_WIDTH,
        showGlobalOptions: true,
        commandUsage: (command) =>
          command === completions
            ? "elision completion bash|zsh|fish"
            : "elision [files...] [options]",
      })
      .configureOutput({
        writeOut: (text) => {
          output += text;
        },
        writeErr: () => {},
      });
  }
  // The main command is the program, and its help the program's.
  root.helpInformation = () => main.helpInformation();
  root.addHelpText("after", COMPACT_HELP);

  try {
    await root.parseAsync([...shell.argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) {
      shell.stderr.write(`elision: ${error.message.replace(/^error: /, "")}\n`);
      shell.stderr.write("elision --help lists the options\n");
      return EXIT.failed;
    }
  }
  if (output !== "") {
    await shell.stdout.write([Buffer.from(output)]);
  }
  return exitCode;
}

function optionOf(flag: Flag): Option {
  const option = new Option(flag.flags, flag.description).helpGroup(`${flag.group}:`);
  if (flag.type !== undefined) option.argParser(flag.type);
  if (flag.default !== undefined) option.default(flag.default);
  return option;
}

/** What was typed, and for what was not, what the environment says. */
function withEnvironment(
  options: Readonly<Record<string, unknown>>,
  { isTyped, env }: { readonly isTyped: (name: string) => boolean; readonly env: Shell["env"] },
): CompactFlags {
  const values: Record<string, unknown> = { ...options };
  for (const [name, flag] of Object.entries(COMPACT_FLAGS) as [string, Flag][]) {
    const set = env[environmentName(flag)];
    if (flag.environment === false || set === undefined || set === "") continue;
    if (!isTyped(name)) values[name] = parseEnvironment(flag, set);
  }
  return values as CompactFlags;
}

function parseEnvironment(flag: Flag, set: string): unknown {
  try {
    if (flag.type !== undefined) return flag.type(set);
    const isOn = onOrOff(set);
    return flag.flags.startsWith("--no-") ? !isOn : isOn;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommanderError(
      EXIT.failed,
      "environment",
      `${environmentName(flag)}: ${error.message}`,
    );
  }
}
