/**
 * Ranges of at least this many bytes are written without a copy. A store's smaller pieces are only valid until the
 * next one.
 */
const LARGE_BYTES = 64 * 1024;

/** Bytes buffered before the caller is asked to drain. */
export const DRAIN_BYTES = 512 * 1024;

/** Bytes of the block that buffers small ranges and texts, with room for a record beyond. */
const BLOCK_BYTES = 2 * DRAIN_BYTES;

/** Bytes of the first block, which small transcripts do not fill. */
const FIRST_BYTES = 32 * 1024;

/**
 * Buffers ranges of bytes and texts to write, in order, until `drain`; the bytes of a range must not change until
 * then.
 */
export class Output {
  /** The number of bytes added so far, drained or not. */
  total = 0;
  /** The number of bytes added since the last drain. */
  held = 0;
  /** Whether it refers to bytes of others, which must not change until it is drained. */
  borrows = false;
  private pieces: Buffer[] = [];
  private block = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private sealed = 0;
  private used = 0;

  /** Adds `bytes[start, end)`. */
  range(bytes: Buffer, start: number, end: number): void {
    const size = end - start;
    if (size <= 0) return;
    this.total += size;
    this.held += size;
    if (size >= LARGE_BYTES) {
      this.seal();
      this.borrows = true;
      this.pieces.push(bytes.subarray(start, end));
      return;
    }
    this.makeRoom(size);
    bytes.copy(this.block, this.used, start, end);
    this.used += size;
  }

  /** Adds a text, as UTF-8. */
  text(text: string): void {
    this.makeRoom(3 * text.length);
    const size = this.block.write(text, this.used, "utf8");
    this.used += size;
    this.total += size;
    this.held += size;
  }

  /** Returns the buffered pieces, to be written before anything else is added. */
  drain(): readonly Buffer[] {
    this.seal();
    const { pieces } = this;
    this.pieces = [];
    this.held = 0;
    this.borrows = false;
    this.sealed = 0;
    this.used = 0;
    return pieces;
  }

  private makeRoom(size: number): void {
    if (this.used + size <= this.block.length) return;
    this.seal();
    this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, size));
    this.sealed = 0;
    this.used = 0;
  }

  /** Ends the current piece, so that another can follow it. */
  private seal(): void {
    if (this.used > this.sealed) this.pieces.push(this.block.subarray(this.sealed, this.used));
    this.sealed = this.used;
  }
}
