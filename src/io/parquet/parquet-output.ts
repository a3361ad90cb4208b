import type { Sink } from "../file-descriptor.ts";
import { bad } from "./bad-parquet.ts";
import { LeafRows } from "./leaf-rows.ts";
import { LeafWriter, type WrittenChunk } from "./leaf-writer.ts";
import { ParquetCopy } from "./parquet-copy.ts";
import type { ParquetRows } from "./parquet-rows.ts";
import { lineStart, type RowBatch } from "./row-column.ts";
import type { Leaf } from "./schema.ts";

const LINE_FEED = 0x0a;

/**
 * Turns lines back into the Parquet file that they came from. Chunks of leaves in which nothing changed are copied byte
 * for byte, and so is the file where nothing changed at all. Other chunks are written anew with their codec.
 */
export class ParquetOutput {
  private readonly rows: ParquetRows;
  private readonly copy: ParquetCopy;
  private readonly batches: ReturnType<ParquetRows["batches"]>;
  private batch: RowBatch | undefined;
  private row = 0;
  private held: Buffer[] = [];
  /** The writers of leaves in which something changed, in this row group. */
  private writers = new Map<Leaf, LeafWriter>();

  constructor(rows: ParquetRows, sink: Sink) {
    this.rows = rows;
    this.copy = new ParquetCopy(rows.file, sink);
    this.batches = rows.batches();
  }

  /** Takes lines, or pieces of them. Their bytes may be used again once this returns. */
  async write(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      let start = 0;
      for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
        const rest = piece.subarray(start, end);
        const line = this.held.length === 0 ? rest : Buffer.concat([...this.held, rest]);
        this.held = [];
        await this.line(line);
        start = end + 1;
      }
      if (start < piece.length) this.held.push(Buffer.from(piece.subarray(start)));
    }
  }

  /** Writes what is left, and the footer. */
  async end(): Promise<void> {
    if (this.held.length > 0) await this.line(Buffer.concat(this.held));
    this.held = [];
    // Without a line there was no row but nulls, and nothing to compact.
    if (this.batch === undefined) return this.copy.end();
    if (this.row < this.batch.count) throw wrongCount();
    await this.endGroup();
    if (this.batches.next() !== undefined) throw wrongCount();
    await this.copy.end();
  }

  /** Frees its memory and files. */
  close(): void {
    for (const writer of this.writers.values()) writer.close();
    this.writers.clear();
  }

  private async line(line: Buffer): Promise<void> {
    if (this.batch === undefined || this.row === this.batch.count) await this.nextBatch();
    const { batch, row } = this;
    if (batch === undefined) throw wrongCount();
    this.row++;
    const start = lineStart(batch, row);
    const end = (batch.ends[row] as number) - 1;
    const isSame =
      line.length === end - start && batch.lines.compare(line, 0, line.length, start, end) === 0;
    const read = isSame ? undefined : this.rows.column.read(line, { batch, row });
    this.rows.column.leaves.forEach((leaf, k) => {
      const before = batch.leaves[k] as LeafRows;
      const now = read?.[k];
      let writer = this.writers.get(leaf);
      if (writer === undefined) {
        if (now === undefined || now.isSameRow(0, before, row)) return;
        writer = this.writerFrom(leaf, batch.first + row);
      }
      if (now === undefined) writer.row(before, row);
      else writer.row(now, 0);
    });
  }

  private async nextBatch(): Promise<void> {
    const before = this.batch;
    this.batch = this.batches.next();
    this.row = 0;
    if (before !== undefined && before.group !== this.batch?.group)
      await this.endGroup(before.group);
  }

  private async endGroup(group = this.batch?.group): Promise<void> {
    if (group === undefined || this.writers.size === 0) return;
    const written = new Map<number, WrittenChunk>();
    for (const [leaf, writer] of this.writers) written.set(leaf.index, writer.finish());
    await this.copy.group(group, written);
    for (const writer of this.writers.values()) writer.close();
    this.writers.clear();
  }

  /** Begins to write a leaf, in which nothing had changed before a row: those rows are read again. */
  private writerFrom(leaf: Leaf, row: number): LeafWriter {
    const group = (this.batch as RowBatch).group;
    const reader = this.rows.reader(group, leaf);
    const dictionaryBytes = dictionaryBytesOf(this.rows, group, leaf);
    const writer = new LeafWriter(leaf, { codec: this.rows.codec(group, leaf), dictionaryBytes });
    this.writers.set(leaf, writer);
    const rows = new LeafRows();
    for (let k = 0; k < row; k++) {
      rows.clear();
      reader.row(rows);
      writer.row(rows, 0);
    }
    return writer;
  }
}

/** The least that dictionaries may grow to, as other writers have it. */
const DICTIONARY_BYTES = 1024 * 1024;

/** How large the dictionary of a leaf may get; undefined where its chunk had none. */
function dictionaryBytesOf(rows: ParquetRows, group: number, leaf: Leaf): number | undefined {
  const reader = rows.reader(group, leaf);
  reader.row(new LeafRows());
  return reader.dictionary && Math.max(DICTIONARY_BYTES, reader.dictionary.bytes.length);
}

function wrongCount(): Error {
  return bad("the rows that come out are not those that went in", "report this, with the options");
}
