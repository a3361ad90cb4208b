import type { LeafRows } from "./leaf-rows.ts";
import type { LineBuffer } from "./line-buffer.ts";
import type { Leaf } from "./schema.ts";

/** Where the values of a leaf are in lines, as they were put into them. */
export interface ValueTokens {
  readonly starts: number[];
  readonly ends: number[];
}

/** Rows of a column that were read together, each a line. */
export interface RowBatch {
  readonly group: number;
  /** The place of the first in its row group. */
  readonly first: number;
  readonly count: number;
  /** The entries of each leaf of the column. */
  readonly leaves: readonly LeafRows[];
  readonly tokens: readonly ValueTokens[];
  readonly lines: Buffer;
  /** Where each line ends, its line break included. */
  readonly ends: readonly number[];
}

/** A column whose rows are turned into lines of JSON, and back. */
export interface RowColumn {
  readonly name: string;
  readonly leaves: readonly Leaf[];
  /** Puts a row into a line, without a line break. A null is an empty line. */
  write(
    leaves: readonly LeafRows[],
    row: number,
    out: { readonly line: LineBuffer; readonly tokens: readonly ValueTokens[] },
  ): void;
  /** Reads a line that was changed: a row of each leaf. They hold as long as the line does, until the next is read. */
  read(
    line: Buffer,
    about: { readonly batch: RowBatch; readonly row: number },
  ): readonly LeafRows[];
}

/** Where a line of a batch begins. */
export function lineStart({ ends }: RowBatch, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number);
}
