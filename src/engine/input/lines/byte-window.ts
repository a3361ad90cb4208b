import type { Store } from "../../../io/store/store.ts";
import { INCOMPLETE, type Kernel } from "../../../json/kernel/kernel.ts";
import type { MaskedRows, PairCounts, RowPolicy } from "../../../json/tape/masked-rows.ts";
import { baseFor } from "../../../json/tape/noted-lines.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { NotedAt, NotedBefore, SessionAt, SessionFirst } from "./kernel-lines.ts";
import { type Line, lineAt } from "./line.ts";
import { LongLines, type LongLinesAbout } from "./long-lines.ts";
import { AHEAD_BYTES, AHEAD_FROM, joinAhead, placeAhead } from "./read-ahead.ts";
import {
  inOwnMemory,
  isStored,
  type ReadLine,
  readLong,
  readSlowly,
  type ScanAgain,
  withTape,
} from "./read-line.ts";
import type { ScanStore } from "./read-stored.ts";
import { scanAgainIn, scanStored, scanWhole } from "./scan-aside.ts";
import { type SessionReader, sessionReader } from "./session-reader.ts";
import { hasRoomFor, leaveKernels, takeKernel, takeLargeKernel } from "./spare-kernels.ts";

/** Bytes read at a time at first: few enough to stay in the processor's cache until they are scanned. */
const READ_BYTES = 512 * 1024;

/** Less room is not read into. */
const MIN_ROOM_BYTES = 256 * 1024;

/**
 * The part of an input that is in memory, split into lines. Input is read directly into the kernel's memory and
 * stays there until its lines are processed.
 */
export class ByteWindow {
  private readonly kernel: Kernel;
  private readonly tree: TapeTree;
  /** Reads the lines of sessions. */
  readonly session: SessionReader;
  private from: number;
  private filled: number;
  /** Up to this offset, the line at `from` has no line break. */
  private searched = 0;
  /** Where the next bytes are read to while the current ones are processed. */
  private ahead: number | undefined;
  private offset: number;
  private number = 0;
  private readonly store: Store;
  private readonly heldBytes: number;
  private readonly long: LongLines;
  /** The memory for scanning a document or a long line as a whole. */
  private large: Kernel | undefined;
  /** See `LineSource`. */
  over: PairCounts | undefined;

  /**
   * Lines of more than `heldBytes` are not kept in memory, but read from the store if that has the input. `offset`
   * is where the input begins in a larger whole.
   */
  constructor(about: LongLinesAbout & { readonly offset: number }) {
    const { store, heldBytes, offset } = about;
    this.offset = offset;
    this.store = store;
    this.heldBytes = heldBytes;
    this.long = new LongLines(about);
    const kernel = takeKernel(store.inputBytes);
    this.kernel = kernel;
    this.tree = new TapeTree(kernel.bytes, kernel.tape, kernel);
    this.session = sessionReader(kernel, this.tree);
    this.scanAgain = scanAgainIn(kernel, this.tree);
    this.from = kernel.windowStart;
    this.filled = this.from;
  }

  /** Returns the memory for another window. Nothing of it may be in use any more. */
  close(): void {
    leaveKernels(this.kernel, this.large);
    this.large = undefined;
    this.freeLongLines();
  }

  /** Frees the long lines returned so far. */
  freeLongLines(): void {
    this.long.free();
  }

  /** See `LineSource`. */
  get isSpent(): boolean {
    return this.from === this.filled;
  }

  /** The number of lines returned so far. */
  get lines(): number {
    return this.number;
  }

  /** The buffer for the next bytes; never empty. Lines returned before are no longer valid. */
  room(): Buffer {
    const { bytes, windowStart, windowEnd } = this.kernel;
    const rest = this.filled - this.from;
    if (rest === 0) {
      this.from = windowStart;
      this.filled = windowStart;
    } else if (windowEnd - this.filled < MIN_ROOM_BYTES) {
      bytes.copyWithin(windowStart, this.from, this.filled);
      this.searched = 0;
      this.from = windowStart;
      this.filled = windowStart + rest;
      if (windowEnd - this.filled < MIN_ROOM_BYTES) this.setAside();
    }
    const most = this.offset < AHEAD_FROM ? READ_BYTES : AHEAD_BYTES;
    return bytes.subarray(this.filled, Math.min(windowEnd, this.filled + most));
  }

