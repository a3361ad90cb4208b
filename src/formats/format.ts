import type { Node, Tree } from "../json/tree.ts";
import type { MessageAbout, PartHead } from "../transcript/heads.ts";
import type { Role } from "../transcript/message.ts";

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

/**
 * Takes what a format finds: the array that messages are items of, a message, its parts, the next
 * message, and so on.
 */
export interface MessageSink {
  /** The messages that follow are items of this array; each is a record of its own before the first. */
  array(array: Node): void;
  /** A message, and the node that it is. */
  message(role: Role, node: Node, about?: MessageAbout): void;
  /**
   * A part, and where its text lies: in a string, or in the strings under `key` of an array of blocks.
   * Its size is that of the text (and of the name, for a call).
   */
  part(head: PartHead, node?: Node, key?: string): void;
}
