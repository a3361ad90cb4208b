import { crc32 } from "../../io/compression/crc32.ts";

/** Bytes of a page of either file. */
export const PAGE_BYTES = 4096;

/** Bytes of the key of a record. */
export const KEY_BYTES = 16;

/** A record: key, offset (8 bytes), length (4), flags (4). Numbers are little-endian everywhere. */
export const RECORD_BYTES = 32;

/** Bytes before the records: checksum, record count, next page, own number; the rest is zero. */
const PAGE_HEADER_BYTES = 32;

/** Records that a page has room for. */
export const RECORDS_PER_PAGE = (PAGE_BYTES - PAGE_HEADER_BYTES) / RECORD_BYTES;

const CHECKSUM_AT = 0;
const COUNT_AT = 4;
const NEXT_AT = 8;
const NUMBER_AT = 12;

/** An empty page with its number. */
export function newPage(number: number): Buffer {
  return clearPage(Buffer.allocUnsafe(PAGE_BYTES), number);
}

/** Clears memory to an empty page with its number. */
export function clearPage(page: Buffer, number: number): Buffer {
  page.fill(0);
  page.writeUInt32LE(number, NUMBER_AT);
  return page;
}

export function recordCount(page: Buffer): number {
  return page.readUInt16LE(COUNT_AT);
}

export function setRecordCount(page: Buffer, count: number): void {
  page.writeUInt16LE(count, COUNT_AT);
}

/** The next overflow page of the chain; 0 if there is none. */
export function nextPage(page: Buffer): number {
  return page.readUInt32LE(NEXT_AT);
}

export function setNextPage(page: Buffer, number: number): void {
  page.writeUInt32LE(number, NEXT_AT);
}

/** Where a record of a page starts. */
export function recordStart(index: number): number {
  return PAGE_HEADER_BYTES + index * RECORD_BYTES;
}

/** The records whose keys begin with these bytes, 4 or more. */
export function recordsWith(page: Buffer, start: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  const first = start.readUInt32LE(0);
  const count = recordCount(page);
  for (let index = 0; index < count; index++) {
    // The first bytes differ in nearly every other record; comparing the rest is slow.
    const at = recordStart(index);
    if (page.readUInt32LE(at) !== first) continue;
    const record = page.subarray(at, at + RECORD_BYTES);
    if (record.compare(start, 0, start.length, 0, start.length) === 0) found.push(record);
  }
  return found;
}

/** Appends the record at offset `at` of `from` to a page that has room. */
export function addRecord(page: Buffer, from: Buffer, at: number): void {
  const count = recordCount(page);
  const start = recordStart(count);
  // Faster than `copy` for these few bytes.
  for (let k = 0; k < RECORD_BYTES; k++) page[start + k] = from[at + k] ?? 0;
  setRecordCount(page, count + 1);
}

/** Updates the checksum to the page's content. */
export function sealPage(page: Buffer): void {
  page.writeUInt32LE(crc32(page.subarray(COUNT_AT)), CHECKSUM_AT);
}

/** Whether a page is intact, and has this number. */
export function isWhole(page: Buffer, number: number): boolean {
  return (
    page.length === PAGE_BYTES &&
    page.readUInt32LE(NUMBER_AT) === number &&
    page.readUInt32LE(CHECKSUM_AT) === crc32(page.subarray(COUNT_AT))
  );
}