  /** A buffer for the bytes after these, to be read meanwhile, if there is room: the next received are there. */
  roomAhead(): Buffer | undefined {
    const { kernel, from, filled, offset } = this;
    const at = offset < AHEAD_FROM ? undefined : placeAhead(kernel, { from, filled });
    this.ahead = at;
    return at === undefined ? undefined : kernel.bytes.subarray(at, at + AHEAD_BYTES);
  }

  /** Accepts bytes that were read into the buffer, and returns them. Lines returned before are no longer valid. */
  received(count: number): Buffer {
    if (this.ahead !== undefined) this.join(this.ahead, count);
    const start = this.filled;
    this.filled += count;
    return this.kernel.bytes.subarray(start, this.filled);
  }

  private join(at: number, count: number): void {
    const { from, filled } = this;
    const joined = joinAhead(this.kernel, { from, filled }, { at, count });
    this.searched = Math.max(0, this.searched + joined.from - from);
    this.from = joined.from;
    this.filled = joined.filled;
    this.ahead = undefined;
  }

  /** Drops the current bytes, read in another way. */
  skip(): void {
    this.offset += this.filled - this.from;
    this.from = this.filled;
  }

  /** Scans the JSON in a store; the window does not change, unless it is that of an input which was skipped. */
  readonly scanStore: ScanStore = {
    whole: (store, start) => scanWhole(this.kernelFor(store), store, start),
    tape: (store, how) => scanStored(this.kernel, store, how),
  };

  /** The memory for a whole store: that of the window if the store is an input of which nothing is left in it. */
  private kernelFor(store: Store): Kernel {
    const { kernel } = this;
    if (store === this.store && this.isSpent && hasRoomFor(kernel, store.size)) return kernel;
    this.large = takeLargeKernel(store.size, this.large);
    return this.large;
  }

  /** Scans a line of the input if the kernel can; the window does not change. */
  readonly scanAgain: ScanAgain;

  /** The next complete line, scanned, in its own memory. */
  nextToKeep({ isEnd }: { readonly isEnd: boolean }): ReadLine | undefined {
    const read = this.next({ isEnd });
    if (read === undefined || isStored(read)) return read;
    const { line, tree } = read;
    if (tree === this.tree) return withTape(line, this.kernel.tape);
    if (line.bytes !== this.large?.bytes) return inOwnMemory(line);
    this.large = undefined; // The line has it for itself.
    return read;
  }

  /**
   * The next complete line, scanned; line and tree are valid until the next. With `isEnd`, the remaining bytes are
   * a line as well.
   */
  next({ isEnd }: { readonly isEnd: boolean }): ReadLine | undefined {
    const { kernel, from, filled } = this;
    if (!isEnd && !this.hasLineBreak()) return undefined;
    if (this.long.isOpen) return this.nextLong({ isEnd });
    // The kernel does not know byte order marks.
    if (from < filled && (this.offset > 0 || kernel.bytes[from] !== MARK)) {
      // The last line may lack a line break.
      if (isEnd) kernel.bytes[filled] = 0x0a;
      const count = kernel.scanLine(from, isEnd ? filled + 1 : filled);
      if (count >= 0) {
        const line = this.cut(Math.min(kernel.lineEnd + 1, filled));
        this.tree.renew();
        return { line, tree: count === 0 ? undefined : this.tree };
      }
      if (count === INCOMPLETE) {
        this.searched = filled;
        return undefined;
      }
    }
    const line = this.nextUnscanned({ isEnd });
    return line && readSlowly(line);
  }

