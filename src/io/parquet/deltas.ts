/**
 * Reads numbers in the encoding DELTA_BINARY_PACKED, and says where they end; a `RangeError` where the bytes end before
 * them.
 */
export function readDeltas(
  bytes: Buffer,
  start: number,
  count: number,
): { readonly values: readonly bigint[]; readonly end: number } {
  let at = start;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new RangeError("numbers that end too soon");
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const zigzag = () => {
    const value = varint();
    return (value >> 1n) ^ -(value & 1n);
  };
  const blockSize = Number(varint());
  const miniBlocks = Number(varint());
  const total = Number(varint());
  let value = zigzag();
  const values: bigint[] = total > 0 ? [value] : [];
  const perMini = blockSize / miniBlocks;
  while (values.length < total) {
    const least = zigzag();
    const widths = bytes.subarray(at, at + miniBlocks);
    at += miniBlocks;
    for (const width of widths) {
      if (values.length >= total) break;
      const size = (perMini * width) / 8;
      if (at + size > bytes.length) throw new RangeError("numbers that end too soon");
      for (let k = 0; k < perMini && values.length < total; k++) {
        value = BigInt.asIntN(64, value + least + bitsAt(bytes, at * 8 + k * width, width));
        values.push(value);
      }
      at += size;
    }
  }
  if (values.length < count) throw new RangeError("numbers that end too soon");
  return { values: values.slice(0, count), end: at };
}

function bitsAt(bytes: Buffer, bit: number, width: number): bigint {
  let value = 0n;
  const first = bit >> 3;
  const last = (bit + width + 7) >> 3;
  for (let at = last - 1; at >= first; at--) value = (value << 8n) | BigInt(bytes[at] ?? 0);
  return (value >> BigInt(bit & 7)) & ((1n << BigInt(width)) - 1n);
}
