import { ElisionError } from "../base/errors.ts";
import { zlib } from "./zlib.ts";
import { loadZstdCodec } from "./zstd-codec.ts";

/** Compresses and decompresses zstd data that is in memory whole. */
export interface ZstdBlocks {
  compress(bytes: Buffer): Buffer;
  decompress(bytes: Buffer): Buffer;
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
  const { ZstdCompressStreamBinding, ZstdDecompressStreamBinding } = await loadZstdCodec();
  return {
    compress(bytes) {
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
    },
    decompress(bytes) {
      const decoder = new ZstdDecompressStreamBinding();
      const pieces: Buffer[] = [];
      const put = (piece: Uint8Array) => pieces.push(Buffer.from(piece));
      try {
        decoder.begin();
        if (!inPieces(bytes, (piece) => decoder.transform(piece, put)))
          throw new ElisionError("bad-compression", "zstd data that is damaged");
        decoder.end(put);
      } finally {
        decoder.delete();
      }
      return Buffer.concat(pieces);
    },
  };
}

/** Bytes handed to the package at a time: it has little memory of its own. */
const PIECE_BYTES = 128 * 1024;

function inPieces(bytes: Buffer, take: (piece: Buffer) => boolean): boolean {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    if (!take(bytes.subarray(at, at + PIECE_BYTES))) return false;
  return true;
}
