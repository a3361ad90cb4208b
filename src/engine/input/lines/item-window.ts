import { readInto, type Store } from "../../../io/store/store.ts";
import { INCOMPLETE, type Kernel } from "../../../json/kernel/kernel.ts";
import type { RowPolicy } from "../../../json/tape/masked-rows.ts";
import { baseFor } from "../../../json/tape/noted-lines.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { NotedAt, NotedBefore, NotedLineSource } from "./kernel-lines.ts";
import type { Line } from "./line.ts";
import { leaveKernels, takeKernel } from "./spare-kernels.ts";

/** Bytes read at a time. */
const READ_BYTES = 768 * 1024;

/** The byte that ends an array. */
const END = 0x5d;

/** The items of an array in a store as lines of an input: see `ByteWindow`. */
export class ItemWindow implements NotedLineSource {
  /** The lines of the input before the array. */
  lines = 0;
  /** Whether all items were read. */
  isOver = false;
  private readonly store: Store;
  private readonly kernel: Kernel = takeKernel();
  private readonly tree: TapeTree;
  /** The items to read are `bytes[from, filled)` of the kernel, and those of the store from `offset` on. */
  private from = 0;
  private filled = 0;
  private offset = 0;

  constructor(store: Store) {
    const { kernel } = this;
    this.store = store;
    this.tree = new TapeTree(kernel.bytes, kernel.tape, kernel);
  }

  /** Returns the memory for another window. Nothing of it may be in use any more. */
  close(): void {
    this.kernel.turnToItems();
    leaveKernels(this.kernel, undefined);
  }

  /** Scans parts of the store as one record, valid until items are read; undefined if that is no JSON, or too long. */
  record(parts: readonly PartOfStore[]): TapeTree | undefined {
    const { store, kernel, tree } = this;
    const { bytes, windowStart, windowEnd } = kernel;
    let end = windowStart;
    for (const part of parts) {
      const next = end + part.end - part.start;
      if (next >= windowEnd) return undefined;
      readInto(store, part.start, bytes.subarray(end, next));
      end = next;
    }
    if (!kernel.scanWhole(windowStart, end)) return undefined;
    tree.renew();
    return tree;
  }

  /** Begins with the item at an offset, on a line; `flags` are those of the record around the array, see tape.ts. */
  begin(offset: number, { line, flags }: { readonly line: number; readonly flags: number }): void {
    const { kernel } = this;
    kernel.turnToItems(flags);
    this.lines = line - 1;
    this.offset = offset;
    this.from = kernel.windowStart;
    this.filled = this.from;
  }

  /** The next item, valid until the next; undefined after the last, and where one is too long. */
  next(): { readonly line: Line; readonly tree: TapeTree } | undefined {
    const { kernel, tree } = this;
    while (!this.isOver) {
      const { from: first, filled } = this;
      const count = first === filled ? INCOMPLETE : kernel.scanLine(first, filled);
      if (count > 0) {
        const { bytes, lineEnd: end } = kernel;
        const offset = this.offset - (filled - first);
        this.advance(end + 1);
        tree.renew();
        const place = { first, start: first, end, next: end + 1 };
        return { line: { number: this.lines + 1, offset, bytes, ...place }, tree };
      }
      if (count !== INCOMPLETE || !this.readOn()) return undefined;
    }
    return undefined;
  }

  nextLines(policy: RowPolicy, { earlier, base: wanted }: NotedBefore): NotedAt | undefined {
    const { kernel, from: start, filled: end, isOver } = this;
    if (isOver || start === end) return undefined;
    const offset = this.offset - (end - start);
    const base = baseFor(offset, wanted);
    const lines = kernel.readLines(policy, { start, end, earlier, base: start - (offset - base) });
    if (lines === undefined || lines.count === 0) return undefined;
    this.advance(lines.next);
    return { lines, base };
  }

  private advance(next: number): void {
    this.from = next;
    this.isOver = this.kernel.bytes[next - 1] === END;
  }

  /** Reads more bytes behind those that are there; false if there is no room for any. */
  private readOn(): boolean {
    const { store, kernel, from, filled, offset } = this;
    const { bytes, windowStart, windowEnd } = kernel;
    const to = windowStart + filled - from;
    const wanted = Math.max(READ_BYTES, filled - from);
    const count = Math.min(wanted, windowEnd - to, store.size - offset);
    if (count <= 0) return false;
    bytes.copyWithin(windowStart, from, filled);
    this.from = windowStart;
    this.filled = to + count;
    this.offset += count;
    readInto(store, offset, bytes.subarray(to, this.filled));
    return true;
  }
}

/** The bytes `[start, end)` of a store. */
interface PartOfStore {
  readonly start: number;
  readonly end: number;
}
