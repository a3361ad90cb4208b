import { createSpool, type Spool } from "../spool.ts";
import type { PageCodec } from "./codecs.ts";
import type { LeafRows } from "./leaf-rows.ts";
import { bitsFor, writeHybrid } from "./levels.ts";
import type { Leaf } from "./schema.ts";
import { THRIFT, ThriftStruct, writeThrift } from "./thrift.ts";
import { ValueDictionary } from "./value-dictionary.ts";

/** The chunk of a leaf as it was written. */
export interface WrittenChunk {
  /** The page of its dictionary, if it has one; the pages of data follow it. */
  readonly dictionary: Buffer | undefined;
  readonly data: Spool;
  readonly values: number;
  /** Bytes with headers, before they were compressed. */
  readonly uncompressedBytes: number;
  readonly encodings: readonly number[];
}

/** Bytes of values that a page gets before it ends, with its row. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ENTRIES = 20_000;

const PLAIN = 0;
const RLE = 3;
const DICTIONARY = 8;

/**
 * Writes the entries of a leaf as pages of data: by a dictionary where its chunk had one and the page's values are in
 * it, else plain. Compressed pages are in memory up to 4 MB, and past that in a temporary file.
 */
export class LeafWriter {
  private readonly leaf: Leaf;
  private readonly codec: PageCodec;
  private readonly dictionary: ValueDictionary | undefined;
  private readonly data = createSpool({ memoryBytes: 4 * 1024 * 1024 });
  private readonly encodings = new Set<number>([RLE]);
  private page = emptyPage();
  private values = 0;
  private uncompressed = 0;

  constructor(
    leaf: Leaf,
    {
      codec,
      dictionaryBytes,
    }: { readonly codec: PageCodec; readonly dictionaryBytes: number | undefined },
  ) {
    this.leaf = leaf;
    this.codec = codec;
    this.dictionary =
      dictionaryBytes === undefined ? undefined : new ValueDictionary(dictionaryBytes);
  }

  /** Adds a row. */
  row(rows: LeafRows, row: number): void {
    const { page } = this;
    for (let k = rows.rowEntries[row] as number, end = rows.entriesEnd(row); k < end; k++) {
      page.repetitions.push(rows.repetitions[k] as number);
      page.definitions.push(rows.definitions[k] as number);
    }
    for (let k = rows.rowValues[row] as number, end = rows.valuesEnd(row); k < end; k++) {
      const start = rows.starts[k] as number;
      const stop = rows.ends[k] as number;
      page.buffers.push(rows.buffers[k] as Buffer);
      page.starts.push(start);
      page.ends.push(stop);
      page.indexes.push(rows.indexes[k] as number);
      page.bytes += stop - start + 4;
    }
    if (page.bytes >= PAGE_BYTES || page.definitions.length >= PAGE_ENTRIES) this.endPage();
  }

  finish(): WrittenChunk {
    this.endPage();
    const { dictionary, data, values } = this;
    const page =
      dictionary === undefined || dictionary.count === 0
        ? undefined
        : this.dictionaryPage(dictionary);
    return {
      dictionary: page,
      data,
      values,
      uncompressedBytes: this.uncompressed,
      encodings: [...this.encodings].sort((a, b) => a - b),
    };
  }

  close(): void {
    this.data.close();
  }

  private endPage(): void {
    const { page, leaf } = this;
    const count = page.definitions.length;
    if (count === 0) return;
    this.page = emptyPage();
    this.values += count;
    const indexes = this.dictionary?.indexesOf(page);
    const encoding = indexes === undefined ? PLAIN : DICTIONARY;
    this.encodings.add(encoding);
    const body = Buffer.concat([
      levels(page.repetitions, leaf.maxRepetition),
      levels(page.definitions, leaf.maxDefinition),
      ...(indexes === undefined ? [plainValues(page, leaf)] : indexValues(indexes)),
    ]);
    const header = new ThriftStruct();
    header.set(1, THRIFT.i32, count);
    header.set(2, THRIFT.i32, encoding);
    header.set(3, THRIFT.i32, RLE);
    header.set(4, THRIFT.i32, RLE);
    this.data.append(this.pageOf(body, { kind: 0, field: 5, header }));
  }

  private dictionaryPage(dictionary: ValueDictionary): Buffer {
    const header = new ThriftStruct();
    header.set(1, THRIFT.i32, dictionary.count);
    header.set(2, THRIFT.i32, PLAIN);
    this.encodings.add(PLAIN);
    return this.pageOf(plainValues(dictionary.values, this.leaf), { kind: 2, field: 7, header });
  }

  private pageOf(
    body: Buffer,
    {
      kind,
      field,
      header,
    }: { readonly kind: number; readonly field: number; readonly header: ThriftStruct },
  ): Buffer {
    const compressed = this.codec.compress(body);
    const page = new ThriftStruct();
    page.set(1, THRIFT.i32, kind);
    page.set(2, THRIFT.i32, body.length);
    page.set(3, THRIFT.i32, compressed.length);
    page.set(field, THRIFT.struct, header);
    const head = writeThrift(page);
    this.uncompressed += head.length + body.length;
    return Buffer.concat([head, compressed]);
  }
}

/** Values that are gathered for a page. */
export interface GatheredValues {
  readonly buffers: Buffer[];
  readonly starts: number[];
  readonly ends: number[];
  readonly indexes: number[];
}

function emptyPage() {
  return {
    repetitions: [] as number[],
    definitions: [] as number[],
    buffers: [] as Buffer[],
    starts: [] as number[],
    ends: [] as number[],
    indexes: [] as number[],
    bytes: 0,
  } satisfies GatheredValues & Record<string, unknown>;
}

function levels(values: readonly number[], most: number): Buffer {
  if (most === 0) return Buffer.alloc(0);
  const body = writeHybrid(values, bitsFor(most));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

function indexValues(indexes: readonly number[]): readonly Buffer[] {
  let most = 0;
  for (const index of indexes) most = Math.max(most, index);
  const bits = Math.max(1, bitsFor(most));
  return [Buffer.from([bits]), writeHybrid(indexes, bits)];
}

/** Values in the encoding PLAIN. */
function plainValues({ buffers, starts, ends }: GatheredValues, { type, width }: Leaf): Buffer {
  if (type === "boolean") return packedBits({ buffers, starts });
  let size = 0;
  for (let k = 0; k < starts.length; k++) size += (ends[k] as number) - (starts[k] as number) + 4;
  const out = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (let k = 0; k < starts.length; k++) {
    const start = starts[k] as number;
    const end = ends[k] as number;
    if (width === undefined) at = out.writeUInt32LE(end - start, at);
    at += (buffers[k] as Buffer).copy(out, at, start, end);
  }
  return out.subarray(0, at);
}

function packedBits({ buffers, starts }: Pick<GatheredValues, "buffers" | "starts">): Buffer {
  const out = Buffer.alloc(Math.ceil(starts.length / 8));
  starts.forEach((start, k) => {
    out[k >> 3] = (out[k >> 3] as number) | ((buffers[k]?.[start] ?? 0) << (k & 7));
  });
  return out;
}
