import type { ChatFinder } from "./chat-table.ts";
import type { Rows } from "./masked-rows.ts";
import type { NoteMasker } from "./noted-lines.ts";

/** Searches bytes; the kernel's is faster than TypeScript's. */
export interface ByteSearch {
  /** The offset of ASCII text in bytes, or -1. */
  find(part: string, start: number, end: number): number;
  /** Whether a string may show an error in its first or last `room` bytes, and what an excerpt adds. */
  mayShowError(start: number, end: number, room: number): boolean;
  /** Whether a string may name an exit code other than 0 in its first or last `room` bytes. */
  mayNameCode(start: number, end: number, room: number): boolean;
  /** The text of a string as UTF-8, which its bytes are too, until the next call; undefined where it is long. */
  spelledOut(start: number, end: number): Uint8Array | undefined;
  /** Gives the arguments of a call as one line; undefined where only their text can tell. */
  lineOfArguments(start: number, end: number, about: ArgumentsLine): string | undefined;
  /** Finds the tool results of the conversation, or of the line of one, that was scanned last. */
  readonly chat: ChatFinder;
  /** Reads rows that are like the one that was scanned last. */
  readonly rows: Rows;
  /** Masks the results of lines. */
  readonly notes: NoteMasker;
}

/** How arguments are spelled, and which line of them is asked for. */
export interface ArgumentsLine {
  /** Whether they are the bytes between the quotes of a JSON string, not JSON themselves. */
  readonly isSpelled: boolean;
  /** The keys whose values are the line, in small letters without underscores, of 15 at most. */
  readonly mainKeys: readonly string[];
  /** The most characters of the line, a hundred at most. */
  readonly max: number;
}
