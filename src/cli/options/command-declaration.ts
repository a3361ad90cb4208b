import type { Shell } from "../terminal/shell.ts";
import type { ArgumentType } from "./argument-types.ts";
import type { Flag, Flags, ValuesOf } from "./flag.ts";
import type { Layer } from "./settings.ts";

/** A command, declared once: parsing, help, completion and the manual page are made from it. */
export interface CommandDeclaration<F extends Flags = Flags> {
  /** Its purpose in a few words, for the list of commands. */
  readonly summary: string;
  /** The same at length, for its own help. Default: the summary. */
  readonly description?: string;
  /** The summary in other words for short help, where there is more room. */
  readonly brief?: string;
  /** Its arguments besides options; undefined if it takes none. */
  readonly takes?: CommandWords;
  readonly flags: F;
  /** The options that short help shows, by their names in code. Default: the first ten. */
  readonly common?: readonly string[];
  readonly examples: readonly Example[];
  readonly exitCodes: readonly ExitCode[];
  /** Notes in its help, between options and examples. */
  readonly notes?: string;
  /**
   * Does it, and gives the exit code; an `ElisionError` that it throws is shown, with exit code 2. The
   * modules that do the work are loaded here, not before.
   */
  run(
    shell: Shell,
    words: readonly string[],
    values: ValuesOf<F>,
    program: Program,
  ): Promise<number>;
}

/** The program around a command. */
export interface Program {
  /** Where the values of options were set. */
  settingsOf(flags: Flags): Layer;
  /** The files among the words that were named as sessions: by `@latest`, say. */
  readonly sessions: ReadonlySet<string>;
  /** All commands by their names; `main` runs if none is named. */
  readonly commands: Readonly<Record<string, CommandDeclaration>>;
  readonly main: string;
  /** Runs the program in another shell, with its own arguments. Gives the exit code. */
  again(shell: Shell): Promise<number>;
}

/** The words that a command takes: file names, or one of a few. */
export interface CommandWords {
  /** As help has it: `[files...]`, `<shell>`. */
  readonly usage: string;
  readonly type?: ArgumentType<string>;
  /** The words of which one comes first, before files. */
  readonly first?: readonly string[];
  /** As help has it, where that says more. */
  readonly shown?: string;
}

/** A line as it could be typed, and what it does. */
export type Example = readonly [line: string, meaning: string];

/** An exit code, and what it says. */
export type ExitCode = readonly [code: string, meaning: string];

/** Declares a command. The types of its values are known only to `run`. */
export function command<F extends Flags>(declared: CommandDeclaration<F>): CommandDeclaration {
  return declared as unknown as CommandDeclaration;
}

/** The options that every command has. */
export const COMMON_FLAGS: readonly Flag[] = [
  {
    flags: "-h, --help",
    description: "print help; -h prints a short one",
    group: "Options",
    environment: false,
  },
  {
    flags: "-V, --version",
    description: "print the version",
    group: "Options",
    environment: false,
  },
];
