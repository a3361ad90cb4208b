import type { Sink, Source } from "../io/file-descriptor.ts";
import type { FileIdentity } from "./same-file.ts";

/** A stream of text for people. */
export interface TextOutput {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width in characters, where it is a terminal. */
  readonly columns: number | undefined;
}

/** All that a command knows of the world. Tests hand in their own. */
export interface Shell {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Source & { readonly isTerminal: boolean };
  readonly stdout: Sink & {
    /** Device and inode of the file that it is, to tell it from an input. */
    readonly identity: FileIdentity | undefined;
    readonly isTerminal: boolean;
    /** Width in characters, where it is a terminal. */
    readonly columns: number | undefined;
  };
  readonly stderr: TextOutput;
  /** Processors that work can be spread over. */
  readonly cores: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. Default: always the middle. */
  random?(): number;
  /** Waits so many milliseconds. Default: in fact. */
  wait?(ms: number): Promise<void>;
}

/** Exit codes: the highest of what happened. */
export const EXIT = {
  done: 0,
  /** Done, but a budget was not met or bad lines were copied as they are. */
  incomplete: 1,
  /** Usage, input or I/O error. */
  failed: 2,
} as const;
