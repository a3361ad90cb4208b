import { nextPage, RECORDS_PER_PAGE, recordCount, recordStart } from "./index-page.ts";
import { bucketOf, type LinearHash, MAX_LOAD, primaryPage } from "./linear-hash.ts";
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
  const { shape } = table;
  const faults: string[] = [];
  const used = new Set<number>();
  let records = 0;
  let pages = 0;
  let longestChain = 0;

  const use = (number: number, where: string) => {
    if (used.has(number)) faults.push(`overflow page ${number} is in ${where} and elsewhere`);
    if (number < 1 || number > shape.overflowPages)
      faults.push(`overflow page ${number} is beyond the ${shape.overflowPages} there are`);
    const isNew = !used.has(number) && number <= shape.overflowPages;
    used.add(number);
    return isNew;
  };
  const look = (page: Buffer, bucket: number) => {
    const count = recordCount(page);
    if (count > RECORDS_PER_PAGE) faults.push(`bucket ${bucket}: a page of ${count} records`);
    records += count;
    pages++;
    for (let index = 0; index < Math.min(count, RECORDS_PER_PAGE); index++) {
      const belongs = bucketOf(hashOf(page, recordStart(index)), shape);
      if (belongs !== bucket) faults.push(`bucket ${bucket}: a record of bucket ${belongs}`);
    }
  };

  for (let bucket = 0; bucket < shape.buckets; bucket++) {
    const before = pages;
    let page = table.primary.read(primaryPage(bucket));
    look(page, bucket);
    for (let next = nextPage(page); next !== 0; next = nextPage(page)) {
      if (recordCount(page) !== RECORDS_PER_PAGE)
        faults.push(`bucket ${bucket}: a page before the last has room`);
      if (!use(next, `bucket ${bucket}`)) break;
      page = table.overflow.read(next);
      look(page, bucket);
      if (recordCount(page) === 0) faults.push(`bucket ${bucket}: an empty overflow page`);
    }
    longestChain = Math.max(longestChain, pages - before);
  }
  for (let free = shape.freePage; free !== 0; free = nextPage(table.overflow.read(free)))
    if (!use(free, "the free pages")) break;

  if (used.size !== shape.overflowPages)
    faults.push(`${shape.overflowPages} overflow pages, ${used.size} of them in use or free`);
  if (records !== shape.records) faults.push(`${shape.records} records, ${records} of them found`);
  if (shape.buckets > 2 ** shape.bits || shape.buckets <= Math.floor(2 ** (shape.bits - 1)))
    faults.push(`${shape.buckets} buckets do not go with ${shape.bits} bits`);
  if (records / (shape.buckets * RECORDS_PER_PAGE) > MAX_LOAD)
    faults.push(`${records} records are too many for ${shape.buckets} buckets`);
  return { faults, longestChain, averageChain: pages / shape.buckets };
}
