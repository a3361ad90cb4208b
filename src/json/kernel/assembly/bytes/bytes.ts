/** Compares sixteen bytes at a time, in AssemblyScript. */

@inline
export function isByte(bytes: v128, byte: i8): v128 {
  return i8x16.eq(bytes, i8x16.splat(byte));
}

/** Which bytes are in the `count` values from `first` on. */
@inline
export function isFrom(bytes: v128, first: i8, count: i8): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(count - 1));
}

/** Control characters, and bytes beyond ASCII, which are below the space as signed numbers. */
@inline
export function isOutside(bytes: v128): v128 {
  return i8x16.lt_s(bytes, i8x16.splat(0x20));
}

/** Whether a byte ends a run of plain text. */
@inline
export function isSpecial(bytes: v128): v128 {
  return v128.or(v128.or(isByte(bytes, 0x22), isByte(bytes, 0x5c)), isOutside(bytes));
}

/** The first `length` of sixteen bytes, the others zeroed. */
@inline
export function ofLength(bytes: v128, length: i32): v128 {
  const places = v128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(bytes, i8x16.lt_s(places, i8x16.splat(<i8>length)));
}

/** Whether `length` bytes are the same in two places. */
export function areSame(one: i32, other: i32, length: i32): bool {
  let at: i32 = 0;
  for (; at + 16 < length; at += 16)
    if (v128.any_true(v128.xor(v128.load(one + at), v128.load(other + at)))) return false;
  const rest = v128.xor(v128.load(one + at), v128.load(other + at));
  return !v128.any_true(ofLength(rest, length - at));
}

/** One bit for each of 64 bytes. */
@inline
export function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(a)) |
    (<u64>(<u32>i8x16.bitmask(b)) << 16) |
    (<u64>(<u32>i8x16.bitmask(c)) << 32) |
    (<u64>(<u32>i8x16.bitmask(d)) << 48)
  );
}

/** One bit for each of 32 bytes. */
@inline
export function bits32(a: v128, b: v128): u32 {
  return <u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16);
}
