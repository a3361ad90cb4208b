import { version } from "../../base/version.ts";
import type { Sink } from "../file-descriptor.ts";
import { type PageCodec, pageCodec } from "./codecs.ts";
import { FIELD } from "./footer.ts";
import { MAGIC } from "./is-parquet.ts";
import { LeafRows, NEW_VALUE } from "./leaf-rows.ts";
import { LeafWriter, type WrittenChunk } from "./leaf-writer.ts";
import type { Leaf } from "./schema.ts";
import { THRIFT, ThriftStruct, type ThriftValue, writeThrift } from "./thrift.ts";

/** A column of a new file. */
export interface NewColumn {
  readonly name: string;
  readonly kind: "text" | "number";
  /** Whether rows may have none. */
  readonly isNullable: boolean;
}

/** A row of a new file, by the names of its columns. */
export type NewRow = Readonly<Record<string, string | number | undefined>>;

const SNAPPY = 1;
const TYPES = { text: 6, number: 2 } as const;

/** Bytes of values after which a row group ends. */
const GROUP_BYTES = 64 * 1024 * 1024;

/** Writes a Parquet file of texts and whole numbers, row by row, in Snappy. Row groups have about 64 MB. */
export class NewParquet {
  private readonly sink: Sink;
  private readonly codec: PageCodec;
  private readonly columns: readonly { readonly column: NewColumn; readonly leaf: Leaf }[];
  private readonly groups: ThriftStruct[] = [];
  private readonly one = new LeafRows();
  private writers: LeafWriter[] = [];
  private at = 0;
  private rows = 0;
  private groupRows = 0;
  private groupBytes = 0;

  private constructor(sink: Sink, columns: readonly NewColumn[], codec: PageCodec) {
    this.sink = sink;
    this.codec = codec;
    this.columns = columns.map((column, index) => ({ column, leaf: leafOf(column, index) }));
  }

  /** Begins a file. */
  static async begin(sink: Sink, columns: readonly NewColumn[]): Promise<NewParquet> {
    return new NewParquet(sink, columns, await pageCodec(SNAPPY));
  }

  /** Adds a row. Says whether a row group is full: then `endGroup` is due. */
  row(values: NewRow): boolean {
    const rows = this.one;
    this.columns.forEach(({ column, leaf }, k) => {
      this.writers[k] ??= new LeafWriter(leaf, { codec: this.codec, dictionaryBytes: undefined });
      rows.clear();
      rows.beginRow();
      const value = bytesOf(values[column.name]);
      rows.level(0, value === undefined ? 0 : leaf.maxDefinition);
      if (value !== undefined) rows.value(value, { start: 0, end: value.length, index: NEW_VALUE });
      this.writers[k]?.row(rows, 0);
      this.groupBytes += value?.length ?? 0;
    });
    this.groupRows++;
    return this.groupBytes >= GROUP_BYTES;
  }

  /** Writes the row group that was gathered. */
  async endGroup(): Promise<void> {
    if (this.at === 0) await this.put(Buffer.from(MAGIC));
    if (this.groupRows === 0) return;
    const chunks: ThriftStruct[] = [];
    let total = 0;
    for (const [k, writer] of this.writers.entries()) {
      const { column, leaf } = this.columns[k] ?? {};
      if (column === undefined || leaf === undefined) continue;
      const written = writer.finish();
      const start = this.at;
      for (const piece of written.data.pieces(0, written.data.size)) await this.put(piece);
      chunks.push(chunkOf(column, { start, end: this.at, written }));
      total += written.uncompressedBytes;
      writer.close();
    }
    this.groups.push(
      struct([
        [FIELD.group.columns, THRIFT.list, { type: THRIFT.struct, items: chunks }],
        [FIELD.group.totalBytes, THRIFT.i64, total],
        [FIELD.group.rows, THRIFT.i64, this.groupRows],
      ]),
    );
    this.rows += this.groupRows;
    this.writers = [];
    this.groupRows = 0;
    this.groupBytes = 0;
  }

  /** Writes what is left, and the footer. */
  async end(): Promise<void> {
    await this.endGroup();
    const root = struct([
      [4, THRIFT.binary, Buffer.from("schema")],
      [5, THRIFT.i32, this.columns.length],
    ]);
    const schema = [root, ...this.columns.map(({ column }) => elementOf(column))];
    const footer = writeThrift(
      struct([
        [1, THRIFT.i32, 1],
        [FIELD.file.schema, THRIFT.list, { type: THRIFT.struct, items: schema }],
        [FIELD.file.rows, THRIFT.i64, this.rows],
        [FIELD.file.rowGroups, THRIFT.list, { type: THRIFT.struct, items: this.groups }],
        [6, THRIFT.binary, Buffer.from(`elision version ${version}`)],
      ]),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await this.put(footer, length, Buffer.from(MAGIC));
  }

  /** Frees its memory and files. */
  close(): void {
    for (const writer of this.writers) writer.close();
    this.writers = [];
  }

  private async put(...pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) this.at += piece.length;
    await this.sink.write(pieces);
  }
}

function leafOf({ name, kind, isNullable }: NewColumn, index: number): Leaf {
  return {
    index,
    path: name,
    type: kind === "text" ? "bytes" : "int64",
    width: kind === "text" ? undefined : 8,
    isText: kind === "text",
    isUnsigned: false,
    maxDefinition: isNullable ? 1 : 0,
    maxRepetition: 0,
  };
}

function bytesOf(value: string | number | undefined): Buffer | undefined {
  if (typeof value === "string") return Buffer.from(value);
  if (value === undefined) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

function elementOf({ name, kind, isNullable }: NewColumn): ThriftStruct {
  const element = struct([
    [1, THRIFT.i32, TYPES[kind]],
    [3, THRIFT.i32, isNullable ? 1 : 0],
    [4, THRIFT.binary, Buffer.from(name)],
  ]);
  if (kind === "text") {
    element.set(6, THRIFT.i32, 0); // UTF8, and the same as a logical type: STRING.
    element.set(10, THRIFT.struct, struct([[1, THRIFT.struct, new ThriftStruct()]]));
  }
  return element;
}

function chunkOf(
  { name, kind }: NewColumn,
  {
    start,
    end,
    written,
  }: { readonly start: number; readonly end: number; readonly written: WrittenChunk },
): ThriftStruct {
  const path = { type: THRIFT.binary, items: [Buffer.from(name)] };
  const meta = struct([
    [1, THRIFT.i32, TYPES[kind]],
    [FIELD.meta.encodings, THRIFT.list, { type: THRIFT.i32, items: [...written.encodings] }],
    [3, THRIFT.list, path],
    [FIELD.meta.codec, THRIFT.i32, SNAPPY],
    [FIELD.meta.values, THRIFT.i64, written.values],
    [FIELD.meta.uncompressed, THRIFT.i64, written.uncompressedBytes],
    [FIELD.meta.compressed, THRIFT.i64, end - start],
    [FIELD.meta.dataOffset, THRIFT.i64, start],
  ]);
  return struct([
    [FIELD.chunk.fileOffset, THRIFT.i64, start],
    [FIELD.chunk.meta, THRIFT.struct, meta],
  ]);
}

function struct(fields: readonly (readonly [number, number, ThriftValue])[]): ThriftStruct {
  const made = new ThriftStruct();
  for (const [id, type, value] of fields) made.set(id, type, value);
  return made;
}
