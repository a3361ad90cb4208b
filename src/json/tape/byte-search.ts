import type { Tape } from "./tape.ts";

/** Searches bytes. The kernel does so faster than TypeScript. */
export interface ByteSearch {
  /** The offset of ASCII text in bytes, or -1. */
  find(part: string, start: number, end: number): number;
  /** The line breaks in bytes. */
  lineBreaks(start: number, end: number): number;
  /** Whether a string may show an error in its first or last `room` bytes, and the margin of an excerpt. */
  mayShowError(start: number, end: number, room: number): boolean;
  /** Whether a string may name an exit code other than 0 in its first or last `room` bytes. */
  mayNameCode(start: number, end: number, room: number): boolean;
  /**
   * The text of a string as UTF-8, given that its bytes are UTF-8: the first `most` bytes, up to the end of a
   * character, or as many as fit.
   */
  spell(start: number, end: number, most?: number): SpelledText;
  /** Scans JSON in memory of its own; undefined if it is none, or it cannot tell. */
  readonly scan?: ((text: Buffer) => Tape | undefined) | undefined;
  /** The arguments of a call as one line; undefined if their text has to be parsed. */
  lineOfArguments(start: number, end: number, about: ArgumentsLine): string | undefined;
}

/** The longest string whose text fits whole. */
export const SPELLED_BYTES = 256 * 1024;

/** A part of a string's text, valid until the next call, and the offset in the string after it. */
export interface SpelledText {
  readonly text: Uint8Array;
  readonly next: number;
}

/** How arguments are encoded, and the line to make of them. */
export interface ArgumentsLine {
  /** Whether they are the inside of a JSON string, rather than JSON. */
  readonly isSpelled: boolean;
  /** The keys whose values form the line, in lower case without underscores, at most 15 of them. */
  readonly mainKeys: readonly string[];
  /** The most characters of the line, at most a hundred. */
  readonly max: number;
}
