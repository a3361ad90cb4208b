import { readAt } from "../store/read-at.ts";
import { bad } from "./bad-parquet.ts";
import type { PageCodec } from "./codecs.ts";
import type { Chunk, ParquetFile } from "./footer.ts";
import type { LeafRows } from "./leaf-rows.ts";
import { bitsFor, readHybrid } from "./levels.ts";
import { type PageValues, readValues } from "./page-values.ts";
import type { Leaf } from "./schema.ts";
import { readThrift, type ThriftStruct } from "./thrift.ts";

/** The kinds of pages, by number. */
const PAGE = { data: 0, dictionary: 2, dataV2: 3 };

/** A page of data: levels of all entries, and the values of those that have one. */
interface Page {
  readonly count: number;
  readonly repetitions: Uint8Array;
  readonly definitions: Uint8Array;
  readonly values: PageValues;
}

/** Bytes read at a time, at least. */
const READ_BYTES = 256 * 1024;

/** Reads a chunk of a leaf row by row, a page in memory at a time. */
export class LeafReader {
  /** The bytes of the dictionary; undefined where there was none yet. */
  dictionary: PageValues | undefined;
  private readonly file: ParquetFile;
  private readonly leaf: Leaf;
  private readonly chunk: Chunk;
  private readonly codec: PageCodec;
  /** Bytes of the chunk, from `start` in the file, of which those before `used` were read. */
  private window: Buffer = Buffer.alloc(0);
  private start: number;
  private used = 0;
  private page: Page | undefined;
  private entry = 0;
  private value = 0;

  constructor(
    file: ParquetFile,
    {
      leaf,
      chunk,
      codec,
    }: { readonly leaf: Leaf; readonly chunk: Chunk; readonly codec: PageCodec },
  ) {
    this.file = file;
    this.leaf = leaf;
    this.chunk = chunk;
    this.codec = codec;
    this.start = chunk.start;
  }

  /** Adds the entries of the next row. Gives the bytes of its values. */
  row(into: LeafRows): number {
    const { leaf } = this;
    let bytes = 0;
    into.beginRow();
    for (let isFirst = true; ; isFirst = false) {
      if (this.page === undefined || this.entry === this.page.count) {
        this.page = this.nextPage();
        this.entry = 0;
        this.value = 0;
        if (this.page === undefined) {
          if (isFirst) throw this.damaged();
          return bytes;
        }
      }
      const { repetitions, definitions, values } = this.page;
      const repetition = repetitions[this.entry] as number;
      if (!isFirst && repetition === 0) return bytes;
      const definition = definitions[this.entry++] as number;
      into.level(repetition, definition);
      if (definition === leaf.maxDefinition) {
        const k = this.value++;
        const start = values.starts[k] as number;
        const end = values.ends[k] as number;
        into.value(values.bytes, { start, end, index: values.indexes?.[k] ?? -1 });
        bytes += end - start;
      }
      if (leaf.maxRepetition === 0) return bytes;
    }
  }

