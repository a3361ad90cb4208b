/** The bits that levels and indexes up to a number take. */
export function bitsFor(most: number): number {
  return most === 0 ? 0 : 32 - Math.clz32(most);
}

/**
 * Reads numbers of a fixed width from runs and packed groups, as Parquet writes levels and indexes of dictionaries;
 * a `RangeError` where the bytes end before them.
 */
export function readHybrid<T extends Uint8Array | Int32Array>(
  bytes: Buffer,
  { start, end, bits }: { readonly start: number; readonly end: number; readonly bits: number },
  into: T,
): T {
  let at = start;
  let filled = 0;
  if (bits === 0) return into;
  while (filled < into.length) {
    if (at >= end) throw new RangeError("levels that end too soon");
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      head |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if ((head & 1) === 0) {
      const size = (bits + 7) >> 3;
      const value = bytes.readUIntLE(at, size);
      at += size;
      const count = Math.min(head >>> 1, into.length - filled);
      into.fill(value, filled, filled + count);
      filled += count;
    } else {
      const count = Math.min((head >>> 1) * 8, into.length - filled);
      unpack(bytes, { at, bits, count }, { into, filled });
      at += (head >>> 1) * bits;
      filled += count;
    }
  }
  return into;
}

/** Bits of numbers that, with 7 of the next, fit in 32. */
const MOST_SMALL_BITS = 24;

function unpack(
  bytes: Buffer,
  {
    at: start,
    bits,
    count,
  }: { readonly at: number; readonly bits: number; readonly count: number },
  { into, filled }: { readonly into: Uint8Array | Int32Array; readonly filled: number },
): void {
  let at = start;
  let held = 0;
  let rest = 0;
  if (bits <= MOST_SMALL_BITS) {
    const mask = 2 ** bits - 1;
    for (let k = 0; k < count; k++) {
      for (; held < bits; held += 8) rest |= (bytes[at++] ?? 0) << held;
      into[filled + k] = rest & mask;
      rest >>>= bits;
      held -= bits;
    }
    return;
  }
  const base = 2 ** bits;
  for (let k = 0; k < count; k++) {
    // Numbers of up to 32 bits and 7 of the next do not fit in 32: sums of doubles do.
    for (; held < bits; held += 8) rest += (bytes[at++] ?? 0) * 2 ** held;
    into[filled + k] = rest % base;
    rest = Math.floor(rest / base);
    held -= bits;
  }
}

/** Writes numbers of a fixed width as runs and packed groups. */
export function writeHybrid(values: ArrayLike<number>, bits: number): Buffer {
  const out: number[] = [];
  const size = (bits + 7) >> 3;
  let at = 0;
  let packedFrom = 0;
  const run = (from: number) => {
    let end = from + 1;
    while (end < values.length && values[end] === values[from]) end++;
    return end - from;
  };
  while (at < values.length) {
    const length = run(at);
    const isWhole = (at - packedFrom) % 8 === 0;
    if (isWhole && length >= 8) {
      pack(values, { from: packedFrom, to: at, bits }, out);
      varint(length * 2, out);
      for (let k = 0; k < size; k++) out.push(((values[at] as number) / 2 ** (8 * k)) & 255);
      at += length;
      packedFrom = at;
    } else at += isWhole ? Math.min(length, 8) : Math.min(length, 8 - ((at - packedFrom) % 8));
  }
  pack(values, { from: packedFrom, to: values.length, bits }, out);
  return Buffer.from(out);
}

/** Packs numbers in groups of eight; what is missing in the last is 0. */
function pack(
  values: ArrayLike<number>,
  { from, to, bits }: { readonly from: number; readonly to: number; readonly bits: number },
  out: number[],
): void {
  if (from === to) return;
  const groups = Math.ceil((to - from) / 8);
  varint(groups * 2 + 1, out);
  let held = 0;
  let rest = 0;
  for (let k = from; k < from + groups * 8; k++) {
    rest += (k < to ? (values[k] as number) : 0) * 2 ** held;
    for (held += bits; held >= 8; held -= 8) {
      out.push(rest % 256);
      rest = Math.floor(rest / 256);
    }
  }
}

function varint(value: number, out: number[]): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  out.push(rest);
}
