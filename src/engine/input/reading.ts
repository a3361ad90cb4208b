import type { Format } from "../../formats/format.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import type { LookedFor } from "../../formats/shared/looked-for.ts";
import type { RecordParts } from "../../formats/shared/record-parts.ts";
import type { Store } from "../../io/store/store.ts";
import type { PairCounts } from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Problem } from "./input-problem.ts";
import type { Coverage } from "./recognise/coverage.ts";

/** Options and listeners for reading an input. */
export interface Reading extends LookedFor {
  /** The input's name, for messages. */
  readonly file: string;
  /** The formats that it can be of, and the one that was named. Default: detected. */
  readonly formats?: FormatChoice | undefined;
  /** Whether the first bad line ends the job. */
  readonly strict: boolean;
  /**
   * A line of a transcript that is not JSON, that holds tool results which its format does not read, or a
   * message whose parent is not in the input.
   */
  onBadLine(problem: Problem): void;
  /** Called before records of at least this many bytes are read as objects. */
  onObjects?(bytes: number): void;
}

/** The place of a record, and its kind. */
export interface RecordAbout {
  readonly format: Format;
  /** The line of the input that the record begins on, from 1. */
  readonly line: number;
  /** The line around it, or for a document the whole input. */
  readonly text: TextPlace;
  /** Its counts, if all of it is known to be read; else that is examined. */
  readonly counts?: PairCounts | undefined;
}

/** The place and kind of a record that holds conversations. */
export interface ConversationAbout extends RecordAbout {
  /** To be called when its format has read the record. */
  readonly guard: RecordGuard;
}

/** A record to judge by what its format read. */
export interface RecordToJudge extends Pick<RecordAbout, "format" | "line"> {
  /** Set if what was read and left has been counted. */
  readonly coverage?: Coverage | undefined;
}

/** Checks that everything that counts as read was read; throws `Misread` if not. */
export interface RecordGuard {
  /** Judges a record by what its format found in it; returns how many tool results it did not read. */
  conversation(record: TapeTree, parts: RecordParts, about: RecordToJudge): number;
  /** Adds a record that is plainly a conversation of its format, and nothing else. */
  plain(counts: PairCounts): void;
  /** Adds a message on a line of the input whose parent is missing. */
  missingParent(parent: string, line: number): void;
}

/** The bytes around a record: `[first, next)`, with its content from `start` to `end`. */
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

/** Counts what was read of an input, and what was not. */
export interface ReadingTally {
  /** Tool results and calls that were read, side copies not counted. */
  readonly observations: number;
  readonly calls: number;
  /** Tool results that the format does not read: copied as they are. */
  readonly unreadResults: number;
  /** Records that the format does not know, by what they say that they are. */
  readonly unreadRecords: Readonly<Record<string, number>>;
  /** Messages that name a parent which is not in the input. */
  readonly missingParents: number;
}

/** Counts of an input. */
export interface Tally extends ReadingTally {
  readonly bytes: number;
  /** Records that are no messages of the format: copied as they are. */
  readonly otherRecords: number;
  /** Lines that are not JSON: copied as they are. */
  readonly badLines: number;
  /** Records with bytes that are not UTF-8: kept as they are. */
  readonly invalidUtf8Records: number;
}
