/** Bits on their way out, the first lowest. */

let waiting: u64 = 0;
let bits: i32 = 0;
export let out: i32 = 0;

export function startBits(at: i32): void {
  waiting = 0;
  bits = 0;
  out = at;
}

/** Takes up to 57 bits. */
@inline
export function put(value: u64, length: i32): void {
  waiting |= value << bits;
  bits += length;
}

/** Writes the whole bytes there are: up to 56 bits may be put after that. */
@inline
export function flush(): void {
  store<u64>(out, waiting);
  const bytes = bits >> 3;
  out += bytes;
  waiting >>= bytes << 3;
  bits &= 7;
}

/** Writes what is left, and zeros up to the end of the byte. */
export function endBits(): i32 {
  if (bits > 0) {
    bits = (bits + 7) & ~7;
    flush();
  }
  return out;
}
