import { roomFor } from "./room-for.ts";
import type { Leaf } from "./schema.ts";

/**
 * Copies of values as the encoding PLAIN has them, one after another. Those of a page that was read would keep all of
 * it in memory.
 */
export class PlainValues {
  /** The ranges of values; `bytes` is another when it grows. */
  bytes = Buffer.allocUnsafeSlow(4096);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  count = 0;
  size = 0;
  private readonly leaf: Leaf;

  constructor(leaf: Leaf) {
    this.leaf = leaf;
  }

  add(from: Buffer, start: number, end: number): void {
    const length = end - start;
    const room = this.size + 4 + length;
    if (room > this.bytes.length) this.grow(room);
    const k = this.count++;
    if (k === this.starts.length) {
      this.starts = roomFor(this.starts, k + 1);
      this.ends = roomFor(this.ends, k + 1);
    }
    if (this.leaf.width === undefined) this.size = this.bytes.writeUInt32LE(length, this.size);
    this.starts[k] = this.size;
    if (length > SHORT_BYTES) from.copy(this.bytes, this.size, start, end);
    else
      for (let at = 0; at < length; at++) this.bytes[this.size + at] = from[start + at] as number;
    this.size += length;
    this.ends[k] = this.size;
  }

  clear(): void {
    this.count = 0;
    this.size = 0;
  }

  /** The values in the encoding PLAIN. They hold until others are added. */
  encoded(): Buffer {
    const values = this.bytes.subarray(0, this.size);
    return this.leaf.type === "boolean" ? packedBits(values) : values;
  }

  private grow(room: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(room, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
  }
}

/** A call of `copy` costs more than a few bytes one by one. */
const SHORT_BYTES = 24;

function packedBits(values: Buffer): Buffer {
  const out = Buffer.alloc(Math.ceil(values.length / 8));
  values.forEach((value, k) => {
    out[k >> 3] = (out[k >> 3] as number) | (value << (k & 7));
  });
  return out;
}
