import { fstatSync, read, readSync, statSync, write, writeSync } from "node:fs";
import { requireModule } from "../base/require-module.ts";
import { takeTurn } from "./signals.ts";

/** Where bytes come from. */
export interface ByteSource {
  /** Reads into a buffer and gives the number of bytes, at least one; 0 at the end. */
  read(into: Buffer): Promise<number>;
  /**
   * Starts a read into a buffer on another thread. Undefined if there is no buffer, or if a read may have to wait
   * for another process; then the buffer is not requested.
   */
  readAhead?(room: () => Buffer | undefined): Promise<number> | undefined;
}

/** Where bytes go. */
export interface Sink {
  /** Writes pieces, all of them, one after another. */
  write(pieces: readonly Buffer[]): Promise<void>;
}

/** Bytes written with one call: a longer call would delay signals. */
const MOST_BYTES_AT_ONCE = 16 * 1024 * 1024;

/** A source over an open file, pipe or device. Waits where it is non-blocking. */
export function descriptorSource(file: number): ByteSource {
  const isQuick = answersAtOnce(file);
  return {
    async read(into) {
      await takeTurn();
      return retryWhileBusy(async () => {
        if (isQuick) return readSync(file, into, 0, into.length, null);
        return called<number>((done) => read(file, into, 0, into.length, null, done));
      });
    },
    readAhead(room) {
      const into = isQuick ? room() : undefined;
      if (into === undefined) return undefined;
      return called<number>((done) => read(file, into, 0, into.length, null, done));
    },
  };
}

/** A source over the bytes `[start, end)` of a regular file. */
export function rangeSource(
  file: number,
  { start, end }: { readonly start: number; readonly end: number },
): ByteSource {
  let at = start;
  return {
    async read(into) {
      await takeTurn();
      const count = readSync(file, into, 0, Math.min(into.length, end - at), at);
      at += count;
      return count;
    },
  };
}

/** A sink over an open file, pipe or device. Waits where it is slow or non-blocking. */
export function descriptorSink(file: number): Sink {
  let isQuick: boolean | undefined;
  const writeSome = async (bytes: Buffer, from: number) => {
    const size = Math.min(bytes.length - from, MOST_BYTES_AT_ONCE);
    if (isQuick) return writeSync(file, bytes, from, size, null);
    return called<number>((done) => write(file, bytes, from, size, null, done));
  };
  return {
    async write(pieces) {
      isQuick ??= answersAtOnce(file);
      for (const bytes of pieces) {
        for (let at = 0; at < bytes.length; ) {
          await takeTurn();
          const from = at;
          at += await retryWhileBusy(() => writeSome(bytes, from));
        }
      }
    },
  };
}

/** The result of a function that takes a callback. */
function called<T>(call: (done: (error: Error | null, value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => (error === null ? resolve(value) : reject(error)));
  });
}

/** Whether reads and writes never wait for another process, unlike pipes, sockets, terminals. */
function answersAtOnce(file: number): boolean {
  const stats = fstatSync(file);
  return stats.isFile() || (stats.isCharacterDevice() && !isTerminal(file));
}

/** As in `node:os`, which takes too long to load. */
const NULL_DEVICE = process.platform === "win32" ? "\\\\.\\nul" : "/dev/null";

/** Whether a file is a terminal. Only character devices are checked, since `node:tty` loads slowly. */
export function isTerminal(file: number): boolean {
  try {
    const stats = fstatSync(file);
    if (!stats.isCharacterDevice() || stats.rdev === statSync(NULL_DEVICE).rdev) return false;
  } catch {
    return false;
  }
  const { isatty } = requireModule("node:tty") as typeof import("node:tty");
  return isatty(file);
}

/** Milliseconds to wait before a non-blocking descriptor is tried again: more each time. */
const WAITS = [0, 1, 2, 5, 10, 20];

/**
 * Repeats an operation while it fails with EAGAIN. On Windows the end of a pipe is an error, treated as no bytes.
 */
async function retryWhileBusy(operation: () => Promise<number>): Promise<number> {
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
