/** Bytes of a block: what is drained at a time has room, unless a record is large. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Memory that output is handed over in from one thread to another, and comes back in. It is shared, not
 * transferred: V8 has to look at every array for whether it is still there once one was taken away, and
 * memory made anew for each piece has to be collected.
 */
export class Blocks {
  private readonly free: SharedArrayBuffer[] = [];

  /** A block with these pieces in it, one after another, and how long they are together. */
  fill(pieces: readonly Uint8Array[]): { block: SharedArrayBuffer; length: number } {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const block = (length <= BLOCK_BYTES ? this.free.pop() : undefined) ?? makeBlock(length);
    const bytes = new Uint8Array(block);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { block, length };
  }

  /** Takes back a block; those that were made for large pieces are let go of. */
  giveBack(block: SharedArrayBuffer): void {
    if (block.byteLength === BLOCK_BYTES) this.free.push(block);
  }
}

function makeBlock(length: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.max(BLOCK_BYTES, length));
}
