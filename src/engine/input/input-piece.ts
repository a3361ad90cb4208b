import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { ConversationAbout, TextPlace } from "./reading.ts";
import type { TranscriptSource } from "./transcript-source.ts";

/**
 * A part of an input: a text without conversations, a record with some, or all lines of an input that
 * are transcripts together. The pieces of an input are, in order, all of its bytes.
 */
export type InputPiece =
  | { readonly kind: "other"; readonly text: TextPlace }
  | { readonly kind: "record"; readonly record: ConversationRecord }
  | { readonly kind: "lines"; readonly source: TranscriptSource; readonly text: TextPlace };

/** A record that holds whole conversations: the row on a line, or the document that the input is. */
export interface ConversationRecord {
  readonly tree: TapeTree;
  readonly about: ConversationAbout;
  /**
   * Reads its transcripts, by another format if the one that claims the record does not read its tool
   * results. Undefined if no format does: then the record is left as it is, and counted.
   */
  read(): TranscriptSource | undefined;
}
