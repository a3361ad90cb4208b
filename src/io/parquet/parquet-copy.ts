import type { Sink } from "../file-descriptor.ts";
import { readAt } from "../store/read-at.ts";
import { type Chunk, chunkStart, FIELD, type ParquetFile } from "./footer.ts";
import type { WrittenChunk } from "./leaf-writer.ts";
import { readThrift, THRIFT, type ThriftStruct, writeThrift } from "./thrift.ts";

/** Bytes copied at a time. */
const COPY_BYTES = 1024 * 1024;
const MAGIC = Buffer.from("PAR1");

/** Copies a Parquet file, with other chunks for some of its own, and a footer that says where all are. */
export class ParquetCopy {
  private readonly file: ParquetFile;
  private readonly sink: Sink;
  private at = 0;
  /** Row groups that were copied or written. */
  private groups = 0;

  constructor(file: ParquetFile, sink: Sink) {
    this.file = file;
    this.sink = sink;
  }

  /** Writes a row group with new chunks for some leaves, and those before it as they are. */
  async group(index: number, written: ReadonlyMap<number, WrittenChunk>): Promise<void> {
    if (this.at === 0) await this.put(MAGIC);
    while (this.groups < index) await this.putGroup(new Map());
    await this.putGroup(written);
  }

  /** Writes what follows the last row group that changed: all of the file, as it is, if none did. */
  async end(): Promise<void> {
    const { file } = this;
    if (this.at === 0) return this.range(0, file.size);
    while (this.groups < file.rowGroups.length) await this.putGroup(new Map());
    const chunks = file.rowGroups.flatMap((group) => group.chunks);
    for (const chunk of chunks) await this.bloomFilter(chunk);
    for (const chunk of chunks) await this.columnIndex(chunk);
    for (const chunk of chunks) await this.offsetIndex(chunk);
    const footer = writeThrift(file.footer);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await this.put(footer, length, MAGIC);
  }

  private async putGroup(written: ReadonlyMap<number, WrittenChunk>): Promise<void> {
    const group = this.file.rowGroups[this.groups++];
    if (group === undefined) return;
    const { meta, chunks } = group;
    const start = this.at;
    let uncompressed = 0;
    for (const [leaf, chunk] of chunks.entries()) {
      const anew = written.get(leaf);
      if (anew === undefined) await this.copyChunk(chunk);
      else await this.putChunk(chunk, anew);
      uncompressed += chunk.meta.number(FIELD.meta.uncompressed) ?? 0;
    }
    meta.set(FIELD.group.totalBytes, THRIFT.i64, uncompressed);
    if (meta.get(FIELD.group.fileOffset) !== undefined)
      meta.set(FIELD.group.fileOffset, THRIFT.i64, start);
    if (meta.get(FIELD.group.totalCompressed) !== undefined)
      meta.set(FIELD.group.totalCompressed, THRIFT.i64, this.at - start);
  }

  private async copyChunk(chunk: Chunk): Promise<void> {
    const shift = this.at - chunk.start;
    await this.range(chunk.start, chunk.bytes);
    move(chunk.meta, FIELD.meta.dataOffset, shift);
    move(chunk.meta, FIELD.meta.dictionaryOffset, shift);
    move(chunk.meta, FIELD.meta.indexOffset, shift);
    this.moveStart(chunk, chunk.start + shift);
  }

  private async putChunk(
    chunk: Chunk,
    { dictionary, data, ...written }: WrittenChunk,
  ): Promise<void> {
    const { meta, column } = chunk;
    const start = this.at;
    if (dictionary !== undefined) await this.put(dictionary);
    const dataStart = this.at;
    for (const piece of data.pieces(0, data.size)) await this.put(piece);
    const { statistics, encodingStats, bloomOffset, bloomBytes, sizeStatistics, geoStatistics } =
      FIELD.meta;
    meta.delete(statistics, encodingStats, bloomOffset, bloomBytes, sizeStatistics, geoStatistics);
    meta.delete(FIELD.meta.indexOffset, FIELD.meta.dictionaryOffset);
    meta.set(FIELD.meta.encodings, THRIFT.list, {
      type: THRIFT.i32,
      items: [...written.encodings],
    });
    meta.set(FIELD.meta.values, THRIFT.i64, written.values);
    meta.set(FIELD.meta.uncompressed, THRIFT.i64, written.uncompressedBytes);
    meta.set(FIELD.meta.compressed, THRIFT.i64, this.at - start);
    meta.set(FIELD.meta.dataOffset, THRIFT.i64, dataStart);
    if (dictionary !== undefined) meta.set(FIELD.meta.dictionaryOffset, THRIFT.i64, start);
    const { offsetIndex, offsetIndexBytes, columnIndex, columnIndexBytes } = FIELD.chunk;
    column.delete(offsetIndex, offsetIndexBytes, columnIndex, columnIndexBytes);
    this.moveStart(chunk, start);
  }

  /** Where a chunk begins, as some writers say once more: others say 0. */
  private moveStart({ column }: Chunk, start: number): void {
    const isSaid = (column.number(FIELD.chunk.fileOffset) ?? 0) !== 0;
    if (isSaid) column.set(FIELD.chunk.fileOffset, THRIFT.i64, start);
  }

  private async bloomFilter({ meta }: Chunk): Promise<void> {
    const offset = meta.number(FIELD.meta.bloomOffset);
    const bytes = meta.number(FIELD.meta.bloomBytes);
    if (offset === undefined) return;
    if (bytes === undefined) return meta.delete(FIELD.meta.bloomOffset);
    meta.set(FIELD.meta.bloomOffset, THRIFT.i64, this.at);
    await this.range(offset, bytes);
  }

  private async columnIndex({ column }: Chunk): Promise<void> {
    const offset = column.number(FIELD.chunk.columnIndex);
    if (offset === undefined) return;
    column.set(FIELD.chunk.columnIndex, THRIFT.i64, this.at);
    await this.range(offset, column.number(FIELD.chunk.columnIndexBytes) ?? 0);
  }

  /** Says anew where the pages of a chunk are, which are told from the start of the file. */
  private async offsetIndex(chunk: Chunk): Promise<void> {
    const { column, meta } = chunk;
    const offset = column.number(FIELD.chunk.offsetIndex);
    if (offset === undefined) return;
    const bytes = readAt(
      this.file.descriptor,
      offset,
      column.number(FIELD.chunk.offsetIndexBytes) ?? 0,
    );
    const { struct } = readThrift(bytes);
    const shift = chunkStart(meta) - chunk.start;
    for (const page of struct.structs(1)) move(page, 1, shift);
    const moved = writeThrift(struct);
    column.set(FIELD.chunk.offsetIndex, THRIFT.i64, this.at);
    column.set(FIELD.chunk.offsetIndexBytes, THRIFT.i32, moved.length);
    await this.put(moved);
  }

  private async range(start: number, length: number): Promise<void> {
    for (let done = 0; done < length; done += COPY_BYTES)
      await this.put(
        readAt(this.file.descriptor, start + done, Math.min(COPY_BYTES, length - done)),
      );
  }

  private async put(...pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) this.at += piece.length;
    await this.sink.write(pieces);
  }
}

function move(struct: ThriftStruct, field: number, shift: number): void {
  const offset = struct.number(field);
  if (offset !== undefined && offset > 0) struct.set(field, THRIFT.i64, offset + shift);
}
