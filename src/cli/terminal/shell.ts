import type { ByteSource, Sink } from "../../io/file-descriptor.ts";
import type { InputIdentity } from "../inputs/input.ts";
import type { Pager } from "./pager.ts";

/** A stream of text for people. */
export interface ShellText {
  /** Writes lines of text; control characters other than line feeds are shown as `\xNN`. */
  write(text: string): void;
  /** Writes text that was made visible already: tables with colour, a line of progress. */
  paint(text: string): void;
  /** Device and inode of the regular file that it is, to tell it from an input. */
  readonly identity?: InputIdentity | undefined;
  readonly isTerminal: boolean;
  /** Width in characters, where it is a terminal. */
  readonly columns: number | undefined;
}

/** All that a command knows of the world. Tests hand in their own. */
export interface Shell {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: ByteSource & {
    /** Device and inode of the regular file that it is, to tell it from an output. */
    readonly identity?: InputIdentity | undefined;
    readonly isTerminal: boolean;
  };
  readonly stdout: Sink & {
    /** The same, to tell it from an input. */
    readonly identity: InputIdentity | undefined;
    readonly isTerminal: boolean;
    /** Width in characters, where it is a terminal. */
    readonly columns: number | undefined;
  };
  readonly stderr: ShellText;
  /** Starts a pager on the terminal that stdout is. None: text is written to stdout as it is. */
  startPager?(command: string, env: Shell["env"]): Promise<Pager>;
  /** Processors that work can be spread over. */
  cores(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. Default: always the middle. */
  random?(): number;
  /** Waits `ms` milliseconds. Default: a real timer. */
  wait?(ms: number): Promise<void>;
}

/** Exit codes: the highest of what happened. */
export const EXIT = {
  done: 0,
  /** Done, but a budget was not met, or the input was damaged: bad lines, missing parents, results not read. */
  incomplete: 1,
  /** Usage, input or I/O error. */
  failed: 2,
} as const;
