import type { PartHead } from "./heads.ts";
import type { Role } from "./message.ts";
import type { Sequence } from "./sequence.ts";

/** Something between messages: a word of the format's own, and what it is about. `I` is the type of ids. */
export interface Mark<I = string> {
  readonly mark: string;
  readonly id?: I | undefined;
  readonly parent?: I | undefined;
  readonly thread?: string | undefined;
}

/** The word of a mark for a line that cannot be read. */
export const TORN = "torn";

/** A message as it was found, before it has a position in a transcript. */
export interface FoundMessage {
  /** Its number among all messages and marks, in file order. */
  readonly index: number;
  readonly mark?: undefined;
  readonly role: Role;
  readonly id?: string | undefined;
  /** Whether it has an id, where that is known before the id is a text. */
  readonly hasId?: boolean;
  readonly parent?: string | undefined;
  /** The index of what has the parent's id; undefined where nothing has it. */
  readonly parentIndex: number | undefined;
  readonly thread?: string | undefined;
  readonly reply?: string | undefined;
  readonly parts: readonly PartHead[];
}

/** A mark as it was found. */
export interface FoundMark extends Mark {
  readonly index: number;
  readonly hasId?: boolean;
  readonly parentIndex: number | undefined;
}

export type Found = FoundMessage | FoundMark;

/** One transcript: which messages, in which order. */
export interface Arrangement {
  /** Found messages by their index, in conversation order; those that no longer count come first. */
  readonly messages: Sequence<number>;
  /** How many of them no longer reach the model: rewound branches, what a compaction left behind. */
  readonly dead?: number;
  /** Set where nothing is ever dropped from it: what it is, in words for the report. */
  readonly undroppable?: string | undefined;
  /** For a message, earlier copies of it that the model sees or that count as the same. */
  readonly again?: ReadonlyMap<number, readonly number[]>;
}

/**
 * From everything found in a file, in file order, the transcripts that it holds. Pure. What is found may
 * be made anew each time it is looked at: only numbers are to be kept of files with many messages.
 */
export type Arrange = (found: Sequence<Found>) => readonly Arrangement[];
