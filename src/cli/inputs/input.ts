import type { BigIntStats } from "node:fs";
import { ElisionError } from "../../base/errors.ts";
import type { InputIdentity } from "../terminal/shell.ts";

/** An input: standard input, or a path. */
export type Input =
  | {
      readonly kind: "stdin";
      readonly name: "stdin";
      /** The regular file that it is, if it is one. */
      readonly identity?: InputIdentity | undefined;
    }
  | {
      readonly kind: "file";
      /** As it was given, or as found below a given folder. */
      readonly name: string;
      readonly stats: BigIntStats;
      /** Its path below an output folder. */
      readonly relative: string;
      /** Whether it was found in a folder rather than named. */
      readonly isFound: boolean;
      /** The session of a database that was named. */
      readonly session?: DatabaseSession | undefined;
      /** The column of conversations, if it is Parquet and one was named. */
      readonly column?: string | undefined;
    };

/** A session in a database of them: `opencode.db#ses_1`. */
export interface DatabaseSession {
  /** The path of the database. */
  readonly database: string;
  readonly id: string;
}

/** Whether an input was found in a folder rather than named. */
export function isFound(input: Input): boolean {
  return input.kind === "file" && input.isFound;
}

/** The size of all inputs; undefined where it is not known. */
export function bytesOf(inputs: readonly Input[]): number | undefined {
  let bytes = 0;
  for (const input of inputs) {
    if (input.kind === "stdin") return undefined;
    bytes += Number(input.stats.size);
  }
  return bytes;
}

/** Whether an input that was named, or stdin, is simply empty. */
export function isEmpty(input: Input, error: unknown): boolean {
  if (!(error instanceof ElisionError) || error.code !== "empty") return false;
  return input.kind === "stdin" || !input.isFound;
}

/** Whether a file was found in a folder and is not a transcript. */
export function isSkippable(input: Input, { code }: ElisionError): boolean {
  return input.kind === "file" && input.isFound && NONE.has(code);
}

const NONE: ReadonlySet<string> = new Set([
  "unknown-format",
  "unknown-database",
  "not-json",
  "not-text",
  "only-read",
  "empty",
]);
