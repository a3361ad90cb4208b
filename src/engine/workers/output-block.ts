/** Bytes of a block: enough for the output of one read, unless a record is large. What is not used takes no memory. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Memory in which output passes from one thread to another. It is shared, not transferred: after one array was
 * transferred, V8 checks every array access for a detached buffer, and memory allocated for each piece has to be
 * collected.
 */
export class OutputBlock {
  private block = new SharedArrayBuffer(BLOCK_BYTES);

  /** A block that contains these pieces, one after another, and their total length. The one before is free. */
  fill(pieces: readonly Uint8Array[]): { block: SharedArrayBuffer; length: number } {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // One made for large pieces is dropped.
    const block = length <= BLOCK_BYTES ? this.block : new SharedArrayBuffer(length);
    const bytes = new Uint8Array(block);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { block, length };
  }
}
