import { bufferOf } from "../../base/buffer-of.ts";
import { ElisionError } from "../../base/errors.ts";
import { zlib } from "./zlib.ts";
import { loadZstdCodec, type ZstdCodec } from "./zstd-codec.ts";

/** Compresses and decompresses zstd data that is in memory whole. */
export interface ZstdBlocks {
  compress(bytes: Buffer): Buffer;
  /** The data, of a size that is known. */
  decompress(bytes: Buffer, size: number): Buffer;
}

/** The functions of Node 22.15 and later; the types here are those of Node 20. */
interface NodeZstdSync {
  readonly zstdCompressSync?: (bytes: Buffer) => Buffer;
  readonly zstdDecompressSync?: (bytes: Buffer) => Buffer;
}

/** The level of `zstd` without options. */
const LEVEL = 3;

/**
 * Loads what compresses zstd data in memory: Node's own, else the package `zstd-codec`.
 *
 * @throws {ElisionError} `bad-compression` where there is none.
 */
export async function loadZstdBlocks(): Promise<ZstdBlocks> {
  const { zstdCompressSync, zstdDecompressSync } = zlib() as NodeZstdSync;
  if (zstdCompressSync !== undefined && zstdDecompressSync !== undefined)
    return {
      compress: (bytes) => zstdCompressSync(bytes),
      decompress: (bytes) => zstdDecompressSync(bytes),
    };
  return blocksOf(await loadZstdCodec());
}

/** The most bytes that are compressed or decompressed in one call, which takes half as long: the package has 16 MB. */
const WHOLE_BYTES = 2 * 1024 * 1024;

function blocksOf(codec: ZstdCodec): ZstdBlocks {
  const { compressBound, compress, decompress } = wholeOf(codec);
  return {
    compress(bytes) {
      if (bytes.length > WHOLE_BYTES) return compressedInPieces(codec, bytes);
      return compress(bytes, compressBound(bytes.length));
    },
    decompress(bytes, size) {
      if (Math.max(size, bytes.length) > WHOLE_BYTES)
        return decompressedInPieces(codec, bytes, size);
      return decompress(bytes, size);
    },
  };
}

function wholeOf({ ZstdCodec, VectorU8, cloneToVector, cloneAsTypedArray }: ZstdCodec) {
  const whole = new ZstdCodec();
  const source = new VectorU8();
  const target = new VectorU8();
  const run = (bytes: Buffer, room: number, step: () => number) => {
    cloneToVector(source, bytes);
    target.resize(room, 0);
    const length = step();
    if (length < 0) return undefined;
    target.resize(length, 0);
    const result = cloneAsTypedArray(target);
    return bufferOf(result);
  };
  return {
    compressBound: (length: number) => whole.compressBound(length),
    compress(bytes: Buffer, room: number) {
      const result = run(bytes, room, () => whole.compress(target, source, LEVEL));
      if (result === undefined) throw new Error("zstd cannot compress");
      return result;
    },
    decompress(bytes: Buffer, size: number) {
      const result = run(bytes, size, () => whole.decompress(target, source));
      if (result === undefined) throw damaged();
      return result;
    },
  };
}

function compressedInPieces({ ZstdCompressStreamBinding }: ZstdCodec, bytes: Buffer): Buffer {
  const encoder = new ZstdCompressStreamBinding();
  const pieces: Buffer[] = [];
  const put = (piece: Uint8Array) => pieces.push(Buffer.from(piece));
  try {
    encoder.begin(LEVEL);
    const areDone = inPieces(bytes, (piece) => encoder.transform(piece, put));
    if (!areDone || !encoder.end(put)) throw new Error("zstd cannot compress");
  } finally {
    encoder.delete();
  }
  return Buffer.concat(pieces);
}

function decompressedInPieces(
  { ZstdDecompressStreamBinding }: ZstdCodec,
  bytes: Buffer,
  size: number,
): Buffer {
  const decoder = new ZstdDecompressStreamBinding();
  const result = Buffer.allocUnsafeSlow(size);
  let length = 0;
  const put = (piece: Uint8Array) => {
    if (length + piece.length <= size) result.set(piece, length);
    length += piece.length;
  };
  try {
    decoder.begin();
    const areDone = inPieces(bytes, (piece) => decoder.transform(piece, put));
    if (!areDone || length > size) throw damaged();
    decoder.end(put);
  } finally {
    decoder.delete();
  }
  return result.subarray(0, length);
}

function damaged(): ElisionError {
  return new ElisionError("bad-compression", "zstd data that is damaged");
}

/** Bytes handed to the package at a time: it has little memory of its own. */
const PIECE_BYTES = 128 * 1024;

function inPieces(bytes: Buffer, take: (piece: Buffer) => boolean): boolean {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    if (!take(bytes.subarray(at, at + PIECE_BYTES))) return false;
  return true;
}
