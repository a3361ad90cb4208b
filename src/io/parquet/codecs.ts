import { ElisionError } from "../../base/errors.ts";
import { zlib } from "../compression/zlib.ts";
import { loadZstdBlocks, type ZstdBlocks } from "../compression/zstd-blocks.ts";
import { hadoopLz4Compress, hadoopLz4Decompress, lz4Compress, lz4Decompress } from "./lz4.ts";
import { snappyCompress, snappyDecompress } from "./snappy.ts";

/** Compresses and decompresses whole pages. */
export interface PageCodec {
  compress(bytes: Buffer): Buffer;
  /** Throws where the bytes are damaged. */
  decompress(bytes: Buffer, size: number): Buffer;
}

/** The names of codecs, by the number that a footer has for each. */
const NAMES = ["UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"];

/**
 * Finds the codec of a column's pages.
 *
 * @throws {ElisionError} `bad-parquet` for one that cannot be read and written here.
 */
export async function pageCodec(number: number): Promise<PageCodec> {
  switch (NAMES[number]) {
    case "UNCOMPRESSED":
      return { compress: (bytes) => bytes, decompress: (bytes) => bytes };
    case "SNAPPY":
      return { compress: snappyCompress, decompress: snappyDecompress };
    case "GZIP":
      return {
        compress: (bytes) => zlib().gzipSync(bytes),
        decompress: (bytes) => zlib().gunzipSync(bytes),
      };
    case "BROTLI":
      return {
        compress: brotliCompress,
        decompress: (bytes) => zlib().brotliDecompressSync(bytes),
      };
    case "LZ4":
      return { compress: hadoopLz4Compress, decompress: hadoopLz4Decompress };
    case "LZ4_RAW":
      return { compress: lz4Compress, decompress: lz4Decompress };
    case "ZSTD":
      return ofZstd(await loadZstdBlocks());
    default:
      throw new ElisionError(
        "bad-parquet",
        `Parquet compressed with ${NAMES[number] ?? `codec ${number}`}`,
        {
          hint: "elision reads and writes SNAPPY, GZIP, ZSTD, LZ4, BROTLI and UNCOMPRESSED: write the file with one of them",
        },
      );
  }
}

function ofZstd({ compress, decompress }: ZstdBlocks): PageCodec {
  return { compress, decompress };
}

/** At its own default, 11, Brotli takes a minute for what others do in a second. */
const BROTLI_QUALITY = 5;

function brotliCompress(bytes: Buffer): Buffer {
  const { brotliCompressSync, constants } = zlib();
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
}
