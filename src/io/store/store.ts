/** Stores the bytes of an input, so that they can be read again. */
export interface Store {
  /** Keeps a copy of a chunk. */
  append(chunk: Buffer): void;
  readonly size: number;
  /** The size of the input, if all of it can be read, even what was not appended; a file may have grown since. */
  readonly inputBytes?: number | undefined;
  /** The bytes `[start, end)` in pieces. A piece of less than 64 kB is only valid until the next one. */
  pieces(start: number, end: number): Iterable<Buffer>;
  /** Fills a buffer from an offset on with one read; false if the store has pieces in memory. */
  read?(into: Buffer, start: number): boolean;
}

/** Fills a buffer with the bytes of a store from an offset on. */
export function readInto(store: Store, start: number, into: Buffer): void {
  if (store.read?.(into, start)) return;
  let at = 0;
  for (const piece of store.pieces(start, start + into.length)) at += piece.copy(into, at);
}

/** The bytes `[start, end)` of a store in one piece; in `into`, if that is large enough. */
export function readStore(store: Store, start: number, end: number, into?: Buffer): Buffer {
  const length = Math.max(0, end - start);
  const bytes = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of store.pieces(start, end)) at += piece.copy(bytes, at);
  return bytes.subarray(0, at);
}

/** Smaller pieces are in memory that is reused. */
const SMALL_BYTES = 32 * 1024;

/** The bytes `[start, end)` of a store in small pieces, each valid until the next one. */
export function* smallPieces(store: Store, start: number, end: number): Iterable<Buffer> {
  for (let at = start; at < end; at += SMALL_BYTES)
    yield* store.pieces(at, Math.min(end, at + SMALL_BYTES));
}

/** A view of a store from an offset on; it grows as chunks are appended. */
export function storeFrom(store: Store, offset: number): Store {
  let size = 0;
  return {
    append(chunk) {
      size += chunk.length;
    },
    get size() {
      return size;
    },
    pieces: (start, end) => store.pieces(offset + start, offset + end),
    read: (into, start) => store.read?.(into, offset + start) ?? false,
  };
}

/** A store in memory. */
export function memoryStore(): Store {
  const held = heldChunks();
  return {
    append: (chunk) => held.add(Buffer.from(chunk)),
    get size() {
      return held.size;
    },
    pieces: held.pieces,
  };
}

/** A store over bytes that are in memory and do not change; the same bytes are appended. */
export function storeOf(pieces: readonly Buffer[]): Store {
  const held = heldChunks();
  for (const piece of pieces) held.add(piece);
  let size = 0;
  return {
    inputBytes: held.size,
    append(chunk) {
      size += chunk.length;
    },
    get size() {
      return size;
    },
    pieces: held.pieces,
  };
}

/** Chunks in memory, one after another. */
function heldChunks(): {
  add(chunk: Buffer): void;
  readonly size: number;
  readonly pieces: Store["pieces"];
} {
  const chunks: Buffer[] = [];
  const starts: number[] = [];
  let size = 0;
  return {
    add(chunk) {
      if (chunk.length === 0) return;
      chunks.push(chunk);
      starts.push(size);
      size += chunk.length;
    },
    get size() {
      return size;
    },
    *pieces(start, end) {
      let index = lastAtMost(starts, start);
      for (let at = start; at < end && index < chunks.length; index++) {
        const chunk = chunks[index];
        const from = starts[index];
        if (chunk === undefined || from === undefined) return;
        const piece = chunk.subarray(at - from, Math.min(end - from, chunk.length));
        at += piece.length;
        yield piece;
      }
    },
  };
}

/** The index of the last of ascending numbers that is not above `limit`. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
