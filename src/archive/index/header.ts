import { newPage, RECORD_BYTES } from "./index-page.ts";
import type { TableShape } from "./linear-hash.ts";

/** The header of both files, in page 0 of the primary file. */
export interface IndexHeader {
  /** A random id of the table; page 0 of the overflow file has it as well. */
  readonly id: Buffer;
  /** Incremented by every change. */
  readonly generation: number;
  /** Whether pages are being written: until then the table is inconsistent. */
  readonly isChanging: boolean;
  readonly shape: TableShape;
  /** The bytes of the log that the table covers. */
  readonly covered: number;
  /** The last of these bytes, to recognise the log. */
  readonly logMark: Buffer;
}

/** The version of the files that this program writes, and the only one it reads. */
const INDEX_VERSION = 1;

/** Bytes of page 0 in use; the rest is zero. */
export const HEADER_BYTES = 128;

/** Bytes of an id. */
export const ID_BYTES = 12;

/** Bytes of the log by which it is recognised: they include the checksum of the last member. */
export const LOG_MARK_BYTES = 16;

const MAGIC = Buffer.from("ELHT");
const MAGIC_AT = 16;
const VERSION_AT = 20;
const RECORD_BYTES_AT = 22;
const ID_AT = 24;
const GENERATION_AT = 36;
const IS_CHANGING_AT = 44;
const SHAPE_AT = 48;
const COVERED_AT = 80;
const LOG_MARK_AT = 88;

/** The order of a shape's numbers in the header, 6 bytes each. */
const SHAPE_KEYS = ["records", "buckets", "bits", "overflowPages", "freePage"] as const;

/** The header as page 0 of the primary file. */
export function encodeHeader(header: IndexHeader): Buffer {
  const page = markedPage(header.id);
  page.writeUIntLE(header.generation, GENERATION_AT, 6);
  page.writeUInt8(header.isChanging ? 1 : 0, IS_CHANGING_AT);
  for (const [index, key] of SHAPE_KEYS.entries())
    page.writeUIntLE(header.shape[key], SHAPE_AT + 6 * index, 6);
  page.writeUIntLE(header.covered, COVERED_AT, 6);
  header.logMark.copy(page, LOG_MARK_AT);
  return page;
}

/** Page 0 of a file of this table. */
export function markedPage(id: Buffer): Buffer {
  const page = newPage(0);
  MAGIC.copy(page, MAGIC_AT);
  page.writeUInt16LE(INDEX_VERSION, VERSION_AT);
  page.writeUInt16LE(RECORD_BYTES, RECORD_BYTES_AT);
  id.copy(page, ID_AT);
  return page;
}

/** The id in a page 0; undefined if it is of another version. */
export function idOf(page: Buffer): Buffer | undefined {
  const isOurs =
    MAGIC.equals(page.subarray(MAGIC_AT, VERSION_AT)) &&
    page.readUInt16LE(VERSION_AT) === INDEX_VERSION &&
    page.readUInt16LE(RECORD_BYTES_AT) === RECORD_BYTES;
  return isOurs ? Buffer.from(page.subarray(ID_AT, ID_AT + ID_BYTES)) : undefined;
}

/** The header in page 0 of the primary file; undefined if it is of another version. */
export function decodeHeader(page: Buffer): IndexHeader | undefined {
  const id = idOf(page);
  if (id === undefined) return undefined;
  const [records = 0, buckets = 0, bits = 0, overflowPages = 0, freePage = 0] = SHAPE_KEYS.map(
    (_, index) => page.readUIntLE(SHAPE_AT + 6 * index, 6),
  );
  return {
    id,
    generation: page.readUIntLE(GENERATION_AT, 6),
    isChanging: page.readUInt8(IS_CHANGING_AT) !== 0,
    shape: { records, buckets, bits, overflowPages, freePage },
    covered: page.readUIntLE(COVERED_AT, 6),
    logMark: Buffer.from(page.subarray(LOG_MARK_AT, LOG_MARK_AT + LOG_MARK_BYTES)),
  };
}
