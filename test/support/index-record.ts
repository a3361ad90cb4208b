import { RECORD_BYTES } from "../../src/archive/index/index-page.ts";
import type { LinearHash } from "../../src/archive/index/linear-hash.ts";
import { FLAGS_AT, type Location } from "../../src/archive/index/record.ts";

/** Inserts a record of this key, of whose bytes the first 16 count. */
export function insertRecord(table: LinearHash, key: Buffer, location: Location): void {
  const record = Buffer.alloc(RECORD_BYTES);
  key.copy(record, 0, 0, 16);
  record.writeUInt32LE(location.flags, FLAGS_AT);
  table.insert(record, location);
}
