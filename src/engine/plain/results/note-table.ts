import type { Splice } from "../../../json/splice/splice.ts";
import { ROW_REASONS } from "../../../json/tape/masked-rows.ts";
import {
  BY_HAND,
  DIGEST_BYTES,
  HAS_DIGEST,
  MOST_NOTES,
  MOST_WRITTEN,
  NOTE,
  NOTE_STRIDE,
  NOTED_MASKED,
  type NoteChunk,
  type NotedLines,
} from "../../../json/tape/noted-lines.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import type { ReasonName } from "../../../reduce/pipeline/reasons.ts";
import type { AboutResult, DecisionTable, PlannedEdit } from "./decision-table.ts";

/**
 * The results of a conversation as notes: 32 bytes each, plus the bytes of the placeholder. The kernel writes
 * those of the lines that it reads; results decided elsewhere are added between them.
 */
export class NoteTable implements DecisionTable {
  readonly chunks: NoteChunk[] = [];
  /** Placeholders too long to be stored with the others, by the number of their result. */
  readonly byHand = new Map<number, string>();
  count = 0;
  private readonly areNumbered: boolean;

  /** `areNumbered`: results are numbered from 1, because no column has their number in the window's unit. */
  constructor({ areNumbered }: { readonly areNumbered: boolean }) {
    this.areNumbered = areNumbered;
  }

  /** The base that offsets in the latest chunk are relative to. */
  get base(): number | undefined {
    return this.chunks.at(-1)?.base;
  }

  /** Adds the results of lines that the kernel read, whose offsets are relative to `base`. */
  take({ notes, results, written }: NotesTaken, base: number): void {
    if (results === 0) return;
    const chunk = this.chunk({ base, notes: results, bytes: written.length });
    chunk.notes.set(notes.subarray(0, results * NOTE_STRIDE), chunk.count * NOTE_STRIDE);
    chunk.count += results;
    chunk.written.set(written, chunk.writtenBytes);
    chunk.writtenBytes += written.length;
    this.count += results;
  }

  keep(about: AboutResult, reason: ReasonName): void {
    this.add(about, reason, { bytes: 0, start: undefined });
  }

  edit(about: AboutResult, planned: PlannedEdit, minGain: number): void {
    const { start, end, written, keeper } = planned;
    const gain = about.chars - written.chars;
    const savedBytes = end - start - written.bytes;
    const worth = notWorth(gain, savedBytes, minGain);
    if (worth !== undefined) {
      this.keep(about, keeper ?? worth);
      return;
    }
    const isLong = written.bytes > MOST_TOGETHER;
    const digest = isLong ? undefined : planned.digest;
    if (isLong) this.byHand.set(this.count, written.json);
    const length = isLong ? 0 : written.bytes;
    const bytes = length + (digest === undefined ? 0 : DIGEST_BYTES);
    const { chunk, note } = this.add(about, keeper ?? "window", { bytes, start });
    const { notes } = chunk;
    notes[note + NOTE.length] = end - start;
    notes[note + NOTE.written] = length;
    notes[note + NOTE.gain] = gain;
    let flags = 0;
    if (isLong) flags |= BY_HAND;
    else chunk.written.write(written.json, chunk.writtenBytes, "utf8");
    if (digest !== undefined) {
      flags |= HAS_DIGEST;
      chunk.written.write(digest, chunk.writtenBytes + length, "hex");
    }
    notes[note + NOTE.about] = (notes[note + NOTE.about] ?? 0) | flags;
    chunk.writtenBytes += bytes;
  }

  /** Adds a masked result, by its splice. */
  replace({ start, end, text, digest }: Splice): void {
    const written = { chars: 0, json: text, bytes: Buffer.byteLength(text) };
    this.edit(NO_NUMBERS, { start, end, written, digest }, 0);
    const { notes, count } = this.chunks.at(-1) as NoteChunk;
    const about = (count - 1) * NOTE_STRIDE + NOTE.about;
    notes[about] = (notes[about] ?? 0) | NOTED_MASKED;
  }

  /** The chars of a result. */
  charsOf(result: number): number {
    let first = this.count;
    for (let c = this.chunks.length - 1; c >= 0; c--) {
      const { notes, count } = this.chunks[c] as NoteChunk;
      first -= count;
      if (result >= first) return notes[(result - first) * NOTE_STRIDE + NOTE.chars] ?? 0;
    }
    return 0;
  }

