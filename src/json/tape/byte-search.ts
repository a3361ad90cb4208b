import type { ChatFinder } from "./chat-table.ts";
import type { Rows } from "./masked-rows.ts";

/** Searches bytes; the kernel's is faster than TypeScript's. */
export interface ByteSearch {
  /** The offset of ASCII text in bytes, or -1. */
  find(part: string, start: number, end: number): number;
  /** Whether a string may show an error in its first or last `room` bytes, and what an excerpt adds. */
  mayShowError(start: number, end: number, room: number): boolean;
  /** Whether a string may name an exit code in its first or last `room` bytes. */
  mayNameCode(start: number, end: number, room: number): boolean;
  /** Finds the tool results of the conversation, or of the line of one, that was scanned last. */
  readonly chat: ChatFinder;
  /** Reads rows that are like the one that was scanned last. */
  readonly rows: Rows;
}
