import type { Format } from "../../formats/format.ts";
import type { RecordParts } from "../../formats/shared/record-parts.ts";
import type { KernelRows } from "../../json/kernel/kernel-rows.ts";
import type { FirstOfSession, KernelSessions } from "../../json/kernel/kernel-sessions.ts";
import type { MaskedRows, RowPolicy } from "../../json/tape/masked-rows.ts";
import type { NotedLines, NoteMasker } from "../../json/tape/noted-lines.ts";
import type { SessionBatch } from "../../json/tape/session-words.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Line } from "./line-frame.ts";
import type { ConversationAbout, TextPlace } from "./reading.ts";
import type { TranscriptSource } from "./transcript-source.ts";

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
  /** Ends with the lines; false where there was no message or no result, or they are not plain together. */
  finish(): boolean;
}

/** Rows that the kernel read: of one format, on lines from `line` on. */
export interface RowPiece {
  readonly kind: "rows";
  readonly batch: MaskedRows;
  readonly format: Format;
  readonly line: number;
}

/** Masks the tool results of rows that are like one before: see engine/plain. */
export interface RowColumns {
  readonly policy: RowPolicy;
  /** The format of the rows that were learned. */
  readonly learned: Format | undefined;
  /** The next rows that are read begin on a line. */
  begin?(line: number): void;
  /** Learns a row, whose format its own keys tell. */
  learn(tree: TapeTree, about: LearnedRow): void;
}

/** The format that a row's own keys tell, of any row with these, or only of those that have results. */
export interface LearnedRow {
  readonly format: Format;
  readonly hasResults: boolean;
}

/**
 * A part of an input (`columns` only if they were asked for): a text without conversations, a record with some, or all lines of an input that
 * are transcripts together. The pieces of an input are, in order, all of its bytes.
 */
export type InputPiece =
  | { readonly kind: "other"; readonly text: TextPlace }
  | RecordPiece
  | RowPiece
  | { readonly kind: "lines"; readonly source: TranscriptSource; readonly text: TextPlace }
  | { readonly kind: "columns"; readonly by: "kernel" | "format"; readonly text: TextPlace };

/** A record with conversations: one, or those that are its items, of which each holds until the next. */
export interface RecordPiece {
  readonly kind: "record";
  readonly tree: TapeTree;
  readonly text: TextPlace;
  readonly conversations: Iterable<ConversationRecord>;
}

/** Lines that the kernel read, and where in the input the places of their results count from. */
export interface NotedAt {
  readonly lines: NotedLines;
  readonly base: number;
}

/** Results before lines, and where in the input their places may count from. */
export interface NotedBefore {
  readonly earlier: number;
  readonly base: number | undefined;
}

/** Lines of a session that the kernel read, and where the first begins in the input. */
export interface SessionAt {
  readonly batch: SessionBatch;
  readonly offset: number;
  /** Of all of the lines. */
  readonly bytes: number;
}

/** The number of the first part of lines, and of the model that was named before them. */
export type SessionFirst = Omit<FirstOfSession, "record">;

/** Gives lines of a session that the kernel reads. */
export interface SessionSource {
  nextSession?(first: SessionFirst): SessionAt | undefined;
}

/** The kernel of an input, and the tree over its tape. */
export interface SessionKernel {
  readonly sessions: KernelSessions;
  readonly rows: KernelRows;
  readonly notes: NoteMasker;
  readonly tree: TapeTree;
  /** Whether the format was asked for by name. */
  readonly isAsked: boolean;
}

/** The counts of lines that were taken; `isPlain` is false where the lines together no longer are, `end` bytes on. */
export interface SessionCounts extends Pick<SessionBatch, "messages" | "results" | "calls"> {
  readonly isPlain: boolean;
  readonly end: number;
}

/** Gives lines of a conversation that the kernel reads together. */
export interface NotedLineSource {
  /** Lines given so far. */
  readonly lines: number;
  /**
   * Those that are there whole and plain, of a conversation with results before them; undefined where the next is not.
   */
  nextLines?(policy: RowPolicy, before: NotedBefore): NotedAt | undefined;
}

/** Takes the lines of an input that are one transcript together, if they are plain enough: see engine/plain. */
export interface LineColumns {
  /** Begins with the lines of a format; false where its messages are not known as columns. */
  begin(format: Format): boolean;
  /** Takes the next lines that are there, up to one that is not plain or that has to be scanned first. */
  takeLines(lines: NotedLineSource): void;
  /** Takes the next line that is a record; false where it is not plain. */
  add(line: Line, tree: TapeTree): boolean;
  /** Results and calls so far. */
  readonly counts: { readonly results: number; readonly calls: number };
}

/**
 * A record that holds whole conversations: the row on a line, the document that the input is, or an item of either that
 * is a list.
 */
export interface ConversationRecord {
  readonly tree: TapeTree;
  readonly about: ConversationAbout;
  /**
   * Reads its transcripts, by another format if the one that claims the record does not read its tool
   * results. Undefined if no format does: then the record is left as it is, and counted.
   */
  read(): TranscriptSource | undefined;
}
