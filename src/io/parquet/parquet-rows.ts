import type { ByteSource } from "../file-descriptor.ts";
import { takeTurn } from "../signals.ts";
import { chooseColumn } from "./choose-column.ts";
import { type PageCodec, pageCodec } from "./codecs.ts";
import { openParquet, type ParquetFile, type RowGroup } from "./footer.ts";
import { LeafReader } from "./leaf-reader.ts";
import { LeafRows } from "./leaf-rows.ts";
import { LineBuffer } from "./line-buffer.ts";
import type { RowBatch, RowColumn, ValueTokens } from "./row-column.ts";
import type { Leaf } from "./schema.ts";

/** The rows of a Parquet file as lines. */
export interface ParquetRows {
  readonly file: ParquetFile;
  readonly column: RowColumn;
  readonly source: ByteSource;
  /** Reads the chunk of a leaf again from its start. */
  reader(group: number, leaf: Leaf): LeafReader;
  /** The codec of a leaf's chunk. */
  codec(group: number, leaf: Leaf): PageCodec;
  /** The rows from one on, which lines of the source came from. Each batch may be taken once. */
  batches(): { next(): RowBatch | undefined };
}

/** Bytes of values that are read together, at least, but for the last rows of a row group. */
const BATCH_BYTES = 1024 * 1024;

/** Bytes of lines that are kept for whoever writes the file anew; past that it reads them again. */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Opens a Parquet file by its descriptor: each row of its column of conversations is a line.
 *
 * @throws {ElisionError} `bad-parquet`, `no-column`, `unknown-format`
 */
export async function openParquetRows(
  descriptor: number,
  asked: string | undefined,
): Promise<ParquetRows> {
  const file = openParquet(descriptor);
  const column = chooseColumn(file, asked);
  const codecs = new Map<number, PageCodec>();
  for (const { chunks } of file.rowGroups)
    for (const { index } of column.leaves) {
      const number = chunks[index]?.codec ?? 0;
      if (!codecs.has(number)) codecs.set(number, await pageCodec(number));
    }
  const chunkOf = (group: number, { index }: Leaf) => {
    const chunk = file.rowGroups[group]?.chunks[index];
    if (chunk === undefined) throw new RangeError("no such chunk");
    return chunk;
  };
  const codec = (group: number, leaf: Leaf) => codecs.get(chunkOf(group, leaf).codec) as PageCodec;
  const reader = (group: number, leaf: Leaf) =>
    new LeafReader(file, { leaf, chunk: chunkOf(group, leaf), codec: codec(group, leaf) });
  const read = () => readBatches(file.rowGroups, { column, reader });
  const kept = new KeptBatches();
  return {
    file,
    column,
    source: sourceOf(read(), kept),
    codec,
    reader,
    batches: () => kept.taken(read),
  };
}

/** Reads row groups one after another, each in batches: the same ones every time. */
function* readBatches(
  groups: readonly RowGroup[],
  { column, reader }: Pick<ParquetRows, "column" | "reader">,
): Generator<RowBatch, void> {
  for (const [group, { rows }] of groups.entries()) {
    if (rows === 0) continue;
    const readers = column.leaves.map((leaf) => reader(group, leaf));
    for (let first = 0; first < rows; ) {
      const batch = readBatch({ column, readers }, { group, first, rows });
      yield batch;
      first += batch.count;
    }
  }
}

function readBatch(
  { column, readers }: { readonly column: RowColumn; readonly readers: readonly LeafReader[] },
  { group, first, rows }: { readonly group: number; readonly first: number; readonly rows: number },
): RowBatch {
  const leaves = readers.map(() => new LeafRows());
  const tokens: readonly ValueTokens[] = readers.map(() => ({ starts: [], ends: [] }));
  const line = new LineBuffer();
  const ends: number[] = [];
  for (let bytes = 0; first + ends.length < rows && bytes < BATCH_BYTES; ) {
    readers.forEach((reader, k) => {
      bytes += reader.row(leaves[k] as LeafRows);
    });
    column.write(leaves, ends.length, { line, tokens });
    line.ascii("\n");
    ends.push(line.length);
  }
  return {
    group,
    first,
    count: ends.length,
    leaves,
    tokens,
    lines: line.taken(),
    ends,
  };
}

/** Batches that were read and whose lines were not written yet. */
class KeptBatches {
  private batches: RowBatch[] = [];
  private bytes = 0;
  /** How many there were before the first that is kept. */
  private gone = 0;
  private isKeeping = true;

  add(batch: RowBatch): void {
    if (!this.isKeeping) return;
    this.batches.push(batch);
    this.bytes += batch.lines.length;
    if (this.bytes > KEPT_BYTES) this.stopKeeping();
  }

  /** Hands out batches in order: kept ones, and once they are let go, those that are read again. */
  taken(read: () => Iterator<RowBatch, void>): { next(): RowBatch | undefined } {
    let again: Iterator<RowBatch, void> | undefined;
    return {
      next: () => {
        const [first] = this.batches;
        if (again === undefined && first !== undefined) {
          this.batches.shift();
          this.bytes -= first.lines.length;
          this.gone++;
          return first;
        }
        if (this.isKeeping) return undefined; // Whoever writes is never ahead of whoever reads.
        if (again === undefined) {
          again = read();
          for (let k = 0; k < this.gone; k++) again.next();
        }
        return again.next().value ?? undefined;
      },
    };
  }

  private stopKeeping(): void {
    this.isKeeping = false;
    this.batches = [];
  }
}

function sourceOf(batches: Iterator<RowBatch, void>, kept: KeptBatches): ByteSource {
  let lines: Buffer = Buffer.alloc(0);
  return {
    async read(into) {
      await takeTurn();
      if (lines.length === 0) {
        const { value } = batches.next();
        if (value === undefined) return 0;
        kept.add(value);
        lines = value.lines;
      }
      const count = lines.copy(into);
      lines = lines.subarray(count);
      return count;
    },
  };
}
