/** The symbols of lengths and distances (RFC 1951, 3.2.5): each a number, and bits that go with it. */
import { FIRST_DISTANCE } from "./deflate-memory";

const FIRST_LENGTH: i32 = 257;
const LONGEST: i32 = 258;

@inline
export function lengthBits(length: i32): i32 {
  const x = length - 3;
  return x < 8 || length == LONGEST ? 0 : 29 - clz(x);
}

@inline
export function lengthSymbol(length: i32): i32 {
  if (length == LONGEST) return FIRST_LENGTH + 28;
  const bits = lengthBits(length);
  return FIRST_LENGTH + (bits << 2) + ((length - 3) >> bits);
}

@inline
export function distanceBits(distance: i32): i32 {
  const x = distance - 1;
  return x < 4 ? 0 : 30 - clz(x);
}

/** Counted among all symbols. */
@inline
export function distanceSymbol(distance: i32): i32 {
  const bits = distanceBits(distance);
  return FIRST_DISTANCE + (bits << 1) + ((distance - 1) >> bits);
}
