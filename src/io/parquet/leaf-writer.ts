import { createSpool, type Spool } from "../store/spool.ts";
import type { PageCodec } from "./codecs.ts";
import type { LeafRows } from "./leaf-rows.ts";
import { bitsFor, writeHybrid } from "./levels.ts";
import { PlainValues } from "./plain-values.ts";
import { roomFor } from "./room-for.ts";
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
  /** The page that is gathered: levels of its entries, values, and their places in the dictionary of before. */
  private repetitions = new Uint8Array(1024);
  private definitions = new Uint8Array(1024);
  private entries = 0;
  private readonly plain: PlainValues;
  private indexes = new Int32Array(256);
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
    this.plain = new PlainValues(leaf);
    this.dictionary =
      dictionaryBytes === undefined ? undefined : new ValueDictionary(leaf, dictionaryBytes);
  }

  /** Adds a row. */
  row(rows: LeafRows, row: number): void {
    this.addLevels(rows, row);
    const { plain } = this;
    for (let k = rows.rowValues[row] as number, end = rows.valuesEnd(row); k < end; k++) {
      const place = plain.count;
      plain.add(rows.source(k), rows.starts[k] as number, rows.ends[k] as number);
      if (place === this.indexes.length) this.indexes = roomFor(this.indexes, place + 1);
      this.indexes[place] = rows.indexes[k] as number;
    }
    if (plain.size >= PAGE_BYTES || this.entries >= PAGE_ENTRIES) this.endPage();
  }

  private addLevels(rows: LeafRows, row: number): void {
    const start = rows.rowEntries[row] as number;
    const end = rows.entriesEnd(row);
    const entries = this.entries + end - start;
    if (entries > this.definitions.length) {
      this.repetitions = roomFor(this.repetitions, entries);
      this.definitions = roomFor(this.definitions, entries);
    }
    this.repetitions.set(rows.repetitions.subarray(start, end), this.entries);
    this.definitions.set(rows.definitions.subarray(start, end), this.entries);
    this.entries = entries;
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
    const { leaf, plain, entries: count } = this;
    if (count === 0) return;
    this.values += count;
    const indexes = this.dictionary?.indexesOf(plain, this.indexes.subarray(0, plain.count));
    const encoding = indexes === undefined ? PLAIN : DICTIONARY;
    this.encodings.add(encoding);
    const body = Buffer.concat([
      levels(this.repetitions.subarray(0, count), leaf.maxRepetition),
      levels(this.definitions.subarray(0, count), leaf.maxDefinition),
      ...(indexes === undefined ? [plain.encoded()] : indexValues(indexes)),
    ]);
    this.entries = 0;
    plain.clear();
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
    return this.pageOf(dictionary.values.encoded(), { kind: 2, field: 7, header });
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

function levels(values: Uint8Array, most: number): Buffer {
  if (most === 0) return Buffer.alloc(0);
  const body = writeHybrid(values, bitsFor(most));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

function indexValues(indexes: Int32Array): readonly Buffer[] {
  let most = 0;
  for (const index of indexes) most = Math.max(most, index);
  const bits = Math.max(1, bitsFor(most));
  return [Buffer.from([bits]), writeHybrid(indexes, bits)];
}
