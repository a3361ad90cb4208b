/** The records that both entrants take: keys as digests are, places as a log has them. */
import { createHash } from "node:crypto";

/** The key of the record with a number. */
export function keyOf(number) {
  return createHash("sha256").update(`record ${number}`).digest().subarray(0, 16);
}

/** Where the record with a number lies. */
export function locationOf(number) {
  return { offset: number * 4321, length: 60_000 + (number % 1000), flags: number & 1 };
}

export function makeRecords(count) {
  return Array.from({ length: count }, (_, number) => {
    const location = locationOf(number);
    const value = Buffer.alloc(16);
    value.writeUInt32LE(location.offset % 2 ** 32, 0);
    value.writeUInt32LE(Math.floor(location.offset / 2 ** 32), 4);
    value.writeUInt32LE(location.length, 8);
    value.writeUInt32LE(location.flags, 12);
    return { key: keyOf(number), location, value };
  });
}
