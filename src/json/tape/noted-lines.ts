/**
 * Results of lines that form one conversation, noted as their lines are read: see
 * kernel/assembly/rows/line-notes.ts.
 */
import type { TextFinder } from "./masked-rows.ts";

export const NOTE_STRIDE = 8;

/**
 * The integers of a note. `start` is relative to the base of its chunk; `number` is the result's in the
 * window's unit. `about` has the index in `ROW_REASONS` of why it stays, 0 if it is masked outside the
 * window, and flags. `written` is the length of the placeholder in bytes, 0 if its only field is the length;
 * `gain` is in chars.
 */
export const NOTE = {
  chars: 0,
  number: 1,
  start: 2,
  length: 3,
  about: 4,
  toolTurn: 5,
  written: 6,
  gain: 7,
} as const;

/** The index of the reason. */
export const NOTE_REASON = 0xff;
/** The line is ASCII. */
export const ASCII_LINE = 0x100;
/** The digest of the text follows the placeholder. */
export const HAS_DIGEST = 0x400;
/** The result is masked, which is known once all lines are read. */
export const NOTED_MASKED = 0x800;
/** The placeholder is stored elsewhere. */
export const BY_HAND = 0x1000;

export const NOTE_START_STRIDE = 6;

/**
 * The counts before a message that starts a turn; `count` is that of results, chars are those of the lines read with
 * it.
 */
export const NOTE_START = {
  chars: 0,
  toolTurns: 1,
  spoken: 2,
  messages: 3,
  callMessages: 4,
  count: 5,
} as const;

export const DIGEST_BYTES = 32;

/** The kernel's room for notes, and for bytes of placeholders, at a time. */
export const MOST_NOTES = 4096;
export const MOST_WRITTEN = 1024 * 1024;

/** The base for offsets in lines at an offset of the input: `wanted`, unless that is too far away. */
export function baseFor(offset: number, wanted: number | undefined): number {
  return wanted !== undefined && offset - wanted < MOST_AWAY ? wanted : offset;
}

/** Offsets are integers of 32 bits. */
const MOST_AWAY = 2 ** 29;

/** Notes of consecutive results, and their placeholders; offsets are relative to `base`. */
export interface NoteChunk {
  readonly base: number;
  notes: Int32Array;
  count: number;
  written: Buffer;
  writtenBytes: number;
}

/** Lines of a conversation that were read, and the notes of their results; valid until the next are read. */
export interface NotedLines {
  readonly count: number;
  /** `NOTE_STRIDE` integers for each result. */
  readonly notes: Int32Array;
  readonly results: number;
  /** The placeholders. */
  readonly written: Buffer;
  /** The chars of everything in them that the model sees. */
  readonly chars: number;
  /** `NOTE_START_STRIDE` integers for each turn that starts in them, or with the next line if that was read as well. */
  readonly starts: Int32Array;
  readonly startCount: number;
  /** If no result came before them: whether one of them may be a tool's answer in a text. */
  readonly mayAnswer: boolean;
  /** As in `MaskedRows`. */
  readonly next: number;
  readonly scanned: number;
}

/** The bits below the bytes of a placeholder before its ref, for which there is room in it; 0 if there is none. */
export const NOTED_REF_BITS = 16;

export const NOTE_EDIT_STRIDE = 6;

/**
 * The integers of an edit: `bytes[start, end)` became `bytes[out, out + length)`; the note's `about`; the
 * offset of the digest.
 */
export const NOTE_EDIT = { start: 0, end: 1, out: 2, length: 3, about: 4, digest: 5 } as const;

/** A part of an input, written with its placeholders; valid until the next call. */
export interface SplicedPart {
  readonly bytes: Buffer;
  readonly textOf: TextFinder;
  /** The input up to `at` has become `bytes[out, outEnd)`. */
  at: number;
  readonly out: number;
  outEnd: number;
  /** The number of the chunk's notes that are done. */
  notes: number;
  /** `NOTE_EDIT_STRIDE` integers for each edit. */
  readonly edits: Int32Array;
  editCount: number;
}

/** Masks the results of notes. */
export interface NoteMasker {
  /** Marks the results of a chunk that are masked, and adds to the sums: the integers of `ROW`. */
  mask(chunk: NoteChunk, limit: number, sums: Float64Array): void;
  /** Whether a masked result followed one of a later tool turn: then `ROW.maskedTurns` is too large. */
  readonly areMixed: boolean;
  /** Starts to count the turns of a conversation. */
  begin(): void;
  /** The buffer for bytes of the input. */
  readonly room: Buffer;
  /** Opens the notes of a chunk. */
  open(chunk: NoteChunk): void;
  /**
   * Writes `count` bytes of the buffer, which begin at `offset` of the input, with the open chunk's
   * placeholders from note `from` on. Stops before a text that is incomplete, if complete ones are wanted;
   * before one whose placeholder is stored elsewhere; and after the chunk's last text, unless the chunk is
   * the last.
   */
  splice(part: PartToSplice): SplicedPart;
  /** Skips the next note. */
  skip(): void;
}

interface PartToSplice {
  readonly offset: number;
  readonly count: number;
  readonly areWhole: boolean;
  readonly isLast: boolean;
}
