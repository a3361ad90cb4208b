/** Finds bytes, in AssemblyScript. */

/**
 * The offset of `needle[0, length)` in `[start, end)`, or -1. Compares its first and last byte at sixteen
 * offsets at once, and skips sixty-four where neither occurs.
 */
export function find(start: i32, end: i32, needle: i32, length: i32): i32 {
  const first = i8x16.splat(load<i8>(needle));
  const last = i8x16.splat(load<i8>(needle + length - 1));
  const stop = end - length;
  const reach = length - 1;
  for (let at = start; at <= stop; at += 16) {
    while (at + 64 <= stop) {
      const a = v128.and(
        i8x16.eq(v128.load(at), first),
        i8x16.eq(v128.load(at + reach), last),
      );
      const b = v128.and(
        i8x16.eq(v128.load(at, 16), first),
        i8x16.eq(v128.load(at + reach, 16), last),
      );
      const c = v128.and(
        i8x16.eq(v128.load(at, 32), first),
        i8x16.eq(v128.load(at + reach, 32), last),
      );
      const d = v128.and(
        i8x16.eq(v128.load(at, 48), first),
        i8x16.eq(v128.load(at + reach, 48), last),
      );
      if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) break;
      at += 64;
    }
    const both = v128.and(
      i8x16.eq(v128.load(at), first),
      i8x16.eq(v128.load(at + reach), last),
    );
    let mask = i8x16.bitmask(both);
    while (mask != 0) {
      const place = at + <i32>ctz(mask);
      if (place <= stop && memory.compare(place, needle, length) == 0) return place;
      mask &= mask - 1;
    }
  }
  return -1;
}
