import { roomFor } from "./room-for.ts";

/** A value: a range of bytes, and its place in the dictionary of its chunk, if it is in it. */
export interface LeafValue {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/** The index of a value that no chunk had before. */
export const NEW_VALUE = -2;

/**
 * Entries of a leaf, row by row: levels, and the values of those that have one. Bytes are not copied. Arrays have room
 * for more than is in them: `entries`, `values` and `rows` count what is.
 */
export class LeafRows {
  repetitions = new Uint8Array(32);
  definitions = new Uint8Array(32);
  starts = new Int32Array(32);
  ends = new Int32Array(32);
  indexes = new Int32Array(32);
  /** Where the entries, and the values, of each row begin. */
  rowEntries = new Int32Array(4);
  rowValues = new Int32Array(4);
  entries = 0;
  values = 0;
  rows = 0;
  private sourceOf = new Int32Array(32);
  private readonly sources: Buffer[] = [];

  /** Forgets all rows; the room for them stays. */
  clear(): void {
    this.entries = 0;
    this.values = 0;
    this.rows = 0;
    this.sources.length = 0;
  }

  beginRow(): void {
    const row = this.rows++;
    if (row === this.rowEntries.length) {
      this.rowEntries = roomFor(this.rowEntries, row + 1);
      this.rowValues = roomFor(this.rowValues, row + 1);
    }
    this.rowEntries[row] = this.entries;
    this.rowValues[row] = this.values;
  }

  level(repetition: number, definition: number): void {
    const entry = this.entries++;
    if (entry === this.definitions.length) {
      this.repetitions = roomFor(this.repetitions, entry + 1);
      this.definitions = roomFor(this.definitions, entry + 1);
    }
    this.repetitions[entry] = repetition;
    this.definitions[entry] = definition;
  }

  value(bytes: Buffer, { start, end, index }: LeafValue): void {
    const k = this.values++;
    if (k === this.starts.length) {
      this.starts = roomFor(this.starts, k + 1);
      this.ends = roomFor(this.ends, k + 1);
      this.indexes = roomFor(this.indexes, k + 1);
      this.sourceOf = roomFor(this.sourceOf, k + 1);
    }
    this.starts[k] = start;
    this.ends[k] = end;
    this.indexes[k] = index;
    if (this.sources[this.sources.length - 1] !== bytes) this.sources.push(bytes);
    this.sourceOf[k] = this.sources.length - 1;
  }

  /** The bytes that a value is a range of. */
  source(k: number): Buffer {
    return this.sources[this.sourceOf[k] as number] as Buffer;
  }

  /** The end of a row's entries. */
  entriesEnd(row: number): number {
    return row + 1 < this.rows ? (this.rowEntries[row + 1] as number) : this.entries;
  }

  /** The end of a row's values. */
  valuesEnd(row: number): number {
    return row + 1 < this.rows ? (this.rowValues[row + 1] as number) : this.values;
  }

  /** Whether a row has the same entries as one of others. */
  isSameRow(row: number, others: LeafRows, other: number): boolean {
    const from = this.rowEntries[row] as number;
    const otherFrom = others.rowEntries[other] as number;
    const count = this.entriesEnd(row) - from;
    if (others.entriesEnd(other) - otherFrom !== count) return false;
    for (let k = 0; k < count; k++) {
      if (this.definitions[from + k] !== others.definitions[otherFrom + k]) return false;
      if (this.repetitions[from + k] !== others.repetitions[otherFrom + k]) return false;
    }
    const end = this.valuesEnd(row);
    let at = others.rowValues[other] as number;
    for (let k = this.rowValues[row] as number; k < end; k++)
      if (!this.isSameValue(k, others, at++)) return false;
    return true;
  }

  private isSameValue(k: number, others: LeafRows, other: number): boolean {
    const bytes = this.source(k);
    const before = others.source(other);
    const start = this.starts[k] as number;
    const end = this.ends[k] as number;
    const from = others.starts[other] as number;
    const to = others.ends[other] as number;
    if (bytes === before && start === from && end === to) return true;
    return end - start === to - from && bytes.compare(before, from, to, start, end) === 0;
  }
}
