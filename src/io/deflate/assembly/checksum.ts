/** CRC-32 (RFC 1952), eight bytes at a time. */
import { SUMS } from "./deflate-memory";

const POLYNOMIAL: u32 = 0xedb88320;

/** Fills the tables: to be called once. */
export function start(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
    store<u32>(SUMS + (byte << 2), sum);
  }
  for (let at = 256; at < 8 * 256; at++) {
    const before = load<u32>(SUMS + ((at - 256) << 2));
    store<u32>(SUMS + (at << 2), (before >>> 8) ^ sumOf(before & 0xff, 0));
  }
}

@inline
function sumOf(byte: u32, place: i32): u32 {
  return load<u32>(SUMS + (place << 10) + (byte << 2));
}

/** The checksum of `[at, end)`. */
export function crc32(at: i32, end: i32): u32 {
  let sum: u32 = 0xffffffff;
  for (; at + 8 <= end; at += 8) {
    const low = load<u32>(at) ^ sum;
    const high = load<u32>(at + 4);
    sum =
      sumOf(low & 0xff, 7) ^
      sumOf((low >>> 8) & 0xff, 6) ^
      sumOf((low >>> 16) & 0xff, 5) ^
      sumOf(low >>> 24, 4) ^
      sumOf(high & 0xff, 3) ^
      sumOf((high >>> 8) & 0xff, 2) ^
      sumOf((high >>> 16) & 0xff, 1) ^
      sumOf(high >>> 24, 0);
  }
  for (; at < end; at++) sum = (sum >>> 8) ^ sumOf((sum ^ load<u8>(at)) & 0xff, 0);
  return ~sum;
}
