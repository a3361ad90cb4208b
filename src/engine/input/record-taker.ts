import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Line } from "./line-frame.ts";
import type { MessageLines } from "./read-message-lines.ts";
import type { ConversationAbout, RecordAbout } from "./reading.ts";

/**
 * Receives the records of an input in order: lines, a whole document, or its parts. A record is valid until the
 * next call. A generator yields when the output buffer should be drained.
 */
export interface RecordTaker {
  /**
   * A record that holds whole conversations: the row on a line, or the document that the text is. Throws
   * what the guard throws, before anything is made of the record.
   */
  conversations(record: TapeTree, about: ConversationAbout): Iterable<void>;
  /** A line between rows that holds no conversation. */
  between(line: Line): void;
  /** A line of an input whose lines are transcripts together, as it comes; `lines` has it by then. */
  message?(record: TapeTree, about: RecordAbout): void;
  /** All lines of such an input. */
  lines(lines: MessageLines): Iterable<void>;
  /** Whether so much was made of what came that it should be taken away. */
  readonly isFull: boolean;
}
