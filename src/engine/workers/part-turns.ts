import { readSync } from "node:fs";

/** A part of a file, of whole lines. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** A file that threads divide among them. */
export interface DividedFile {
  readonly size: number;
  /** Bytes of a part, but for longer lines. */
  readonly partBytes: number;
  /** The memory that the threads share: see `PartTurns`. */
  readonly shared: SharedArrayBuffer;
}

// The shared integers: up to where parts are taken, up to where their output is written, and whether
// a thread has failed.
const TAKEN = 0;
const WRITTEN = 1;
const STOPPED = 2;

/** The memory that the threads of one file share. */
export function createShared(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT);
}

/** Has all threads of a file stop. */
export function stopThreads(shared: SharedArrayBuffer): void {
  const integers = new BigInt64Array(shared);
  Atomics.store(integers, STOPPED, 1n);
  Atomics.notify(integers, WRITTEN);
}

/** Bytes searched at a time for a line end. */
const SEARCH_BYTES = 64 * 1024;

/** Milliseconds after which a waiting thread looks after signals and messages. */
const WAIT_MS = 1;

/**
 * Divides a file of lines among threads: each takes the next part when it is done with one. A part is due once the
 * output of all before it is written.
 */
export class PartTurns {
  private readonly file: number;
  private readonly divided: DividedFile;
  private readonly shared: BigInt64Array;
  private readonly buffer = Buffer.allocUnsafeSlow(SEARCH_BYTES);

  /** `file` is the file's descriptor. */
  constructor(file: number, divided: DividedFile) {
    this.file = file;
    this.divided = divided;
    this.shared = new BigInt64Array(divided.shared);
  }

  /** Takes the next part; undefined if there is none, or a thread has failed. */
  take(): FilePart | undefined {
    const { shared, divided } = this;
    for (let taken = Atomics.load(shared, TAKEN); ; ) {
      const start = Number(taken);
      if (start >= divided.size || this.isStopped) return undefined;
      const end = this.endAfter(start);
      const now = Atomics.compareExchange(shared, TAKEN, taken, BigInt(end));
      if (now === taken) return { start, end };
      taken = now; // Another thread was faster.
    }
  }

  isDue({ start }: FilePart): boolean {
    return Number(Atomics.load(this.shared, WRITTEN)) === start;
  }

  /** Waits a moment for another thread to write. */
  wait(): void {
    const { shared } = this;
    Atomics.wait(shared, WRITTEN, Atomics.load(shared, WRITTEN), WAIT_MS);
  }

  /** The output of a part, which was due, is written. */
  pass({ end }: FilePart): void {
    Atomics.store(this.shared, WRITTEN, BigInt(end));
    Atomics.notify(this.shared, WRITTEN);
  }

  stop(): void {
    stopThreads(this.divided.shared);
  }

  get isStopped(): boolean {
    return Atomics.load(this.shared, STOPPED) !== 0n;
  }

  /** The end of the part at `start`: its last line end, or that of a longer line. */
  private endAfter(start: number): number {
    const { size, partBytes } = this.divided;
    const most = start + partBytes;
    if (most >= size) return size;
    const from = Math.max(start, most - SEARCH_BYTES);
    const found = this.read(from, most).lastIndexOf(LINE_END);
    if (found >= 0) return from + found + 1;
    for (let at = most; at < size; at += SEARCH_BYTES) {
      const end = this.read(at, at + SEARCH_BYTES).indexOf(LINE_END);
      if (end >= 0) return at + end + 1;
    }
    return size;
  }

  private read(from: number, to: number): Buffer {
    const { file, buffer } = this;
    return buffer.subarray(0, readSync(file, buffer, 0, to - from, from));
  }
}

const LINE_END = 0x0a;
