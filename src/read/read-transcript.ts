import type { Format } from "../formats/format.ts";
import type { FormatName } from "../formats/index.ts";
import type { RecordParts } from "../formats/record-parts.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import type { Findings } from "../transcript/findings.ts";
import type { Part } from "../transcript/message.ts";
import type { PlacedTranscript } from "../transcript/placed.ts";
import type { Transcript } from "../transcript/transcript.ts";

/**
 * A transcript as it was read from an input, and the way back to all that stands there. Valid until
 * the next is read.
 */
export interface ReadTranscript {
  readonly format: FormatName;
  /** What `format` names. */
  readonly reader: Format;
  /** The line of the input that it starts on, from 1. */
  readonly line: number;
  /** The line of the input that a part stands on, from 1. */
  lineOf(part: Part): number;
  /** The line of the input that an offset in the bytes of a record's tree is on, from 1. */
  lineAt(record: number, offset: number): number;
  readonly transcript: Transcript;
  readonly placed: PlacedTranscript;
  /**
   * What it was arranged from, with what the other transcripts of its record or input were: one for
   * all. None where file order is conversation order.
   */
  readonly findings: Findings | undefined;
  readonly open: OpenRecordAt;
  /**
   * What the model saw before each compaction that is on record, oldest first, then what it sees now.
   */
  contexts(): readonly Context[];
}

/** What a model saw, from one compaction to the next. */
export interface Context {
  readonly transcript: Transcript;
  /** The line of the input that a part of it stands on, from 1. */
  lineOf(part: Part): number;
  /** Whether a message came after the compaction that the context begins with. */
  isNew(message: number): boolean;
}

/** A record at hand: its tree, its parts, and how far its offsets are from those of the input. */
export interface OpenRecord {
  readonly tree: TapeTree;
  readonly parts: RecordParts;
  readonly shift: number;
  /** Where the text that it stands in, a line or a document, begins in the tree's bytes. */
  readonly textStart: number;
}

/** Opens a record of the input; valid until the next is opened. */
export type OpenRecordAt = (record: number) => OpenRecord;