  /** An integer of every result. */
  column(place: number): Int32Array {
    const column = new Int32Array(this.count);
    let result = 0;
    for (const { notes, count } of this.chunks)
      for (let k = 0; k < count; k++) column[result++] = notes[k * NOTE_STRIDE + place] ?? 0;
    return column;
  }

  /** Keeps results for now that would be masked outside the window: 1 at their numbers. */
  keepWaiting(waits: Uint8Array): void {
    let result = 0;
    for (const { notes, count } of this.chunks)
      for (let about = NOTE.about; about < count * NOTE_STRIDE; about += NOTE_STRIDE)
        if (waits[result++] === 1) notes[about] = (notes[about] ?? 0) | WAITS;
  }

  private add(
    { chars, number, toolTurn }: AboutResult,
    reason: ReasonName,
    { bytes, start }: { readonly bytes: number; readonly start: number | undefined },
  ): { readonly chunk: NoteChunk; readonly note: number } {
    const base = this.base ?? 0;
    const isFar = start !== undefined && (start < base || start - base > FARTHEST);
    const chunk = this.chunk({ base: isFar ? start : base, notes: 1, bytes });
    const note = chunk.count++ * NOTE_STRIDE;
    const { notes } = chunk;
    this.count++;
    notes[note + NOTE.chars] = chars;
    notes[note + NOTE.number] = this.areNumbered ? this.count : number;
    notes[note + NOTE.start] = start === undefined ? 0 : start - chunk.base;
    notes[note + NOTE.about] = Math.max(0, REASONS.indexOf(reason));
    notes[note + NOTE.toolTurn] = toolTurn;
    return { chunk, note };
  }

  /** The latest chunk, if it has the same base and enough room; else a new one. */
  private chunk(wanted: { base: number; notes: number; bytes: number }): NoteChunk {
    const latest = this.chunks.at(-1);
    const isRoomy =
      latest?.base === wanted.base &&
      latest.count + wanted.notes <= MOST_NOTES &&
      latest.writtenBytes + wanted.bytes <= MOST_WRITTEN;
    if (isRoomy) {
      grow(latest, wanted);
      return latest;
    }
    if (latest !== undefined) trim(latest);
    const chunk: NoteChunk = {
      base: wanted.base,
      notes: new Int32Array(wanted.notes * NOTE_STRIDE),
      count: 0,
      written: Buffer.alloc(wanted.bytes),
      writtenBytes: 0,
    };
    this.chunks.push(chunk);
    return chunk;
  }
}

/** Grows the arrays of a chunk. */
function grow(chunk: NoteChunk, more: { readonly notes: number; readonly bytes: number }): void {
  const notes = (chunk.count + more.notes) * NOTE_STRIDE;
  if (notes > chunk.notes.length) {
    const larger = new Int32Array(Math.min(2 * notes, MOST_NOTES * NOTE_STRIDE));
    larger.set(chunk.notes);
    chunk.notes = larger;
  }
  const bytes = chunk.writtenBytes + more.bytes;
  if (bytes > chunk.written.length) {
    const larger = Buffer.allocUnsafeSlow(Math.min(2 * bytes, MOST_WRITTEN));
    chunk.written.copy(larger);
    chunk.written = larger;
  }
}

/** Frees the unused room of a chunk. */
function trim(chunk: NoteChunk): void {
  if (chunk.notes.length > 2 * chunk.count * NOTE_STRIDE)
    chunk.notes = chunk.notes.slice(0, chunk.count * NOTE_STRIDE);
  if (chunk.written.length > chunk.writtenBytes + SPARED)
    chunk.written = Buffer.from(chunk.written.subarray(0, chunk.writtenBytes));
}

type NotesTaken = Pick<NotedLines, "notes" | "results" | "written">;

const NO_NUMBERS = { chars: 0, number: 0, toolTurn: 0 };

const REASONS = ROW_REASONS as readonly ReasonName[];
const WAITS = REASONS.indexOf("pressure");

/** The longest placeholder, in bytes, that is stored with the others. */
const MOST_TOGETHER = 8 * 1024;

/** Offsets are integers of 32 bits. */
const FARTHEST = 2 ** 30;

const SPARED = 16 * 1024;
