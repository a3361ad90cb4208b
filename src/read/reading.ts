import type { FormatName } from "../formats/index.ts";
import type { Store } from "../io/store.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import type { Line } from "./frame.ts";
import type { MessageLines } from "./message-lines.ts";
import type { Problem } from "./problems.ts";

/** How an input is read, and who is told of what is wrong with it. */
export interface Reading {
  /** The input's name, for messages. */
  readonly file: string;
  /** The format, where the caller knows it; else it is found from the content. */
  readonly format?: FormatName | undefined;
  /** Whether observations are looked at for signs of errors. */
  readonly findsErrors?: boolean;
  /** Whether what providers counted is looked for. */
  readonly findsUsage?: boolean;
  /** Whether the first bad line ends the job. */
  readonly strict: boolean;
  /** A line of a transcript that is not JSON. */
  onBadLine(problem: Problem): void;
}

/**
 * Takes what stands in an input, in order: each line of it, a document as one, or its parts. What is
 * given holds until the next comes. Generators stop where what was made of it should be taken away.
 */
export interface RecordTaker {
  /** A record that holds whole conversations: the row on a line, or the document that the text is. */
  conversations(record: TapeTree, about: RecordAbout): Iterable<void>;
  /** A line between rows that holds no conversation. */
  between(line: Line): void;
  /** A line of an input whose lines are transcripts together, as it comes; `lines` has it by then. */
  message?(record: TapeTree, about: RecordAbout): void;
  /** All lines of such an input. */
  lines(lines: MessageLines): Iterable<void>;
  /** Whether so much was made of what came that it should be taken away. */
  readonly isFull: boolean;
}

/** Where a record was found, and what it is. */
export interface RecordAbout {
  readonly format: FormatName;
  /** The line of the input that the record begins on, from 1. */
  readonly line: number;
  /** What it stands in: a line, or for a document the whole input. */
  readonly text: TextPlace;
}

/** What a record stands in: bytes `[first, next)`, which say something from `start` to `end`. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
  /** The number of its first line, from 1. */
  readonly number: number;
  readonly first: number;
  readonly next: number;
  /** The bytes, or a store that has them, from its first byte to its last. */
  readonly bytes: Buffer | Store;
}

/** What was counted in an input. */
export interface Tally {
  readonly bytes: number;
  /** Records that are no messages of the format. */
  readonly otherRecords: number;
  /** Lines that are not JSON. */
  readonly badLines: number;
  /** Records with bytes that are not UTF-8. */
  readonly invalidUtf8Records: number;
}
