import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore, type Store } from "./store.ts";

/** Bytes that a spool holds in memory before it goes to disk. */
export const SPOOL_MEMORY_BYTES = 64 * 1024 * 1024;

/** Bytes read from disk at a time. */
const PIECE_BYTES = 1024 * 1024;

/** A store that must be closed. */
export interface Spool extends Store {
  close(): void;
}

/**
 * A store that holds up to `memoryBytes` in memory and everything in a temporary file past that. The
 * file has no name while it is open, so that nothing of it is left behind however the process ends.
 * Given the descriptor of a file whose bytes these are, it reads them there instead.
 */
export function createSpool({
  memoryBytes = SPOOL_MEMORY_BYTES,
  source,
}: {
  readonly memoryBytes?: number;
  readonly source?: number;
} = {}): Spool {
  let memory: Store | undefined = memoryStore();
  let size = 0;
  let file = source;

  const spill = () => {
    const held = memory;
    memory = undefined;
    if (held === undefined || file !== undefined) return;
    file = openNameless();
    for (const piece of held.pieces(0, held.size)) writeFully(file, piece);
  };
  return {
    append(chunk) {
      size += chunk.length;
      if (memory !== undefined) {
        memory.append(chunk);
        if (size > memoryBytes) spill();
      } else if (file !== undefined && file !== source) writeFully(file, chunk);
    },
    get size() {
      return size;
    },
    *pieces(start, end) {
      if (memory !== undefined) yield* memory.pieces(start, end);
      else if (file !== undefined) yield* readPieces(file, start, end);
    },
    close() {
      if (file !== undefined && file !== source) closeSync(file);
      file = undefined;
      memory = undefined;
    },
  };
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "elision-"));
  const name = join(folder, "spool");
  const file = openSync(name, "wx+", 0o600);
  unlinkSync(name);
  rmdirSync(folder);
  return file;
}

function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function* readPieces(file: number, start: number, end: number): Iterable<Buffer> {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
    const length = readSync(file, piece, 0, piece.length, at);
    if (length === 0) return;
    at += length;
    yield piece.subarray(0, length);
  }
}
