import type { PartHead } from "./heads.ts";
import type { Role } from "./message.ts";
import type { Sequence } from "./sequence.ts";

/** Something between messages: a word of the format's own, and its ids. `I` is the type of ids. */
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
  /** Whether it has an id; may be known without decoding the id. */
  readonly hasId?: boolean;
  readonly parent?: string | undefined;
  /** The index of the parent; undefined if it is missing. */
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
  /** Found messages by their index, in conversation order; dead ones come first. */
  readonly messages: Sequence<number>;
  /** How many of them no longer reach the model: rewound branches, and messages before a compaction. */
  readonly dead?: number;
  /** Set if nothing may be dropped from it: the reason, in words for the report. */
  readonly undroppable?: string | undefined;
  /** For a message, its earlier copies that the model sees or that count as the same message. */
  readonly again?: ReadonlyMap<number, readonly number[]>;
}

/**
 * Arranges everything found in a file, in file order, into its transcripts. Pure. Each item may be a new object at
 * every read: for files with many messages, keep only numbers.
 */
export type Arrange = (found: Sequence<Found>) => readonly Arrangement[];

/**
 * Arranges everything before each of these indices, in one go: those of marks of one thread, ascending. Dead messages
 * before the previous index may be left out, and so may other threads.
 */
export type ArrangeBefore = (
  found: Sequence<Found>,
  ends: readonly number[],
) => Iterable<readonly Arrangement[]>;
