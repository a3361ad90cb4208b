import { KEY_BYTES } from "./index-page.ts";

/** The location of an entry, from the record of its key. */
export interface Location {
  readonly offset: number;
  readonly length: number;
  /** 32 bits. */
  readonly flags: number;
}

const OFFSET_AT = KEY_BYTES;
const LENGTH_AT = OFFSET_AT + 8;
const FLAGS_AT = LENGTH_AT + 4;

/** Encodes a record into 32 bytes, as in a page. Only the first 16 bytes of a key count. */
export function encodeRecord(
  record: Buffer,
  key: Buffer,
  { offset, length, flags }: Location,
): void {
  key.copy(record, 0, 0, KEY_BYTES);
  record.writeUInt32LE(offset % 2 ** 32, OFFSET_AT);
  record.writeUInt32LE(Math.floor(offset / 2 ** 32), OFFSET_AT + 4);
  record.writeUInt32LE(length, LENGTH_AT);
  record.writeUInt32LE(flags >>> 0, FLAGS_AT);
}

export function locationOf(record: Buffer): Location {
  return {
    offset: record.readUInt32LE(OFFSET_AT) + record.readUInt32LE(OFFSET_AT + 4) * 2 ** 32,
    length: record.readUInt32LE(LENGTH_AT),
    flags: record.readUInt32LE(FLAGS_AT),
  };
}

/**
 * The hash that chooses a key's bucket: the last 4 of its first 6 bytes, so that the 12 hex digits of a reference
 * are enough to find it.
 */
export function hashOf(bytes: Buffer, keyAt = 0): number {
  return bytes.readUInt32BE(keyAt + 2);
}