  /** See `NotedLineSource`. */
  nextLines(policy: RowPolicy, { earlier, base: wanted }: NotedBefore): NotedAt | undefined {
    const { kernel, from: start, filled: end, offset } = this;
    if (!this.hasMore()) return undefined;
    const base = baseFor(offset, wanted);
    const at = { start, end, earlier, base: start - (offset - base) };
    const lines = this.advancePast(kernel.readLines(policy, at));
    return lines && { lines, base };
  }

  /** See `LineSource`. */
  nextRows(policy: RowPolicy): MaskedRows | undefined {
    const { kernel, from, filled } = this;
    const rows = this.hasMore() ? kernel.readRows(policy, from, filled) : undefined;
    this.over = rows?.over;
    return this.advancePast(rows);
  }

  /** See `LineSource`. */
  nextSession(first: SessionFirst): SessionAt | undefined {
    const { kernel, from, filled, number, offset } = this;
    if (!this.hasMore()) return undefined;
    const batch = this.advancePast(kernel.readSession(from, filled, { ...first, record: number }));
    return batch && { batch, offset, bytes: batch.next - from };
  }

  /** Whether the kernel may continue after these lines. */
  private hasMore(): boolean {
    const isOther = this.offset === 0 || this.long.isOpen || this.from === this.filled;
    return !isOther && this.hasLineBreak();
  }

  /** Continues after lines that were read together; undefined if there were none. */
  private advancePast<L extends LinesRead>(lines: L | undefined): L | undefined {
    if (lines === undefined || lines.count === 0) return undefined;
    this.offset += lines.next - this.from;
    this.from = lines.next;
    this.searched = 0;
    this.number += lines.count;
    return lines;
  }

  /**
   * Whether the line at `from` may be complete. Only searched for lines that were incomplete before, so that a
   * long line is scanned once, not at every read.
   */
  private hasLineBreak(): boolean {
    const { searched, filled } = this;
    if (searched <= this.from) return true;
    if (this.kernel.bytes.subarray(searched, filled).includes(0x0a)) return true;
    this.searched = filled;
    return false;
  }

  /** The next complete line, not scanned. */
  private nextUnscanned({ isEnd }: { readonly isEnd: boolean }): Line | undefined {
    if (this.from === this.filled) return undefined;
    const next = this.lineEnd({ isEnd });
    return next === undefined ? undefined : this.cut(next);
  }

  /** The end of the current line. */
  private lineEnd({ isEnd }: { readonly isEnd: boolean }): number | undefined {
    const at = this.kernel.bytes.subarray(this.from, this.filled).indexOf(0x0a);
    if (at < 0) return isEnd ? this.filled : undefined;
    return this.from + at + 1;
  }

  /** The long line whose start was moved out of the window. */
  private nextLong({ isEnd }: { readonly isEnd: boolean }): ReadLine | undefined {
    const next = this.lineEnd({ isEnd });
    if (next === undefined) {
      this.searched = this.filled;
      return undefined;
    }
    const place = { offset: this.offset, number: ++this.number };
    const line = this.long.end(this.kernel.bytes.subarray(this.from, next), place);
    this.from = next;
    this.searched = 0;
    this.offset += line.size;
    return readLong(line, place, { scan: this.scanStore, heldBytes: this.heldBytes });
  }

  private cut(next: number): Line {
    const { from: first, offset } = this;
    const line = { first, next, offset, number: ++this.number };
    this.from = next;
    this.searched = 0;
    this.offset += next - first;
    return lineAt(this.kernel.bytes, line);
  }

  /** Moves the start of a line that is longer than the window out of it. */
  private setAside(): void {
    const { kernel, from, filled, offset, number } = this;
    this.long.add(kernel.bytes.subarray(from, filled), { offset, number: number + 1 });
    this.from = kernel.windowStart;
    this.filled = kernel.windowStart;
    this.searched = 0;
  }
}

/** Lines that were read together. */
type LinesRead = Pick<MaskedRows, "count" | "next">;

/** The first byte of a byte order mark; no JSON begins with it. */
const MARK = 0xef;
