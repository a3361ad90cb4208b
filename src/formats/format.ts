import type { Slot } from "../json/slot.ts";
import type { Node, Tree } from "../json/tree.ts";
import type { Role } from "../transcript/message.ts";
import type { PartHead } from "../transcript/outline.ts";

/**
 * How transcripts lie in a file: a record per message, a record per conversation, or one document.
 */
export type Layout = "lines" | "rows" | "document";

/** What one record of a format is: a whole conversation, or one message of one. */
export type RecordKind = "conversation" | "message";

/** What agents write, behind one interface. A new format is one file and one line in the list. */
export interface Format {
  /** What writes it. */
  readonly writtenBy: string;
  readonly layouts: readonly Layout[];
  /** What a record is in this format, by its shape alone; undefined if it is no record of it. */
  kindOf(tree: Tree, record: Node): RecordKind | undefined;
  /**
   * Whether these records, the first of an input, are of this format: true only where nothing speaks
   * against it. Formats are asked in the order of the list.
   */
  detect(head: readonly Tree[]): boolean;
  /**
   * Gives the messages of a record, in order. Pure: read again, a record gives the same messages with
   * the same parts, so that a part can be found again by its number.
   */
  read(tree: Tree, record: Node, into: MessageSink): void;
  /** What summarization and fallback may do: take messages out, or nothing. */
  readonly dropping: "remove" | "never";
  /** A message that holds a summary, as JSON text with every string in `encode`'s hands. */
  message(summary: string, encode: (text: string) => string): string;
}

/** Takes what a format finds: a message, then its parts, then the next message. */
export interface MessageSink {
  message(found: FoundMessage): void;
  /** A part and the place of its text; its size is that of the text (and of the name, for a call). */
  part(head: PartHead, slot?: Slot): void;
}

/** A message as it lies in a record. */
export interface FoundMessage {
  readonly role: Role;
  readonly reply?: string;
  readonly tags?: readonly string[];
  readonly fixed?: boolean;
  /** The array that it is an item of, and its index; `NONE` if it is the whole record. */
  readonly array: Node;
  readonly index: number;
}
