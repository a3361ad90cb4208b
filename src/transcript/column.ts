import type { Sequence } from "./sequence.ts";

/** Entries of a block: 64 kB of integers. */
const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;
const MASK = BLOCK - 1;

/**
 * A list of 32-bit integers that grows in blocks: a transcript of millions of messages takes four
 * bytes for each, and growing copies nothing.
 */
export class Column implements Sequence<number> {
  private readonly blocks: Int32Array[] = [];
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    const block = this.count >>> BLOCK_BITS;
    let into = this.blocks[block];
    if (into === undefined) {
      into = new Int32Array(BLOCK);
      this.blocks[block] = into;
    }
    into[this.count++ & MASK] = value;
  }

  /** The value at `index`; 0 past the end. */
  at(index: number): number {
    return this.blocks[index >>> BLOCK_BITS]?.[index & MASK] ?? 0;
  }

  set(index: number, value: number): void {
    const block = this.blocks[index >>> BLOCK_BITS];
    if (block !== undefined) block[index & MASK] = value;
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }

  /** Where, in an ascending list, the first value above `limit` stands; its length if none does. */
  firstAbove(limit: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) > limit) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Forgets everything, and keeps the room. */
  clear(): void {
    this.count = 0;
  }
}
