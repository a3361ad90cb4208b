import type { LinePiece } from "../entry.ts";

/** Bytes of NDJSON in a member. */
const MEMBER_CONTENT_BYTES = 256 * 1024;

/** Room at first for the lines of a member, which end with one that passes the size above. */
const ROOM_BYTES = MEMBER_CONTENT_BYTES + 64 * 1024;

/** The lines of a member, and the memory in which they are. */
export interface Lines {
  readonly lines: Buffer;
  readonly room: Buffer;
}

/** Memory for the lines of the next member. */
export class LineRoom {
  private readonly free: Buffer[] = [];
  private memory: Buffer = Buffer.allocUnsafeSlow(ROOM_BYTES);
  private filled = 0;

  /** Whether there are enough lines for a member. */
  get isFull(): boolean {
    return this.filled >= MEMBER_CONTENT_BYTES;
  }

  get isEmpty(): boolean {
    return this.filled === 0;
  }

  get lines(): Buffer {
    return this.memory.subarray(0, this.filled);
  }

  /** Adds a line, piece by piece. */
  add(pieces: readonly LinePiece[]): void {
    let end = this.filled;
    for (const { length } of pieces) end += length;
    if (end > this.memory.length) {
      const larger = Buffer.allocUnsafeSlow(end);
      this.memory.copy(larger, 0, 0, this.filled);
      this.memory = larger;
    }
    for (const piece of pieces) {
      if (typeof piece === "string") this.memory.write(piece, this.filled, "latin1");
      else this.memory.set(piece, this.filled);
      this.filled += piece.length;
    }
  }

  /** Takes the lines out; their memory belongs to the caller until it is given back. */
  take(): Lines {
    const { lines, memory: room } = this;
    this.memory = this.free.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
    this.filled = 0;
    return { lines, room };
  }

  giveBack(room: Buffer): void {
    if (room.length === ROOM_BYTES) this.free.push(room);
  }
}
