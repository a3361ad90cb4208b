import type { Format } from "../../formats/format.ts";
import type { MaskedRows } from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { ConversationAbout, TextPlace } from "./reading.ts";
import type { TranscriptSource } from "./transcripts/transcript-source.ts";

/** Rows that the kernel read, or items of a list: of one format, on lines from `line` on. */
export interface RowPiece {
  readonly kind: "rows";
  readonly batch: MaskedRows;
  readonly format: Format;
  readonly line: number;
}

/**
 * A part of an input: a text without conversations, a record with some, or all lines of an input that are transcripts
 * together, as a source or, if someone takes those, as columns. The pieces of an input are, in order, all of its bytes.
 */
export type InputPiece =
  | { readonly kind: "other"; readonly text: TextPlace }
  | RecordPiece
  | RowPiece
  | { readonly kind: "lines"; readonly source: TranscriptSource; readonly text: TextPlace }
  | { readonly kind: "columns"; readonly by: "kernel" | "format"; readonly text: TextPlace };

/** A record with conversations: one, or those that are its items, of which each or some hold until the next. */
export interface RecordPiece {
  readonly kind: "record";
  readonly tree: TapeTree;
  readonly text: TextPlace;
  readonly conversations: Iterable<ConversationRecord | RowPiece>;
}

/**
 * A record that holds whole conversations: the row on a line, the document that the input is, or an item of either that
 * is a list.
 */
export interface ConversationRecord {
  readonly kind: "conversation";
  readonly tree: TapeTree;
  readonly about: ConversationAbout;
  /**
   * Reads its transcripts, by another format if the one that claims the record does not read its tool
   * results. Undefined if no format does: then the record is left as it is, and counted.
   */
  read(): TranscriptSource | undefined;
}

/** The conversations of a record that is read without columns, each by itself. */
export function* singleConversations({ conversations }: RecordPiece): Iterable<ConversationRecord> {
  for (const each of conversations) if (each.kind === "conversation") yield each;
}
