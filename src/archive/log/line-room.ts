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

  /** The memory for a line of as many bytes, valid until the next call. */
  next(bytes: number): Buffer {
    const end = this.filled + bytes;
    if (end > this.memory.length) {
      const larger = Buffer.allocUnsafeSlow(end);
      this.memory.copy(larger, 0, 0, this.filled);
      this.memory = larger;
    }
    return this.memory.subarray(this.filled, end);
  }

  /** Adds a line, which may be in the memory for it already. */
  add(line: Buffer): void {
    const room = this.next(line.length);
    const isThere = line.buffer === room.buffer && line.byteOffset === room.byteOffset;
    if (!isThere) room.set(line);
    this.filled += line.length;
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
