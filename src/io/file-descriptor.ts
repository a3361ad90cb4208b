import { read, write } from "node:fs";
import { promisify } from "node:util";

const readAsync = promisify(read);
const writeAsync = promisify(write);

/** Bytes asked for at a time. */
const CHUNK_BYTES = 1024 * 1024;

/** Small pieces are gathered into writes of this size. */
const BATCH_BYTES = 256 * 1024;

/** Room below which a read buffer is not filled further. */
const MIN_ROOM_BYTES = 64 * 1024;

/** The bytes of an open file, pipe or device, in chunks. Waits where it is non-blocking. */
export async function* readChunks(file: number): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let used = 0;
  for (;;) {
    if (buffer.length - used < MIN_ROOM_BYTES) {
      buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      used = 0;
    }
    const room = buffer.length - used;
    const at = used;
    const length = await patiently(
      async () => (await readAsync(file, buffer, at, room, null)).bytesRead,
    );
    if (length === 0) return;
    used += length;
    yield buffer.subarray(at, used);
  }
}

/** Where bytes go. */
export interface Sink {
  /** Takes a piece; where there is something to wait for, a promise. */
  write(piece: Buffer): Promise<void> | undefined;
  /** Writes what is still held. */
  flush(): Promise<void>;
}

/** A sink over an open file, pipe or device: writes everything, in large writes, and waits. */
export function descriptorSink(file: number): Sink {
  let held: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const [only] = held;
    const bytes = held.length === 1 && only !== undefined ? only : Buffer.concat(held, size);
    held = [];
    size = 0;
    for (let at = 0; at < bytes.length; ) {
      const from = at;
      at += await patiently(
        async () => (await writeAsync(file, bytes, from, bytes.length - from, null)).bytesWritten,
      );
    }
  };
  return {
    write(piece) {
      held.push(piece);
      size += piece.length;
      return size < BATCH_BYTES ? undefined : flush();
    },
    flush,
  };
}

/** Milliseconds to wait before a non-blocking descriptor is asked again: more each time. */
const WAITS = [0, 1, 2, 5, 10, 20];

/** Runs an operation again while it says EAGAIN. On Windows the end of a pipe is an error: none. */
async function patiently(operation: () => Promise<number>): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return await operation();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN" && code !== "EWOULDBLOCK") throw error;
      const wait = WAITS[Math.min(tries, WAITS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
