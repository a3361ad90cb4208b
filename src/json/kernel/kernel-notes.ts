import { ROW_STRIDE, type TextFinder } from "../tape/masked-rows.ts";
import {
  MOST_NOTES,
  NOTE_STRIDE,
  type NoteChunk,
  type NotedLines,
  type NoteMasker,
  type SplicedPart,
} from "../tape/noted-lines.ts";
import type { KernelChat } from "./kernel-chat.ts";
import type { KernelRows } from "./kernel-rows.ts";
import { EDITS, OUT, ROW_BYTES, ROWS, TURN_BYTES, TURNS } from "./row-places.ts";

/** The exports of line-notes.ts and note-splices.ts. */
export interface NoteExports {
  readLines(
    start: number,
    end: number,
    tokens: number,
    tokensEnd: number,
    into: number,
    from: number,
    earlier: number,
    base: number,
  ): number;
  readonly linesNext: { readonly value: number };
  readonly linesScan: { readonly value: number };
  readonly linesResults: { readonly value: number };
  readonly linesTurns: { readonly value: number };
  readonly linesMayAnswer: { readonly value: number };
  readonly linesChars: { readonly value: number };
  readonly linesWritten: { readonly value: number };
  readonly lineLeft: { readonly value: number };
  readonly lineResults: { readonly value: number };
  beginNotes(): void;
  maskNotes(notes: number, count: number, limit: number, into: number): void;
  readonly notesAreMixed: { readonly value: number };
  spliceNotes(
    start: number,
    end: number,
    notes: number,
    count: number,
    base: number,
    written: number,
    out: number,
    edits: number,
    isWhole: number,
    isLast: number,
  ): number;
  readonly notesAt: { readonly value: number };
  readonly notesDone: { readonly value: number };
  readonly notesWritten: { readonly value: number };
  readonly notesEdits: { readonly value: number };
}

/** The line after the lines read was not read, as in line-notes.ts. */
const NO_LINE_LEFT = -2;

// The addresses of notes, their sums, the output, and placeholders; edits are where those of rows are.
const SUMS = ROWS + MOST_NOTES * NOTE_STRIDE * 4;
const WRITTEN = OUT + 1024 * 1024;

/** The part of the kernel that reads lines which form one conversation, and masks their results. */
export class KernelNotes implements NoteMasker {
  readonly room: Buffer;
  isReading = false;
  private readonly exports: NoteExports;
  private readonly chat: KernelChat;
  private readonly rows: Pick<KernelRows, "answer">;
  private readonly at: NotePlaces;
  private readonly bytes: Buffer;
  private readonly notes: Int32Array;
  private readonly sums: Int32Array;
  private readonly starts: Int32Array;
  private readonly part: SplicedPart;
  /** The state of the open chunk: the base of its offsets, the notes done, and the bytes of their placeholders. */
  private readonly opened = { base: 0, count: 0, done: 0, written: 0 };

  constructor(
    exports: NoteExports,
    bytes: Buffer,
    about: { chat: KernelChat; rows: KernelRows; at: NotePlaces; textOf: TextFinder },
  ) {
    const { chat, rows, at, textOf } = about;
    this.exports = exports;
    this.bytes = bytes;
    this.chat = chat;
    this.rows = rows;
    this.at = at;
    this.room = bytes.subarray(at.window, at.windowEnd);
    const { start } = at;
    this.notes = new Int32Array(bytes.buffer, start + ROWS, MOST_NOTES * NOTE_STRIDE);
    this.sums = new Int32Array(bytes.buffer, start + SUMS, ROW_STRIDE);
    this.starts = new Int32Array(bytes.buffer, start + TURNS, TURN_BYTES / 4);
    const edits = new Int32Array(bytes.buffer, start + EDITS, (ROW_BYTES - EDITS) / 4);
    const out = start + OUT;
    this.part = { bytes, textOf, at: 0, out, outEnd: out, notes: 0, edits, editCount: 0 };
  }

  /** The result of scanning the current line. */
  get scanned(): number {
    return this.exports.linesScan.value;
  }

  /** Answers a question about result `k` of the current line. */
  answer(question: number, k: number): number {
    return this.rows.answer(question, k, this.exports.lineResults.value);
  }

  /** Reads the lines of the current conversation, up to the first that is not plain. */
  read({ start, end, earlier, base }: LinesAt): NotedLines {
    const { exports, at } = this;
    const { tape, tapeEnd, chat } = at;
    this.isReading = true;
    const count = exports.readLines(start, end, tape, tapeEnd, chat, at.start, earlier, base);
    this.isReading = false;
    if (exports.lineLeft.value !== NO_LINE_LEFT) this.chat.leaveLine(exports.lineLeft.value);
    const written = at.start + OUT;
    return {
      count,
      notes: this.notes,
      results: exports.linesResults.value,
      written: this.bytes.subarray(written, written + exports.linesWritten.value),
      next: exports.linesNext.value,
      scanned: exports.linesScan.value,
      chars: exports.linesChars.value,
      starts: this.starts,
      startCount: exports.linesTurns.value,
      mayAnswer: exports.linesMayAnswer.value !== 0,
    };
  }

  begin(): void {
    this.exports.beginNotes();
  }

  mask(chunk: NoteChunk, limit: number, sums: Float64Array): void {
    const { start } = this.at;
    const length = chunk.count * NOTE_STRIDE;
    this.notes.set(chunk.notes.subarray(0, length));
    this.sums.fill(0);
    this.exports.maskNotes(start + ROWS, chunk.count, limit, start + SUMS);
    chunk.notes.set(this.notes.subarray(0, length));
    for (const [k, sum] of this.sums.entries()) sums[k] = (sums[k] ?? 0) + sum;
  }

  get areMixed(): boolean {
    return this.exports.notesAreMixed.value !== 0;
  }

  open({ base, count, notes, written, writtenBytes }: NoteChunk): void {
    this.notes.set(notes.subarray(0, count * NOTE_STRIDE));
    written.copy(this.bytes, this.at.start + WRITTEN, 0, writtenBytes);
    Object.assign(this.opened, { base, count, done: 0, written: 0 });
  }

  splice({ offset, count, areWhole, isLast }: Parameters<NoteMasker["splice"]>[0]): SplicedPart {
    const { exports, opened, part, at } = this;
    const { start, window } = at;
    part.outEnd = exports.spliceNotes(
      window,
      window + count,
      start + ROWS + opened.done * NOTE_STRIDE * 4,
      opened.count - opened.done,
      window - (offset - opened.base),
      start + WRITTEN + opened.written,
      part.out,
      start + EDITS,
      areWhole ? 1 : 0,
      isLast ? 1 : 0,
    );
    opened.done += exports.notesDone.value;
    opened.written += exports.notesWritten.value;
    part.at = offset + exports.notesAt.value - window;
    part.notes = opened.done;
    part.editCount = exports.notesEdits.value;
    return part;
  }

  skip(): void {
    this.opened.done++;
  }
}

/**
 * Lines in `bytes[start, end)`: the number of results before them, and the address that offsets are relative
 * to.
 */
export interface LinesAt {
  readonly start: number;
  readonly end: number;
  readonly earlier: number;
  readonly base: number;
}

/** The layout of the memory: that of `KernelRows`, and the window. */
interface NotePlaces {
  readonly tape: number;
  readonly tapeEnd: number;
  readonly chat: number;
  readonly start: number;
  readonly window: number;
  readonly windowEnd: number;
}
