/** Reuses memory: freed buffers are not collected, but returned to the next caller. */
export interface BufferPool {
  /** A buffer of this many bytes, with arbitrary content. */
  take(bytes: number): Buffer;
  /**
   * Returns a buffer of this pool, or a part of one, which must not be used any more. Other buffers are ignored.
   */
  give(buffer: Buffer): void;
}

/** The most bytes kept for reuse. */
const MOST_FREE = 8 * 1024 * 1024;

/**
 * A pool of buffers in sizes that are at most a quarter larger than what is asked for. V8's collector counts
 * external memory, and runs full collections because of it: with bodies of a megabyte, after every few requests.
 */
export function bufferPool({
  mostFree = MOST_FREE,
  allocate = (bytes: number) => Buffer.allocUnsafeSlow(bytes).buffer,
}: {
  readonly mostFree?: number;
  readonly allocate?: (bytes: number) => ArrayBufferLike;
} = {}): BufferPool {
  const free = new Map<number, ArrayBufferLike[]>();
  const lent = new WeakSet<ArrayBufferLike>();
  let freeBytes = 0;
  return {
    take(bytes) {
      const size = sizeFor(bytes);
      const found = free.get(size)?.pop();
      if (found !== undefined) freeBytes -= size;
      const memory = found ?? allocate(size);
      lent.add(memory);
      return Buffer.from(memory, 0, bytes);
    },
    give({ buffer }) {
      const { byteLength: size } = buffer;
      if (!lent.delete(buffer) || size > mostFree) return;
      const same = free.get(size) ?? [];
      same.push(buffer);
      freeBytes += size;
      // Sizes in the order of their use: those of conversations that have grown are not asked for again.
      free.delete(size);
      free.set(size, same);
      for (const [oldest, unused] of free) {
        while (freeBytes > mostFree && unused.pop() !== undefined) freeBytes -= oldest;
        if (freeBytes <= mostFree) break;
      }
    },
  };
}

const LEAST = 4096;

/** The size of the memory for a number of bytes: a power of two, or one and one, two or three quarters of it. */
function sizeFor(bytes: number): number {
  let step = LEAST / 4;
  while (step * 8 < bytes) step *= 2;
  return Math.max(LEAST, Math.ceil(bytes / step) * step);
}
