/**
 * Ranges of at least this many bytes are not copied but written from where they lie. A store's smaller
 * pieces hold only until the next.
 */
const LARGE_BYTES = 64 * 1024;

/** How much may be held before the holder is asked to write it. */
export const DRAIN_BYTES = 512 * 1024;

/** Bytes of the block that small ranges and texts are gathered in: room for a record past that. */
const BLOCK_BYTES = 2 * DRAIN_BYTES;

/** Bytes of the first block, which small transcripts do not fill. */
const FIRST_BYTES = 32 * 1024;

/**
 * Ranges of bytes and texts to write, in order. They are kept until `drain`; the bytes of a range must not
 * change until then.
 */
export class Output {
  /** All bytes put in so far, drained or not. */
  total = 0;
  /** Bytes put in since it was drained. */
  held = 0;
  /** Whether it holds bytes that are not its own, and must not change until it is drained. */
  borrows = false;
  private pieces: Buffer[] = [];
  private block = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private sealed = 0;
  private used = 0;

  /** Puts in `bytes[start, end)`. */
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

  /** Puts in a text, as UTF-8. */
  text(text: string): void {
    this.makeRoom(3 * text.length);
    const size = this.block.write(text, this.used, "utf8");
    this.used += size;
    this.total += size;
    this.held += size;
  }

  /** Gives up what is held, to be written before anything else is put in. */
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

  /** Ends the piece being gathered, so that another can follow it. */
  private seal(): void {
    if (this.used > this.sealed) this.pieces.push(this.block.subarray(this.sealed, this.used));
    this.sealed = this.used;
  }
}
