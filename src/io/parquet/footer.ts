import { fstatSync } from "node:fs";
import { ElisionError } from "../../base/errors.ts";
import { readAt } from "../store/read-at.ts";
import { bad } from "./bad-parquet.ts";
import { ENCRYPTED, MAGIC } from "./is-parquet.ts";
import { type Leaf, readSchema, type SchemaNode } from "./schema.ts";
import { readThrift, type ThriftStruct } from "./thrift.ts";

/** A Parquet file that is open, and its footer. */
export interface ParquetFile {
  readonly descriptor: number;
  readonly size: number;
  readonly footer: ThriftStruct;
  /** Where the footer begins. */
  readonly footerStart: number;
  readonly rows: number;
  readonly columns: readonly SchemaNode[];
  readonly leaves: readonly Leaf[];
  readonly rowGroups: readonly RowGroup[];
}

/** A row group of a footer. */
export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
  readonly meta: ThriftStruct;
}

/** The chunk of a leaf in a row group. */
export interface Chunk {
  readonly start: number;
  readonly bytes: number;
  readonly codec: number;
  /** Values, nulls included. */
  readonly values: number;
  readonly meta: ThriftStruct;
  readonly column: ThriftStruct;
}

/** The fields of a footer's structs that are read or changed here, by the names of the specification. */
export const FIELD = {
  file: { schema: 2, rows: 3, rowGroups: 4, encryption: 8 },
  group: { columns: 1, totalBytes: 2, rows: 3, fileOffset: 5, totalCompressed: 6 },
  chunk: {
    filePath: 1,
    fileOffset: 2,
    meta: 3,
    offsetIndex: 4,
    offsetIndexBytes: 5,
    columnIndex: 6,
    columnIndexBytes: 7,
    crypto: 8,
  },
  meta: {
    encodings: 2,
    codec: 4,
    values: 5,
    uncompressed: 6,
    compressed: 7,
    dataOffset: 9,
    indexOffset: 10,
    dictionaryOffset: 11,
    statistics: 12,
    encodingStats: 13,
    bloomOffset: 14,
    bloomBytes: 15,
    sizeStatistics: 16,
    geoStatistics: 17,
  },
} as const;

/** A footer's length and the magic behind it. */
const TAIL_BYTES = 8;

/**
 * Reads the footer of a Parquet file.
 *
 * @throws {ElisionError} `bad-parquet` for one that is encrypted, truncated or damaged, `unknown-format` for one whose
 * data is in other files.
 */
export function openParquet(descriptor: number): ParquetFile {
  const { size } = fstatSync(descriptor);
  const magic = readAt(descriptor, 0, 4).toString("latin1");
  const tail = readAt(descriptor, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  if (magic === ENCRYPTED || tail.toString("latin1", 4) === ENCRYPTED) throw encrypted();
  if (size < TAIL_BYTES + 4 || tail.toString("latin1", 4) !== MAGIC)
    throw bad("Parquet that stops short: its footer is missing", "copy or download the file again");
  const length = tail.readUInt32LE(0);
  const footerStart = size - TAIL_BYTES - length;
  if (footerStart < 4)
    throw bad("Parquet whose footer is damaged", "copy or download the file again");
  const footer = readFooter(readAt(descriptor, footerStart, length));
  if (footer.get(FIELD.file.encryption) !== undefined) throw encrypted();
  const { columns, leaves } = readSchema(footer.structs(FIELD.file.schema));
  const rowGroups = footer
    .structs(FIELD.file.rowGroups)
    .map((meta) => rowGroupOf(meta, { footerStart, leaves }));
  return {
    descriptor,
    size,
    footer,
    footerStart,
    rows: footer.number(FIELD.file.rows) ?? 0,
    columns,
    leaves,
    rowGroups,
  };
}

function readFooter(bytes: Buffer): ThriftStruct {
  try {
    return readThrift(bytes).struct;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw bad("Parquet whose footer is damaged", "copy or download the file again");
  }
}

function rowGroupOf(
  meta: ThriftStruct,
  { footerStart, leaves }: { readonly footerStart: number; readonly leaves: readonly Leaf[] },
): RowGroup {
  const chunks = meta.structs(FIELD.group.columns).map((column): Chunk => {
    if (column.get(FIELD.chunk.filePath) !== undefined)
      throw new ElisionError("unknown-format", "a summary of Parquet files: it holds no rows", {
        hint: "name the files or their folder",
      });
    const chunk = column.struct(FIELD.chunk.meta);
    if (column.get(FIELD.chunk.crypto) !== undefined || chunk === undefined) throw encrypted();
    const start = chunkStart(chunk);
    const bytes = chunk.number(FIELD.meta.compressed) ?? 0;
    if (bytes < 0 || start < 4 || (bytes > 0 && !(start + bytes <= footerStart)))
      throw bad("Parquet that stops short: columns are missing", "copy or download the file again");
    return {
      start,
      bytes,
      codec: chunk.number(FIELD.meta.codec) ?? 0,
      values: chunk.number(FIELD.meta.values) ?? 0,
      meta: chunk,
      column,
    };
  });
  if (chunks.length !== leaves.length)
    throw bad("Parquet whose footer is damaged", "copy or download the file again");
  return { rows: meta.number(FIELD.group.rows) ?? 0, chunks, meta };
}

/** Where a chunk begins: with its dictionary, if it has one. Some writers give 0 for a page that is not there. */
export function chunkStart(meta: ThriftStruct): number {
  const offsets = [FIELD.meta.dictionaryOffset, FIELD.meta.dataOffset].map(
    (field) => meta.number(field) ?? 0,
  );
  return Math.min(...offsets.filter((offset) => offset > 0));
}

function encrypted(): ElisionError {
  return bad("Parquet that is encrypted", "decrypt it where the keys are, and name what comes out");
}
