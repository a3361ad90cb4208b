import {
  addRecord,
  nextPage,
  RECORD_BYTES,
  RECORDS_PER_PAGE,
  recordCount,
  recordStart,
  recordsWith,
  setNextPage,
  setRecordCount,
} from "./index-page.ts";
import type { IndexPages } from "./index-pages.ts";
import { hashOf, type Location, locate, locationOf } from "./record.ts";

/** How full pages may be on average before a bucket is added. */
export const MAX_LOAD = 0.8;

/** The numbers that describe the layout of a table. */
export interface TableShape {
  records: number;
  /** Buckets, N: bucket `b` is primary page `b + 1`. */
  buckets: number;
  /** Bits of the hash that select a bucket, I: `2^(I-1) < N <= 2^I`. */
  bits: number;
  /** Overflow pages, numbered from 1. */
  overflowPages: number;
  /** The first overflow page that is in no chain; 0 if there is none. Each names the next. */
  freePage: number;
}

/**
 * A linear hash table (Litwin 1980): keys of 16 bytes, each with any number of locations. It grows by one bucket
 * at a time: when the load passes 0.8, the records of one bucket are divided between it and the new one. A bucket
 * is a chain of a primary page and overflow pages.
 */
export class LinearHash {
  readonly shape: TableShape;
  readonly primary: IndexPages;
  readonly overflow: IndexPages;

  constructor(primary: IndexPages, overflow: IndexPages, shape?: TableShape) {
    this.primary = primary;
    this.overflow = overflow;
    this.shape = shape ?? { records: 0, buckets: 1, bits: 0, overflowPages: 0, freePage: 0 };
    if (shape === undefined) primary.add(primaryPage(0));
  }

  /** Makes an empty table large enough for as many records: growing moves each of them several times. */
  reserve(records: number): void {
    const { shape, primary } = this;
    const buckets = Math.ceil(records / (RECORDS_PER_PAGE * MAX_LOAD));
    while (shape.buckets < buckets) primary.add(primaryPage(shape.buckets++));
    shape.bits = Math.ceil(Math.log2(shape.buckets));
  }

  /** Adds records that lie in a row, with this location. */
  insert(records: Buffer, location: Omit<Location, "flags">): void {
    locate(records, location);
    for (let at = 0; at < records.length; at += RECORD_BYTES) this.add(records, at);
  }

  private add(records: Buffer, at: number): void {
    this.append(bucketOf(hashOf(records, at), this.shape), records, at);
    this.shape.records++;
    const { records: count, buckets } = this.shape;
    if (count / (buckets * RECORDS_PER_PAGE) > MAX_LOAD) this.grow();
  }

  /** The locations of the keys that begin with these hex digits, 12 to 32. */
  find(prefix: string): readonly Location[] {
    const start = Buffer.from(prefix.slice(0, prefix.length & ~1), "hex");
    const half = prefix.length % 2 === 0 ? undefined : Number.parseInt(prefix.slice(-1), 16);
    const found: Location[] = [];
    for (const page of this.chain(bucketOf(hashOf(start), this.shape))) {
      for (const record of recordsWith(page, start)) {
        if (half !== undefined && (record[start.length] ?? 0) >> 4 !== half) continue;
        found.push(locationOf(record));
      }
    }
    return found;
  }

  /** The pages of a bucket, from the primary one on. */
  *chain(bucket: number): Iterable<Buffer> {
    let page = this.primary.read(primaryPage(bucket));
    yield page;
    for (let next = nextPage(page); next !== 0; next = nextPage(page)) {
      page = this.overflow.read(next);
      yield page;
    }
  }

  /** Adds a record to the first page of a chain that has room, or to a new page at its end. */
  private append(bucket: number, from: Buffer, at: number): void {
    let pages: IndexPages = this.primary;
    let number = primaryPage(bucket);
    for (;;) {
      const page = pages.read(number);
      if (recordCount(page) < RECORDS_PER_PAGE) {
        addRecord(pages.change(number), from, at);
        return;
      }
      let next = nextPage(page);
      if (next === 0) {
        next = this.takePage();
        setNextPage(pages.change(number), next);
      }
      pages = this.overflow;
      number = next;
    }
  }

  private grow(): void {
    const { shape } = this;
    shape.buckets++;
    if (shape.buckets > 2 ** shape.bits) shape.bits++;
    const added = shape.buckets - 1;
    const split = added ^ (2 ** (shape.bits - 1));
    this.primary.add(primaryPage(added));
    for (const page of this.empty(split)) {
      const count = recordCount(page);
      for (let index = 0; index < count; index++) {
        const at = recordStart(index);
        this.append(bucketOf(hashOf(page, at), shape), page, at);
      }
    }
  }

  /** Empties a bucket and frees its overflow pages. Returns copies of the pages. */
  private empty(bucket: number): readonly Buffer[] {
    const pages = Array.from(this.chain(bucket), (page) => Buffer.from(page));
    const first = this.primary.change(primaryPage(bucket));
    let next = nextPage(first);
    setRecordCount(first, 0);
    setNextPage(first, 0);
    while (next !== 0) {
      const page = this.overflow.change(next);
      const after = nextPage(page);
      setRecordCount(page, 0);
      setNextPage(page, this.shape.freePage);
      this.shape.freePage = next;
      next = after;
    }
    return pages;
  }

  private takePage(): number {
    const { shape } = this;
    const free = shape.freePage;
    if (free === 0) {
      shape.overflowPages++;
      this.overflow.add(shape.overflowPages);
      return shape.overflowPages;
    }
    const page = this.overflow.change(free);
    shape.freePage = nextPage(page);
    setNextPage(page, 0);
    return free;
  }
}

/** The primary page of a bucket; page 0 is the header. */
export function primaryPage(bucket: number): number {
  return bucket + 1;
}

/** The low I bits of the hash, or one bit less where that is beyond the last bucket. */
export function bucketOf(hash: number, { bits, buckets }: TableShape): number {
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const bucket = (hash & mask) >>> 0;
  return bucket < buckets ? bucket : (hash & (mask >>> 1)) >>> 0;
}
