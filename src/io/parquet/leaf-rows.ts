/** A value: a range of bytes, and its place in the dictionary of its chunk, if it is in it. */
export interface LeafValue {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/** The index of a value that no chunk had before. */
export const NEW_VALUE = -2;

/** Entries of a leaf, row by row: levels, and the values of those that have one. Bytes are not copied. */
export class LeafRows {
  readonly repetitions: number[] = [];
  readonly definitions: number[] = [];
  readonly buffers: Buffer[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly indexes: number[] = [];
  /** Where the entries, and the values, of each row begin. */
  readonly rowEntries: number[] = [];
  readonly rowValues: number[] = [];

  beginRow(): void {
    this.rowEntries.push(this.definitions.length);
    this.rowValues.push(this.starts.length);
  }

  level(repetition: number, definition: number): void {
    this.repetitions.push(repetition);
    this.definitions.push(definition);
  }

  value(bytes: Buffer, { start, end, index }: LeafValue): void {
    this.buffers.push(bytes);
    this.starts.push(start);
    this.ends.push(end);
    this.indexes.push(index);
  }

  /** The end of a row's entries. */
  entriesEnd(row: number): number {
    return this.rowEntries[row + 1] ?? this.definitions.length;
  }

  /** The end of a row's values. */
  valuesEnd(row: number): number {
    return this.rowValues[row + 1] ?? this.starts.length;
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
    const bytes = this.buffers[k] as Buffer;
    const before = others.buffers[other] as Buffer;
    const start = this.starts[k] as number;
    const end = this.ends[k] as number;
    const from = others.starts[other] as number;
    const to = others.ends[other] as number;
    if (bytes === before && start === from && end === to) return true;
    return end - start === to - from && bytes.compare(before, from, to, start, end) === 0;
  }
}
