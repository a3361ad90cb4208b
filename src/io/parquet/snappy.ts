import { inPageKernel } from "./kernel/page-kernel.ts";

/** Decompresses a block of Snappy; a `RangeError` where it is damaged. */
export function snappyDecompress(block: Buffer): Buffer {
  const { size, start } = readSize(block);
  return inPageKernel({
    input: block.subarray(start),
    most: size,
    run(kernel, { start: from, end, out }) {
      if (kernel.snappyDecode(from, end, out, size) === 0) throw damaged();
      return size;
    },
  });
}

/** Compresses into one block of Snappy. */
export function snappyCompress(input: Buffer): Buffer {
  return inPageKernel({
    input,
    most: 32 + input.length + Math.ceil(input.length / 6),
    run(kernel, { start, end, out }) {
      let at = out;
      let rest = input.length;
      for (; rest > 127; rest = Math.floor(rest / 128)) kernel.bytes[at++] = (rest & 127) | 128;
      kernel.bytes[at++] = rest;
      return kernel.snappyEncode(start, end, at) - out;
    },
  });
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
