import { closeSync, fstatSync, openSync, readSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ElisionError, fileChanged } from "../../base/errors.ts";
import { ioError } from "../io-error.ts";
import { makeTemporaryFolder } from "../replacement/temporary-files.ts";
import { writeFully } from "../write-fully.ts";
import { fillAt } from "./read-at.ts";
import { memoryStore, type Store } from "./store.ts";

/** Bytes that a spool holds in memory before it goes to disk. */
const SPOOL_MEMORY_BYTES = 32 * 1024 * 1024;

/** Bytes read from disk at a time. */
const PIECE_BYTES = 1024 * 1024;

/** A store that must be closed. */
export interface Spool extends Store {
  close(): void;
}

/**
 * A store that keeps up to `memoryBytes` in memory, and everything in a temporary file beyond. The open file is
 * unlinked, so that nothing is left behind however the process ends. Given the descriptor of the input's own file,
 * it reads from there instead and keeps nothing; throws `changed` if the bytes are no longer there.
 */
export function createSpool({
  memoryBytes = SPOOL_MEMORY_BYTES,
  source,
}: {
  readonly memoryBytes?: number;
  readonly source?: number;
} = {}): Spool {
  let memory: Store | undefined = source === undefined ? memoryStore() : undefined;
  let size = 0;
  let file = source;
  const inputBytes = source === undefined ? undefined : fstatSync(source).size;
  const reader = createReader(inputBytes);

  const spill = () => {
    const held = memory;
    memory = undefined;
    if (held === undefined || file !== undefined) return;
    file = openNameless();
    for (const piece of held.pieces(0, held.size)) writeInFolder(file, piece);
  };
  return {
    append(chunk) {
      size += chunk.length;
      if (memory !== undefined) {
        memory.append(chunk);
        if (size > memoryBytes) spill();
      } else if (file !== undefined && file !== source) writeInFolder(file, chunk);
    },
    inputBytes,
    get size() {
      return size;
    },
    *pieces(start, end) {
      if (memory !== undefined) yield* memory.pieces(start, end);
      else if (file !== undefined) yield* reader.pieces(file, { start, end });
    },
    read(into, start) {
      if (memory !== undefined || file === undefined) return false;
      if (fillAt(file, start, into) < into.length) throw fileChanged();
      return true;
    },
    close() {
      if (file !== undefined && file !== source) closeSync(file);
      file = undefined;
      memory = undefined;
    },
  };
}

function openNameless(): number {
  return inTemporaryFolder(() => {
    const folder = makeTemporaryFolder("spool");
    const name = join(folder, "spool");
    const file = openSync(name, "wx+", 0o600);
    unlinkSync(name);
    rmdirSync(folder);
    return file;
  });
}

function writeInFolder(file: number, bytes: Buffer): void {
  inTemporaryFolder(() => writeFully(file, bytes));
}

/** Names the folder for temporary files where it is full or closed: not what is read is at fault. */
function inTemporaryFolder<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code, message, file } = ioError(error, tmpdir());
    throw new ElisionError(code, message, {
      ...(file !== undefined && { file }),
      hint: "large input is kept in the folder for temporary files: TMPDIR names another",
      cause: error,
    });
  }
}

/**
 * Reads ranges of a file, mostly in order or in reverse order. Small ones are views of a buffer that is read ahead in
 * that direction, valid until the next range; large ones have their own memory.
 */
function createReader(fileBytes = AHEAD_BYTES) {
  let ahead: Buffer | undefined; // Most spools stay in memory.
  let from = 0;
  let filled = 0;
  return {
    *pieces(file: number, { start, end }: { start: number; end: number }): Iterable<Buffer> {
      if (end - start >= SMALL_BYTES) {
        yield* readPieces(file, start, end);
        return;
      }
      if (start < from || end > from + filled) {
        ahead ??= Buffer.allocUnsafeSlow(Math.min(AHEAD_BYTES, Math.max(SMALL_BYTES, fileBytes)));
        const isBefore = start < from && end > from - ahead.length;
        from = isBefore ? Math.max(0, end - ahead.length) : start;
        filled = fillAt(file, from, ahead);
      }
      if (end > from + filled) throw fileChanged();
      if (start < end && ahead !== undefined) yield ahead.subarray(start - from, end - from);
    },
  };
}

/** Bytes read ahead; smaller ranges are taken from them. */
const AHEAD_BYTES = 256 * 1024;
const SMALL_BYTES = 64 * 1024;

function* readPieces(file: number, start: number, end: number): Iterable<Buffer> {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
    const length = readSync(file, piece, 0, piece.length, at);
    if (length === 0) throw fileChanged();
    at += length;
    yield piece.subarray(0, length);
  }
}
