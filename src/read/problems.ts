import { ElisionError } from "../errors.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../formats/index.ts";
import { foundAt, positionAt } from "../json/position.ts";
import type { ScanError } from "../json/scan-error.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import { countParts } from "./count-parts.ts";

/** What is wrong with a place in the input: `expected … (got …)`. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A scan error of `bytes[start, end)`, whose first line has number `line`, in words. */
export function problemAt(
  bytes: Buffer,
  { offset, expected }: ScanError,
  text: { readonly line: number; readonly start: number; readonly end: number },
): Problem {
  const position = positionAt(bytes.subarray(text.start), offset - text.start, text.line);
  const got = foundAt(bytes, offset, text.end);
  return { ...position, message: `expected ${expected} (got ${got})` };
}

/** The error for a place that is not JSON, where that ends the job. */
export function notJson({ line, column, message }: Problem): ElisionError {
  return new ElisionError("not-json", message, { line, column });
}

/**
 * The error for an input in which no transcript is recognised, or none of the format that was asked
 * for; `head` holds its first records. The formats that find something in these are named, at most a
 * few, the one that finds most first.
 */
export function unknownFormat({
  isEmpty,
  head,
  asked,
}: {
  readonly isEmpty: boolean;
  readonly head: readonly TapeTree[];
  readonly asked?: FormatName | undefined;
}): ElisionError {
  if (isEmpty) return new ElisionError("empty", "expected a transcript (got nothing)");
  const guesses = FORMAT_NAMES.filter((name) => name !== asked)
    .map((name) => ({ name, count: countParts(FORMATS[name], head) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const closest = guesses.slice(0, MAX_GUESSES).map(({ name }) => name);
  const hint = closest.length === 0 ? "" : ` (closest: ${closest.join(", ")})`;
  if (asked !== undefined)
    return new ElisionError("unknown-format", `expected ${asked}, as --format says (got none)`, {
      hint: `leave --format out, or name another${hint}; elision formats lists them`,
    });
  return new ElisionError("unknown-format", "no transcript of a known format", {
    hint: `name its format, if it is one: --format NAME${hint}; elision formats lists them`,
  });
}

const MAX_GUESSES = 5;
