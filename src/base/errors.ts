import { quoted } from "./quoted.ts";

/** An error of the caller or of the input, worded for the person who can fix it. */
export class ElisionError extends Error {
  /** Stable, for programs: `bad-option`, `not-json`, `unknown-format`, … */
  readonly code: string;
  /** How to fix it. */
  readonly hint: string | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    code: string,
    message: string,
    about: {
      readonly hint?: string;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = "ElisionError";
    this.code = code;
    this.hint = about.hint;
    this.file = about.file;
    this.line = about.line;
    this.column = about.column;
  }
}

/** The error for an option with an invalid value; the message shows the value. */
export function badOption(name: string, expected: string, got: unknown): ElisionError {
  return new ElisionError("bad-option", `${name}: expected ${expected} (got ${quoted(got)})`, {
    hint: `pass ${expected}`,
  });
}

/** The error for an input that changed since it was first read. */
export function fileChanged(outcome = ""): ElisionError {
  return new ElisionError("changed", `the file changed while it was read${outcome}`, {
    hint: "try again when nothing writes to it, or use --min-age",
  });
}
