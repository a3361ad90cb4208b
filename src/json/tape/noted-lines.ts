/** Results of lines that are one conversation, noted as their lines are read: see kernel/assembly/line-notes.ts. */

export const NOTE_STRIDE = 8;

/**
 * The integers of a note: where a result's text begins counts from the base of its chunk, and `number` is the result's in
 * the window's unit. `about` has the place in `ROW_REASONS` of why it stays, 0 where it is masked outside the window,
 * and flags. `written` are the bytes of the placeholder, 0 where that says no more than the length; `gain` is in chars.
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

/** The line is ASCII. */
export const ASCII_LINE = 0x100;
/** The digest of the text follows the placeholder. */
export const HAS_DIGEST = 0x400;
/** The result is masked, which is known when all lines are. */
export const NOTED_MASKED = 0x800;
/** The placeholder is not among the others. */
export const BY_HAND = 0x1000;

export const DIGEST_BYTES = 32;

/** Notes, and bytes of placeholders, that the kernel has room for together. */
export const MOST_NOTES = 4096;
export const MOST_WRITTEN = 1024 * 1024;

/** Where places may count from in lines at an offset of the input: from `wanted`, unless that is too far away. */
export function baseFor(offset: number, wanted: number | undefined): number {
  return wanted !== undefined && offset - wanted < MOST_AWAY ? wanted : offset;
}

/** Places are integers of 32 bits. */
const MOST_AWAY = 2 ** 29;

/** Notes of results one after another, and their placeholders one after another; places count from `base`. */
export interface NoteChunk {
  readonly base: number;
  notes: Int32Array;
  count: number;
  written: Buffer;
  writtenBytes: number;
}

/** Lines of a conversation that were read, and what can be said of their results; until the next are read. */
export interface NotedLines {
  readonly count: number;
  /** `NOTE_STRIDE` integers for each result. */
  readonly notes: Int32Array;
  readonly results: number;
  /** The placeholders. */
  readonly written: Buffer;
  /** The chars of all that the model sees of them. */
  readonly chars: number;
  /** As of `MaskedRows`. */
  readonly next: number;
  readonly scanned: number;
}

export const NOTE_EDIT_STRIDE = 6;

/** The integers of an edit: `bytes[start, end)` became `bytes[out, out + length)`; what the note says; the digest. */
export const NOTE_EDIT = { start: 0, end: 1, out: 2, length: 3, about: 4, digest: 5 } as const;

/** A part of an input that was put out with its placeholders, until the next. */
export interface SplicedPart {
  readonly bytes: Buffer;
  /** The input up to `at` is `bytes[out, outEnd)` now. */
  at: number;
  readonly out: number;
  outEnd: number;
  /** Notes of the chunk that were dealt with. */
  notes: number;
  /** `NOTE_EDIT_STRIDE` integers for each edit. */
  readonly edits: Int32Array;
  editCount: number;
}

/** Masks the results that notes are of. */
export interface NoteMasker {
  /** Marks the results of a chunk that are masked, and adds its account: the integers of `ROW`. */
  mask(chunk: NoteChunk, limit: number, sums: Float64Array): void;
  /** Whether a masked result came after one of a later tool turn: then `ROW.maskedTurns` is too large. */
  readonly areMixed: boolean;
  /** Begins to count the turns of a conversation. */
  begin(): void;
  /** Where bytes of the input are put. */
  readonly room: Buffer;
  /** Begins with the notes of a chunk. */
  open(chunk: NoteChunk): void;
  /**
   * Puts out `count` bytes of the room, which are at `offset` of the input, by the open chunk's notes from `from` on.
   * Stops before a text that is not there whole where that is wanted, or whose placeholder is elsewhere; unless the
   * chunk is the last also after its last text.
   */
  splice(part: PartToSplice): SplicedPart;
  /** Passes over the next note. */
  skip(): void;
}

interface PartToSplice {
  readonly offset: number;
  readonly count: number;
  readonly areWhole: boolean;
  readonly isLast: boolean;
}
