/** How often symbols are in a block. */
import { COUNTS } from "./deflate-memory";

@inline
export function count(symbol: i32): void {
  const at = COUNTS + (symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
}

@inline
export function countOf(symbol: i32): u32 {
  return load<u32>(COUNTS + (symbol << 2));
}

/** Forgets the counts of `length` symbols from `first` on. */
export function clearCounts(first: i32, length: i32): void {
  memory.fill(COUNTS + (first << 2), 0, length << 2);
}
