import { KEY_BYTES, RECORD_BYTES } from "./page.ts";

/** Where something lies: what a record says of a key. */
export interface Location {
  readonly offset: number;
  readonly length: number;
  /** 32 bits. */
  readonly flags: number;
}

const OFFSET_AT = KEY_BYTES;
const LENGTH_AT = OFFSET_AT + 8;
const FLAGS_AT = LENGTH_AT + 4;

/** A record as it lies in a page. Only the first 16 bytes of a key count. */
export function encodeRecord(key: Uint8Array, { offset, length, flags }: Location): Buffer {
  const record = Buffer.allocUnsafe(RECORD_BYTES);
  record.set(key.subarray(0, KEY_BYTES));
  record.writeUInt32LE(offset % 2 ** 32, OFFSET_AT);
  record.writeUInt32LE(Math.floor(offset / 2 ** 32), OFFSET_AT + 4);
  record.writeUInt32LE(length, LENGTH_AT);
  record.writeUInt32LE(flags >>> 0, FLAGS_AT);
  return record;
}

export function locationOf(record: Buffer): Location {
  return {
    offset: record.readUInt32LE(OFFSET_AT) + record.readUInt32LE(OFFSET_AT + 4) * 2 ** 32,
    length: record.readUInt32LE(LENGTH_AT),
    flags: record.readUInt32LE(FLAGS_AT),
  };
}

/**
 * What decides the bucket: the last 4 of the first 6 bytes of a key, so that the 12 hex digits of a
 * reference are enough to find it.
 */
export function hashOf(key: Uint8Array): number {
  const [, , a = 0, b = 0, c = 0, d = 0] = key;
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
