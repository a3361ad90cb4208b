import type { ByteSource, Sink } from "../../io/file-descriptor.ts";
import type { DirectOutput } from "../../io/replacement/direct-output.ts";
import type { Pager } from "./pager.ts";

/** The identity of a file, whatever its name. */
export interface InputIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** A stream of text for people. */
export interface ShellText {
  /** Writes lines of text; control characters other than line feeds are shown as `\xNN`. */
  write(text: string): void;
  /** Writes text whose control characters are escaped already: tables with colour, the progress line. */
  paint(text: string): void;
  /** Device and inode, if it is a regular file, to recognise it among the inputs. */
  readonly identity?: InputIdentity | undefined;
  readonly isTerminal: boolean;
  /** Width in characters, if it is a terminal. */
  readonly columns: number | undefined;
}

/** The environment that a command runs in: streams, variables, clock. Tests pass their own. */
export interface Shell {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: ByteSource & {
    /** Device and inode, if it is a regular file, to recognise it among the outputs. */
    readonly identity?: InputIdentity | undefined;
    readonly isTerminal: boolean;
  };
  readonly stdout: Sink & {
    /** Undefined if `write` does not write to a descriptor. */
    readonly direct?: DirectOutput;
    /** The same, to recognise it among the inputs. */
    readonly identity: InputIdentity | undefined;
    readonly isTerminal: boolean;
    /** Width in characters, if it is a terminal. */
    readonly columns: number | undefined;
  };
  readonly stderr: ShellText;
  /** Starts a pager on the terminal of stdout. Undefined: text is written to stdout directly. */
  startPager?(command: string, env: Shell["env"]): Promise<Pager>;
  /** Processors available for threads. */
  cores(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** A random number from 0 to 1. Default: always 0.5. */
  random?(): number;
  /** Waits `ms` milliseconds. Default: a real timer. */
  wait?(ms: number): Promise<void>;
  /** Called before much is read as objects, which the engine can be set for. */
  expectObjects?(): void;
}

/** Exit codes; a run ends with the highest that applies. */
export const EXIT = {
  done: 0,
  /** Done, but a budget was not met, or the input was damaged: bad lines, missing parents, results not read. */
  incomplete: 1,
  /** Usage, input or I/O error. */
  failed: 2,
} as const;