  private nextPage(): Page | undefined {
    try {
      for (;;) {
        const header = this.header();
        if (header === undefined) return undefined;
        const body = this.take(header.number(3) ?? 0);
        const page = this.pageOf(header, body);
        if (page !== undefined && page.count > 0) return page;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isBad =
        error instanceof RangeError ||
        /^(Z_|ERR_(OUT_OF|BUFFER|_))|^bad-compression/.test(code ?? "");
      throw isBad ? this.damaged(error) : error;
    }
  }

  private pageOf(header: ThriftStruct, body: Buffer): Page | undefined {
    const size = header.number(2) ?? 0;
    switch (header.number(1)) {
      case PAGE.dictionary: {
        const count = header.struct(7)?.number(1) ?? 0;
        const bytes = this.codec.decompress(body, size);
        const about = { start: 0, count, encoding: 0, leaf: this.leaf, dictionary: undefined };
        this.dictionary = readValues(bytes, about);
        return undefined;
      }
      case PAGE.data:
        return this.dataPage(this.codec.decompress(body, size), header.struct(5));
      case PAGE.dataV2:
        return this.dataPageV2(body, { size, header: header.struct(8) });
      default:
        return undefined;
    }
  }

  private dataPage(bytes: Buffer, header: ThriftStruct | undefined): Page {
    const { maxRepetition, maxDefinition } = this.leaf;
    const count = header?.number(1) ?? 0;
    let at = 0;
    const levels = (most: number, encoding: number | undefined) => {
      if (most === 0) return new Uint8Array(count);
      if (encoding !== 3) throw new RangeError("levels in an encoding of old");
      const length = bytes.readUInt32LE(at);
      const range = { start: at + 4, end: at + 4 + length, bits: bitsFor(most) };
      at += 4 + length;
      return readHybrid(bytes, range, new Uint8Array(count));
    };
    const repetitions = levels(maxRepetition, header?.number(4));
    const definitions = levels(maxDefinition, header?.number(3));
    return this.withValues(bytes, {
      at,
      count,
      repetitions,
      definitions,
      encoding: header?.number(2) ?? 0,
    });
  }

  private dataPageV2(
    body: Buffer,
    { size, header }: { readonly size: number; readonly header: ThriftStruct | undefined },
  ): Page {
    const { maxRepetition, maxDefinition } = this.leaf;
    const count = header?.number(1) ?? 0;
    const definitionBytes = header?.number(5) ?? 0;
    const repetitionBytes = header?.number(6) ?? 0;
    const levelBytes = definitionBytes + repetitionBytes;
    const levels = (most: number, start: number, end: number) =>
      readHybrid(body, { start, end, bits: bitsFor(most) }, new Uint8Array(count));
    const repetitions = levels(maxRepetition, 0, repetitionBytes);
    const definitions = levels(maxDefinition, repetitionBytes, levelBytes);
    const rest = body.subarray(levelBytes);
    const isPlain = header?.get(7) === false || rest.length === 0;
    const bytes = isPlain ? rest : this.codec.decompress(rest, size - levelBytes);
    return this.withValues(bytes, {
      at: 0,
      count,
      repetitions,
      definitions,
      encoding: header?.number(4) ?? 0,
    });
  }

  private withValues(
    bytes: Buffer,
    {
      at,
      encoding,
      ...page
    }: Omit<Page, "values"> & { readonly at: number; readonly encoding: number },
  ): Page {
    const { maxDefinition } = this.leaf;
    let count = 0;
    for (const definition of page.definitions) if (definition === maxDefinition) count++;
    const about = { start: at, count, encoding, leaf: this.leaf, dictionary: this.dictionary };
    return { ...page, values: readValues(bytes, about) };
  }

  /** The header of the next page; undefined at the end of the chunk. */
  private header(): ThriftStruct | undefined {
    const { chunk } = this;
    if (this.start + this.used >= chunk.start + chunk.bytes) return undefined;
    for (let size = 1024; ; size *= 8) {
      const isAll = this.fill(size);
      try {
        const { struct, end } = readThrift(this.window, this.used);
        this.used = end;
        return struct;
      } catch (error) {
        if (isAll || !(error instanceof RangeError)) throw error;
      }
    }
  }

  private take(size: number): Buffer {
    this.fill(size);
    if (this.used + size > this.window.length) throw new RangeError("a page that ends too soon");
    this.used += size;
    return this.window.subarray(this.used - size, this.used);
  }

  /** Has that many bytes in the window, if the chunk has them; says whether they are its last. */
  private fill(size: number): boolean {
    const { start, bytes } = this.chunk;
    const end = start + bytes;
    if (this.window.length - this.used < size) {
      this.start += this.used;
      const length = Math.min(end - this.start, Math.max(size, READ_BYTES));
      this.window = readAt(this.file.descriptor, this.start, length);
      this.used = 0;
    }
    return this.start + this.window.length >= end;
  }

  private damaged(cause?: unknown): Error {
    const { message } = (cause ?? {}) as { message?: string };
    const why = message === undefined ? "" : ` (${message})`;
    return bad(
      `Parquet whose column ${this.leaf.path} is damaged${why}`,
      "copy or download the file again",
    );
  }
}
