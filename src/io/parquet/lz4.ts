import { inPageKernel } from "./kernel/page-kernel.ts";

/** Decompresses a block of LZ4 that makes `size` bytes; a `RangeError` where it is damaged. */
export function lz4Decompress(block: Buffer, size: number): Buffer {
  // What is said to be larger than lengths of 255 a byte could make it is damaged.
  if (size > 255 * (block.length + 1)) throw damaged();
  return inPageKernel({
    input: block,
    most: size,
    run(kernel, { start, end, out }) {
      if (kernel.lz4Decode(start, end, out, size) !== size) throw damaged();
      return size;
    },
  });
}

/** Compresses into one block of LZ4. */
export function lz4Compress(input: Buffer): Buffer {
  return inPageKernel({
    input,
    most: 16 + input.length + Math.ceil(input.length / 255),
    run: (kernel, { start, end, out }) => kernel.lz4Encode(start, end, out) - out,
  });
}

/** The sizes before each block in Hadoop's framing: of what it makes, and of itself. */
const SIZES_BYTES = 8;

/**
 * Decompresses a page of the older codec, which each writer meant otherwise: blocks in Hadoop's framing, or one
 * block as it is.
 */
export function hadoopLz4Decompress(page: Buffer, size: number): Buffer {
  const blocks: Buffer[] = [];
  let made = 0;
  try {
    for (let at = 0; at < page.length; ) {
      const blockSize = page.readUInt32BE(at);
      const end = at + SIZES_BYTES + page.readUInt32BE(at + 4);
      if (end > page.length) throw damaged();
      blocks.push(lz4Decompress(page.subarray(at + SIZES_BYTES, end), blockSize));
      made += blockSize;
      at = end;
    }
    if (made !== size) throw damaged();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return lz4Decompress(page, size);
  }
  return blocks.length === 1 ? (blocks[0] as Buffer) : Buffer.concat(blocks);
}

/** Compresses a page of the older codec as one block in Hadoop's framing, which all readers of it know. */
export function hadoopLz4Compress(page: Buffer): Buffer {
  const block = lz4Compress(page);
  const sizes = Buffer.alloc(SIZES_BYTES);
  sizes.writeUInt32BE(page.length, 0);
  sizes.writeUInt32BE(block.length, 4);
  return Buffer.concat([sizes, block]);
}

function damaged(): RangeError {
  return new RangeError("LZ4 data that is damaged");
}
