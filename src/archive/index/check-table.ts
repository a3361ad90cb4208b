import { nextPage, RECORDS_PER_PAGE, recordCount, recordStart } from "./index-page.ts";
import {
  bucketOf,
  type LinearHash,
  MAX_LOAD,
  primaryPage,
  type TableShape,
} from "./linear-hash.ts";
import { hashOf } from "./record.ts";

/** The state of a table, page by page. */
export interface TableCheck {
  /** Its faults, in words. */
  readonly faults: readonly string[];
  /** Pages of the longest chain. */
  readonly longestChain: number;
  /** Pages that a lookup reads on average, if all buckets are equally likely. */
  readonly averageChain: number;
}

/** Walks every page of a table, and collects its faults. */
export function checkTable(table: LinearHash): TableCheck {
  const walk = new TableWalk(table);
  for (let bucket = 0; bucket < table.shape.buckets; bucket++) walk.bucket(bucket);
  walk.freePages();
  return {
    faults: [...walk.faults, ...faultsOfShape(table.shape, walk)],
    longestChain: walk.longestChain,
    averageChain: walk.pages / table.shape.buckets,
  };
}

/** Visits the pages of a table, counts them and their records, and notes faults. */
class TableWalk {
  readonly faults: string[] = [];
  /** Overflow pages that are in a chain, by number. */
  readonly used = new Set<number>();
  records = 0;
  pages = 0;
  longestChain = 0;
  private readonly table: LinearHash;

  constructor(table: LinearHash) {
    this.table = table;
  }

  /** Walks the chain of a bucket. */
  bucket(bucket: number): void {
    const { primary, overflow } = this.table;
    const before = this.pages;
    let page = primary.read(primaryPage(bucket));
    this.check(page, bucket);
    for (let next = nextPage(page); next !== 0; next = nextPage(page)) {
      if (recordCount(page) !== RECORDS_PER_PAGE)
        this.faults.push(`bucket ${bucket}: a page before the last has room`);
      if (!this.use(next, `bucket ${bucket}`)) break;
      page = overflow.read(next);
      this.check(page, bucket);
      if (recordCount(page) === 0) this.faults.push(`bucket ${bucket}: an empty overflow page`);
    }
    this.longestChain = Math.max(this.longestChain, this.pages - before);
  }

  freePages(): void {
    const { shape, overflow } = this.table;
    for (let free = shape.freePage; free !== 0; free = nextPage(overflow.read(free)))
      if (!this.use(free, "the free pages")) break;
  }

  /** Marks an overflow page as used. False if it cannot be read as the next page of a chain. */
  private use(number: number, where: string): boolean {
    const { overflowPages } = this.table.shape;
    const isUsed = this.used.has(number);
    if (isUsed) this.faults.push(`overflow page ${number} is in ${where} and elsewhere`);
    if (number < 1 || number > overflowPages)
      this.faults.push(`overflow page ${number} is beyond the ${overflowPages} there are`);
    this.used.add(number);
    return !isUsed && number <= overflowPages;
  }

  /** Checks that the records of a page belong to its bucket. */
  private check(page: Buffer, bucket: number): void {
    const count = recordCount(page);
    if (count > RECORDS_PER_PAGE) this.faults.push(`bucket ${bucket}: a page of ${count} records`);
    this.records += count;
    this.pages++;
    for (let index = 0; index < Math.min(count, RECORDS_PER_PAGE); index++) {
      const belongs = bucketOf(hashOf(page, recordStart(index)), this.table.shape);
      if (belongs !== bucket) this.faults.push(`bucket ${bucket}: a record of bucket ${belongs}`);
    }
  }
}

/** Faults of the header's numbers, compared with the pages visited. */
function* faultsOfShape(
  { overflowPages, records, buckets, bits }: TableShape,
  walk: TableWalk,
): Iterable<string> {
  if (walk.used.size !== overflowPages)
    yield `${overflowPages} overflow pages, ${walk.used.size} of them in use or free`;
  if (walk.records !== records) yield `${records} records, ${walk.records} of them found`;
  if (buckets > 2 ** bits || buckets <= Math.floor(2 ** (bits - 1)))
    yield `${buckets} buckets do not go with ${bits} bits`;
  if (walk.records / (buckets * RECORDS_PER_PAGE) > MAX_LOAD)
    yield `${walk.records} records are too many for ${buckets} buckets`;
}
