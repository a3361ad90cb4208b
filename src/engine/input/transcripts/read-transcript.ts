import type { Format } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Findings } from "../../../transcript/columns/found-messages.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";

/** A transcript read from an input, and access to its bytes. Valid until the next is read. */
export interface ReadTranscript {
  /** The name of its format. */
  readonly format: string;
  /** The format of that name. */
  readonly reader: Format;
  /** The line of the input that it starts on, from 1. */
  readonly line: number;
  /** The tool results in its record, or in all lines of the input, that its format does not read. */
  readonly unreadResults: number;
  /** The line of a part in the input, from 1. */
  lineOf(part: Part): number;
  /** The line of the input that an offset in the bytes of a record's tree is on, from 1. */
  lineAt(record: number, offset: number): number;
  readonly transcript: Transcript;
  readonly placed: PlacedTranscript;
  /**
   * The messages that it and the other transcripts of its record or input were arranged from. Undefined if file
   * order is conversation order.
   */
  readonly findings: Findings | undefined;
  readonly open: OpenRecordAt;
  /** The times of records, if they were noted while these were read. */
  readonly times?: { of(record: number): number | undefined } | undefined;
  /**
   * The context before each recorded compaction, oldest first, then the present one.
   */
  contexts(): readonly Context[];
}

/** The messages that a model saw between two compactions. */
export interface Context {
  readonly transcript: Transcript;
  readonly placed: PlacedTranscript;
  /** The line of a part in the input, from 1. */
  lineOf(part: Part): number;
  /** Whether a message came after the compaction that the context begins with. */
  isNew(message: number): boolean;
}

/** An open record: its tree, its parts, and the distance of its offsets from those of the input. */
export interface OpenRecord {
  readonly tree: TapeTree;
  readonly parts: RecordParts;
  readonly shift: number;
  /** The start of its line or document in the tree's bytes. */
  readonly textStart: number;
}

/** Opens a record of the input; valid until the next is opened. */
export type OpenRecordAt = (record: number) => OpenRecord;
