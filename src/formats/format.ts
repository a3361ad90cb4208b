import type { Node } from "../json/node.ts";
import type { Slot } from "../json/slot.ts";
import type { PartOutline, Role, Without } from "../transcript/message.ts";

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
  kindOf(record: Node): RecordKind | undefined;
  /**
   * Whether these records, the first of an input, are of this format: true only where nothing speaks
   * against it. Formats are asked in the order of the list.
   */
  detect(head: readonly Node[]): boolean;
  /**
   * The messages of a record, in order. Pure: read again, a record gives the same messages with the
   * same parts, so that a part can be found again by its number.
   */
  read<N extends Node>(record: N): readonly Found<N>[];
  /** What summarization and fallback may do: take messages out, or nothing. */
  readonly dropping: "remove" | "never";
  /** A message that holds a summary, as JSON text with every string in `encode`'s hands. */
  message(summary: string, encode: (text: string) => string): string;
}

/** A message as it lies in a record. */
export interface Found<N extends Node> {
  readonly role: Role;
  readonly reply?: string;
  readonly tags?: readonly string[];
  readonly fixed?: boolean;
  /** Where it lies: an item of an array, or undefined for the whole record. */
  readonly unit: Unit<N> | undefined;
  readonly parts: readonly FoundPart<N>[];
}

export interface Unit<N extends Node> {
  readonly array: N;
  readonly index: number;
}

/** A part and the place of its text; its size is that of the slot (and of the name, for a call). */
export interface FoundPart<N extends Node> {
  readonly part: Without<PartOutline, "chars">;
  readonly slot?: Slot<N>;
}
