import type { Sequence } from "../model/sequence.ts";

/** Entries of the first block, 64 kB of integers: most transcripts fit in it. */
const FIRST = 1 << 14;

/** The initial number of entries: there may be many transcripts, and most columns are short. */
const FEWEST = 64;

/** Entries of later blocks: so few that most values in a block are close together. */
const BLOCK_BITS = 11;
const BLOCK = 1 << BLOCK_BITS;
const MASK = BLOCK - 1;
const NO_BLOCK = new Int32Array(0);

/**
 * A list of 32-bit integers that grows in blocks, so that growing copies little. A block of zeros takes no memory.
 * A completed block is compressed to as many bytes as its values need: none, one or two for each if, apart from 0,
 * they are close together or close to a sequence that goes up by 1, as indices do.
 */
export class Column implements Sequence<number> {
  /** The first block, as large as needed. */
  private first = NO_BLOCK;
  /** The blocks after it; undefined at the numbers of the first one's entries. */
  private readonly blocks: (Block | undefined)[] = [];
  private count = 0;
  /** The memory of a block that is free again. */
  private spare: Int32Array | undefined;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    const index = this.count++;
    const { first } = this;
    if (index < first.length) {
      first[index] = value;
      return;
    }
    if ((index & MASK) === 0) this.narrow((index >>> BLOCK_BITS) - LEFT_WIDE);
    this.set(index, value);
  }

  /** Adds a value at a later index; the values between are 0. */
  pushAt(index: number, value: number): void {
    while (this.count < index) this.push(0);
    this.push(value);
  }

  /** The value at `index`; 0 past the end. */
  at(index: number): number {
    const { first } = this;
    if (index < first.length) return first[index] ?? 0;
    const block = this.blocks[index >>> BLOCK_BITS];
    if (block === undefined) return 0;
    const at = index & MASK;
    const value = block.values[at] ?? 0;
    return value === 0 ? 0 : value + block.base + block.step * at;
  }

  set(index: number, value: number): void {
    if (index < FIRST) {
      if (index >= this.first.length) {
        if (value === 0) return;
        this.growFirst(index);
      }
      this.first[index] = value;
      return;
    }
    const number = index >>> BLOCK_BITS;
    const block = this.blocks[number];
    if (block === undefined && value === 0) return;
    const wide = block?.values instanceof Int32Array ? block.values : this.widen(number);
    wide[index & MASK] = value;
  }

  private growFirst(index: number): void {
    let length = Math.max(FEWEST, this.first.length * 2);
    while (length <= index) length *= 2;
    const larger = new Int32Array(length);
    larger.set(this.first);
    this.first = larger;
  }

  /** Makes a block writable, as 32-bit integers; new ones are all 0. */
  private widen(number: number): Int32Array {
    const values = this.spare ?? new Int32Array(BLOCK);
    this.spare = undefined;
    const first = number << BLOCK_BITS;
    for (let at = 0; at < BLOCK; at++) values[at] = this.at(first + at);
    while (this.blocks.length < number) this.blocks.push(undefined);
    this.blocks[number] = { values, base: 0, step: 0 };
    return values;
  }

  /** Compresses a block to as few bytes as its values need. */
  private narrow(number: number): void {
    const wide = this.blocks[number]?.values;
    if (!(wide instanceof Int32Array)) return;
    const narrow = narrowed(wide);
    if (narrow?.values === wide) return;
    this.blocks[number] = narrow;
    this.spare = wide;
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }

  /** The index of the first value above `limit` in an ascending list; its length if there is none. */
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

  /** Clears the list, and keeps its memory. */
  clear(): void {
    this.count = 0;
  }
}

/** The number of blocks before the current one that are not compressed yet, since recent values may change. */
const LEFT_WIDE = 2;

/**
 * A compressed block: each value is 0, or the stored number plus the base plus a step for each value before it.
 */
interface Block {
  readonly values: Int32Array | Uint16Array | Uint8Array;
  readonly base: number;
  readonly step: 0 | 1;
}

/** The shared values of every block that goes up by 1. */
const EVEN = new Uint8Array(BLOCK).fill(1);

/** The smallest block for these values; undefined if all are 0. */
function narrowed(wide: Int32Array): Block | undefined {
  const [flat, rising] = [rangeOf(wide, 0), rangeOf(wide, 1)];
  if (flat.span < 0) return undefined;
  const { least, span, step } = rising.span < flat.span ? rising : flat;
  if (span >= 0xffff) return { values: wide, base: 0, step: 0 };
  const base = least - 1;
  if (span === 0 && wide.indexOf(0) < 0) return { values: EVEN, base, step };
  const values = span < 0xff ? new Uint8Array(BLOCK) : new Uint16Array(BLOCK);
  for (let at = 0; at < BLOCK; at++) {
    const value = wide[at] ?? 0;
    values[at] = value === 0 ? 0 : value - base - step * at;
  }
  return { values, base, step };
}

/**
 * The range of the values, without zeros and minus a step for each value before; the span is negative if all are
 * 0.
 */
function rangeOf(values: Int32Array, step: 0 | 1) {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < BLOCK; at++) {
    const value = values[at] ?? 0;
    if (value === 0) continue;
    if (value - step * at < least) least = value - step * at;
    if (value - step * at > most) most = value - step * at;
  }
  return { least, span: most - least, step };
}
