import { KEY_BYTES, RECORD_BYTES } from "./index-page.ts";

/** The location of an entry, from the record of its key. */
export interface Location {
  readonly offset: number;
  readonly length: number;
  /** 32 bits. */
  readonly flags: number;
}

const OFFSET_AT = KEY_BYTES;
const LENGTH_AT = OFFSET_AT + 8;
export const FLAGS_AT = LENGTH_AT + 4;

/** Sets the location of the records that lie in a row, without their flags. */
export function locate(records: Buffer, { offset, length }: Omit<Location, "flags">): void {
  if (records.length === 0) return;
  records.writeUInt32LE(offset % 2 ** 32, OFFSET_AT);
  records.writeUInt32LE(Math.floor(offset / 2 ** 32), OFFSET_AT + 4);
  records.writeUInt32LE(length, LENGTH_AT);
  for (let at = RECORD_BYTES; at < records.length; at += RECORD_BYTES)
    records.copyWithin(at + OFFSET_AT, OFFSET_AT, FLAGS_AT);
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
