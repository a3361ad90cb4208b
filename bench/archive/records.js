/** The records that both entrants take: keys as digests are, places as a log has them. */
import { createHash } from "node:crypto";

const KEY_BYTES = 16;

/** The key of the record with a number. */
export function keyOf(number) {
  return createHash("sha256").update(`record ${number}`).digest().subarray(0, KEY_BYTES);
}

/** Where the record with a number lies. */
export function locationOf(number) {
  return { offset: number * 4321, length: 60_000 + (number % 1000), flags: number & 1 };
}

/** Keys by their number, in one piece of memory: a million objects would be what is measured. */
export function makeKeys(count) {
  const bytes = Buffer.alloc(count * KEY_BYTES);
  for (let number = 0; number < count; number++) keyOf(number).copy(bytes, number * KEY_BYTES);
  return {
    count,
    key: (number) => bytes.subarray(number * KEY_BYTES, (number + 1) * KEY_BYTES),
  };
}
