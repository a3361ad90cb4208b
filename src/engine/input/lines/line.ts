import { ElisionError } from "../../../base/errors.ts";

/** One line of an input, its line break included: `bytes[first, next)`. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Offset of its first byte in the input. */
  readonly offset: number;
  readonly bytes: Buffer;
  readonly first: number;
  readonly next: number;
  /** Its content is `bytes[start, end)`: without byte order mark and line break. */
  readonly start: number;
  readonly end: number;
}

/** Longest line or document, in bytes: offsets in them are 32-bit integers. */
export const MAX_RECORD_BYTES = 2 ** 31 - 1;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The line in `bytes[first, next)`, with its line break if it has one. */
export function lineAt(
  bytes: Buffer,
  { first, next, offset, number }: Pick<Line, "first" | "next" | "offset" | "number">,
): Line {
  const start = offset === 0 ? first + markLength(bytes.subarray(first, next)) : first;
  let end = next;
  if (next > first && bytes[next - 1] === NEWLINE)
    end -= next - 1 > first && bytes[next - 2] === RETURN ? 2 : 1;
  return { number, offset, bytes, first, next, start, end: Math.max(start, end) };
}

/** The error for a line or a document that is too long to be read. */
export function tooLarge(what: "line" | "document", line = 1): ElisionError {
  const hint = "elision reads lines and documents of up to 2 GB";
  return new ElisionError("too-large", `a ${what} of more than 2 GB`, { line, hint });
}

/** The length of the byte order mark that a text starts with; 0 without one. */
export function markLength(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Whether a line holds nothing but white space. */
export function isBlank({ bytes, start, end }: Pick<Line, "bytes" | "start" | "end">): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== RETURN) return false;
  }
  return true;
}

/** The lines of a text that is in memory whole. */
export function* linesOf(bytes: Buffer): Iterable<Line> {
  let number = 0;
  for (let first = 0; first < bytes.length; ) {
    const at = bytes.indexOf(NEWLINE, first);
    const next = at < 0 ? bytes.length : at + 1;
    yield lineAt(bytes, { first, next, offset: first, number: ++number });
    first = next;
  }
}

/**
 * Whether an offset lies on the first line that is not blank, or at the start of the one after, or of the one after
 * that: where a first line ends before a value, the next line may be taken for it.
 */
export function isOfFirstLine(bytes: Buffer, offset: number): boolean {
  const before = bytes.toString("latin1", 0, offset);
  const breaks = before.trim().split("\n").length - 1;
  return breaks === 0 || (breaks === 1 && before.endsWith("\n") && offset < bytes.length);
}
