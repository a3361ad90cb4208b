import type { Format } from "../../formats/format.ts";
import type { RecordParts } from "../../formats/shared/record-parts.ts";
import type { MaskedRows, PairCounts, RowPolicy } from "../../json/tape/masked-rows.ts";
import type { SessionBatch } from "../../json/tape/session-words.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { NotedLineSource, SessionKernel, SessionSource } from "./lines/kernel-lines.ts";
import type { Line } from "./lines/line.ts";

/** Masks the tool results of rows that are like one before: see engine/plain. */
export interface RowColumns {
  readonly policy: RowPolicy;
  /** The format of the rows that were learned. */
  readonly learned: Format | undefined;
  /** The next rows that are read begin on a line. */
  begin?(line: number): void;
  /**
   * The counts of the row at which the last batch ended, if the kernel read it completely and it is of the learned
   * format; undefined if not.
   */
  readonly left?: PairCounts | undefined;
  /** Whether the kernel reads a long conversation that a format claims, and tool results in it, and nothing is left. */
  reads?(tree: TapeTree, format: Format): boolean;
  /** Reads the items of a list from one on, before another, like rows, up to one that is unlike those learned. */
  items?(tree: TapeTree, first: Node, stop: Node): MaskedRows | undefined;
  /** Learns a row, whose format its own keys tell. */
  learn(tree: TapeTree, about: LearnedRow): void;
}

/** The format that a row's own keys tell, of any row with these, or only of those that have results. */
export interface LearnedRow {
  readonly format: Format;
  readonly hasResults: boolean;
  /** Tells whether a row with these keys is of it; undefined if each is. */
  readonly isOf: ((row: TapeTree) => boolean) | undefined;
  /** Whether that is to be asked of each, and not only of those without results. */
  readonly isAsked: boolean;
}

/** Takes the lines of an input that are one transcript together, if they are plain enough: see engine/plain. */
export interface LineColumns {
  /**
   * Begins with the lines of a format, or with the messages of a record; false where they are not known as columns, or
   * others were begun.
   */
  begin(format: Format, record?: ShownRecord): boolean;
  /** Takes the next lines that are there, up to one that is not plain or that has to be scanned first. */
  takeLines(lines: NotedLineSource): void;
  /** Takes the next line that is a record; false where it is not plain. */
  add(line: Line, tree: TapeTree): boolean;
  /** Ends with the lines; false where the budget asks for more than masking. */
  finish(): boolean;
  /** Results and calls so far. */
  readonly counts: PairCounts;
  /** Whether each line so far holds nothing that the format does not know. */
  readonly areClosed: boolean;
  /** Whether the lines so far certainly hold no result, in no text either. */
  readonly areWithoutResults: boolean;
}

/** A record, and the same with fewer items of an array in it. */
export interface ShownRecord {
  readonly tree: TapeTree;
  /** Valid until the first item is taken. */
  readonly shown: TapeTree;
  readonly list: Node;
}

/** Takes the lines of messages, read by their format or by the kernel. */
export interface LineParts {
  /** Begins with a format; the kernel may read lines where `sessions` says what reads them. */
  begin(format: Format, sessions?: SessionKernel): boolean;
  /** Takes the next lines that the kernel reads; undefined where it reads none. */
  takeSession(lines: SessionSource): SessionCounts | undefined;
  /** Reads the next line that is a message: what was found in it; undefined where it is not plain. */
  read(line: Line, tree: TapeTree): RecordParts | undefined;
  /** After a line that was not plain: whether the lines so far may be, read from the first on in another way. */
  beginAgain(): boolean;
  /** Notes a line that is not JSON, a record by its number; false where nothing can be said of the others then. */
  torn(record: number): boolean;
  /** The messages that name a parent which no line has: its id, and the number of their line. */
  parentless(): Iterable<{ readonly parent: string; readonly line: number }>;
  /**
   * Ends with the lines; false where there was no message, they are not plain together, or the budget asks for more
   * than masking.
   */
  finish(): boolean;
}

/** The counts of lines that were taken; `isPlain` is false where the lines together no longer are, `end` bytes on. */
export interface SessionCounts
  extends Pick<SessionBatch, "messages" | "results" | "calls" | "hollow" | "mayAnswer"> {
  readonly isPlain: boolean;
  readonly end: number;
}
