import type { ArgumentType } from "./argument-types.ts";
import type { Flag, Flags, ValuesOf } from "./flag.ts";
import type { Layer } from "./settings.ts";
import type { Shell } from "./shell.ts";

/** A command, declared once: parsing, help, completion and the manual page are made from it. */
export interface Command<F extends Flags = Flags> {
  /** What it does, in a few words, as a list of commands has it. */
  readonly summary: string;
  /** The same at length, for its own help; left out, the summary stands there. */
  readonly description?: string;
  /** What it takes beside options; none, nothing. */
  readonly takes?: Taken;
  readonly flags: F;
  readonly examples: readonly Example[];
  readonly exitCodes: readonly ExitCode[];
  /** What is to be said between its options and its examples. */
  readonly notes?: string;
  /**
   * Does it, and gives the exit code; an `ElisionError` that it throws is shown, with exit code 2. The
   * modules that do the work are loaded here, not before. `settingsOf` says of options where their
   * values come from.
   */
  run(
    shell: Shell,
    words: readonly string[],
    values: ValuesOf<F>,
    settingsOf: (flags: Flags) => Layer,
  ): Promise<number>;
}

/** The words that a command takes: file names, or one of a few. */
export interface Taken {
  /** As help has it: `[files...]`, `<shell>`. */
  readonly usage: string;
  readonly type?: ArgumentType<string>;
  /** As help has it, where that says more. */
  readonly shown?: string;
}

/** A line as it could be typed, and what it does. */
export type Example = readonly [line: string, meaning: string];

/** An exit code, and what it says. */
export type ExitCode = readonly [code: string, meaning: string];

/** Declares a command; from here on its values are checked by nobody but `run`. */
export function command<F extends Flags>(declared: Command<F>): Command {
  return declared as unknown as Command;
}

/** The options that every command has. */
export const COMMON_FLAGS: readonly Flag[] = [
  { flags: "-h, --help", description: "print this help", group: "Options", environment: false },
  {
    flags: "-V, --version",
    description: "print the version",
    group: "Options",
    environment: false,
  },
];
