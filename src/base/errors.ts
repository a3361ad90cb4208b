import { quoted } from "./quoted.ts";

/** A mistake of the caller or a fault of the input, in words for the person who can fix it. */
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

/** An option whose value makes no sense; the message shows the value seen. */
export function badOption(name: string, expected: string, got: unknown): ElisionError {
  return new ElisionError("bad-option", `${name}: expected ${expected} (got ${quoted(got)})`, {
    hint: `pass ${expected}`,
  });
}

/** The input is no longer what it was when it was first read. */
export function fileChanged(outcome = ""): ElisionError {
  return new ElisionError("changed", `the file changed while it was read${outcome}`, {
    hint: "try again when nothing writes to it, or use --min-age",
  });
}
