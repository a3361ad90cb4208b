/** Decompresses a block of Snappy; a `RangeError` where it is damaged. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a decoder's loop is clearer, and faster, whole
export function snappyDecompress(input: Buffer): Buffer {
  const { size, start } = readSize(input);
  const output = Buffer.allocUnsafeSlow(size);
  let at = start;
  let out = 0;
  while (at < input.length) {
    const tag = input[at++] as number;
    let length = (tag >> 2) + 1;
    let offset = 0;
    switch (tag & 3) {
      case 0: {
        if (length > 60) {
          const extra = length - 60;
          length = input.readUIntLE(at, extra) + 1;
          at += extra;
        }
        const end = out + length;
        if (at + length > input.length || end > size) throw damaged();
        if (length > SHORT_LITERAL) input.copy(output, out, at, at + length);
        else for (let k = 0; k < length; k++) output[out + k] = input[at + k] as number;
        at += length;
        out = end;
        continue;
      }
      case 1:
        length = ((tag >> 2) & 7) + 4;
        offset = ((tag >> 5) << 8) | (input[at++] as number);
        break;
      case 2:
        offset = (input[at] as number) | ((input[at + 1] as number) << 8);
        at += 2;
        break;
      default:
        offset = input.readUInt32LE(at);
        at += 4;
    }
    if (offset === 0 || offset > out || out + length > size) throw damaged();
    const shift = out - offset;
    for (let k = 0; k < length; k++) output[out + k] = output[shift + k] as number;
    out += length;
  }
  if (out !== size) throw damaged();
  return output;
}

function readSize(input: Buffer): { readonly size: number; readonly start: number } {
  let size = 0;
  let scale = 1;
  for (let at = 0; at < 5; at++, scale *= 128) {
    const byte = input[at] ?? 0;
    size += (byte & 127) * scale;
    // What is said to be larger than a copy of each three bytes could make it is damaged.
    if (byte < 128 && size <= 64 * input.length) return { size, start: at + 1 };
  }
  throw damaged();
}

function damaged(): RangeError {
  return new RangeError("Snappy data that is damaged");
}

/** A call of `copy` costs more than a few bytes one by one. */
const SHORT_LITERAL = 32;

/** Bytes in which repeats are looked for: an offset fits in 16 bits. */
const BLOCK_BYTES = 65536;
const HASH_BITS = 14;

/** Compresses into one block of Snappy. */
export function snappyCompress(input: Buffer): Buffer {
  const output = Buffer.allocUnsafeSlow(32 + input.length + Math.ceil(input.length / 6));
  let out = 0;
  let rest = input.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) output[out++] = (rest & 127) | 128;
  output[out++] = rest;
  const table = new Uint16Array(1 << HASH_BITS);
  for (let start = 0; start < input.length; start += BLOCK_BYTES) {
    const end = Math.min(input.length, start + BLOCK_BYTES);
    out = compressBlock(input, { start, end, table }, { output, out });
  }
  return output.subarray(0, out);
}

/** Compresses bytes whose repeats are found by a hash of four. Gives the end of the output. */
function compressBlock(
  input: Buffer,
  {
    start,
    end,
    table,
  }: { readonly start: number; readonly end: number; readonly table: Uint16Array },
  { output, out: from }: { readonly output: Buffer; readonly out: number },
): number {
  let out = from;
  let literal = start;
  const last = end - 4;
  table.fill(0);
  for (let at = start + 1, misses = 32; at <= last; ) {
    const word = wordAt(input, at);
    const slot = Math.imul(word, 0x1e35a7bd) >>> (32 - HASH_BITS);
    const candidate = start + (table[slot] as number);
    table[slot] = at - start;
    if (candidate >= at || wordAt(input, candidate) !== word) {
      at += misses++ >> 5; // What does not compress is gone through faster and faster.
      continue;
    }
    misses = 32;
    out = putLiteral(input, { start: literal, end: at }, { output, out });
    let length = 4;
    while (at + length < end && input[candidate + length] === input[at + length]) length++;
    out = putCopy(output, { out, offset: at - candidate, length });
    at += length;
    literal = at;
  }
  return putLiteral(input, { start: literal, end }, { output, out });
}

function wordAt(bytes: Buffer, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function putLiteral(
  input: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  { output, out: from }: { readonly output: Buffer; readonly out: number },
): number {
  let out = from;
  const rest = end - start - 1;
  if (rest < 0) return out;
  if (rest < 60) output[out++] = rest << 2;
  else {
    const extra = rest < 256 ? 1 : 2; // A block has 65,536 bytes at most.
    output[out++] = (59 + extra) << 2;
    output[out++] = rest & 255;
    if (extra === 2) output[out++] = rest >> 8;
  }
  if (rest >= SHORT_LITERAL) input.copy(output, out, start, end);
  else for (let k = 0; k <= rest; k++) output[out + k] = input[start + k] as number;
  return out + rest + 1;
}

function putCopy(
  output: Buffer,
  {
    out: from,
    offset,
    length,
  }: { readonly out: number; readonly offset: number; readonly length: number },
): number {
  let out = from;
  for (let rest = length; rest > 0; ) {
    // A copy has 64 bytes at most, and the shortest that may follow one has 4 here.
    const size = rest > 64 ? Math.min(64, rest - 4) : rest;
    output[out++] = ((size - 1) << 2) | 2;
    output[out++] = offset & 255;
    output[out++] = offset >> 8;
    rest -= size;
  }
  return out;
}
