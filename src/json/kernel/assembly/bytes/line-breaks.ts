/** Counts line breaks, in AssemblyScript. */

/** The line breaks in `[start, end)`; sixteen bytes more can be read. */
export function lineBreaks(start: i32, end: i32): i32 {
  let count: i32 = 0;
  for (let at = start; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x0a)));
    count += popcnt(end - at < 16 ? found & ((1 << (end - at)) - 1) : found);
  }
  return count;
}
