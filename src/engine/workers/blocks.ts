/** Bytes of a block: enough for one drain of output, unless a record is large. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Memory in which output passes from one thread to another, and which is returned for reuse. It is shared,
 * not transferred: after one array was transferred, V8 checks every array access for a detached buffer, and
 * memory allocated for each piece has to be collected.
 */
export class Blocks {
  private readonly free: SharedArrayBuffer[] = [];

  /** A block that contains these pieces, one after another, and their total length. */
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

  /** Takes back a block; those made for large pieces are dropped. */
  giveBack(block: SharedArrayBuffer): void {
    if (block.byteLength === BLOCK_BYTES) this.free.push(block);
  }
}

function makeBlock(length: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.max(BLOCK_BYTES, length));
}
