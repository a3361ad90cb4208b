import type { Sequence } from "./sequence.ts";

/** Entries of a block: 64 kB of integers. */
const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;
const MASK = BLOCK - 1;
const NO_BLOCK = new Int32Array(0);

/**
 * A list of 32-bit integers that grows in blocks: a transcript of millions of messages takes four
 * bytes for each, or none as long as all are 0, and growing copies nothing.
 */
export class Column implements Sequence<number> {
  private readonly blocks: (Int32Array | undefined)[] = [];
  /** The first of them, in which a transcript lies whole that is not huge; empty while there is none. */
  private first = NO_BLOCK;
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    const index = this.count++;
    const { first } = this;
    if (index < first.length) first[index] = value;
    else this.set(index, value);
  }

  /** The value at `index`; 0 past the end. */
  at(index: number): number {
    const { first } = this;
    if (index < first.length) return first[index] ?? 0;
    return this.blocks[index >>> BLOCK_BITS]?.[index & MASK] ?? 0;
  }

  set(index: number, value: number): void {
    const block = this.blocks[index >>> BLOCK_BITS] ?? this.block(index, value);
    if (block !== undefined) block[index & MASK] = value;
  }

  /** A block where there is none yet, unless what is to stand there is 0. */
  private block(index: number, value: number): Int32Array | undefined {
    if (value === 0) return undefined;
    const block = new Int32Array(BLOCK);
    const number = index >>> BLOCK_BITS;
    while (this.blocks.length < number) this.blocks.push(undefined);
    this.blocks[number] = block;
    if (number === 0) this.first = block;
    return block;
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
