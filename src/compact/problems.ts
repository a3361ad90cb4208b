import { ElisionError } from "../errors.ts";
import { FORMAT_NAMES } from "../formats/index.ts";
import { foundAt, positionAt } from "../json/position.ts";
import type { ScanError } from "../json/scan-error.ts";

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

/** The error for an input in which no transcript is recognised. */
export function unknownFormat({ isEmpty }: { readonly isEmpty: boolean }): ElisionError {
  if (isEmpty) return new ElisionError("empty", "expected a transcript (got nothing)");
  return new ElisionError("unknown-format", "no transcript of a known format", {
    hint: `name its format, if it is one of these: --format ${FORMAT_NAMES.join("|")}`,
  });
}
