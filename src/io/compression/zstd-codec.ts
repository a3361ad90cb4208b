import { ElisionError } from "../../base/errors.ts";
import { requireModule } from "../../base/require-module.ts";

/** The codec of the package `zstd-codec` 0.1, zstd itself in WebAssembly. */
export interface ZstdCodec {
  readonly ZstdCompressStreamBinding: new () => StreamBinding;
  readonly ZstdDecompressStreamBinding: new () => StreamBinding;
  readonly ZstdCodec: new () => WholeCodec;
  readonly VectorU8: new () => Vector;
  cloneToVector(vector: Vector, bytes: Uint8Array): void;
  cloneAsTypedArray(vector: Vector): Uint8Array;
}

/** Bytes in the memory of the package. */
export interface Vector {
  resize(length: number, value: number): void;
}

/** Data that is in that memory whole: the length that came out, negative where it failed. */
interface WholeCodec {
  compressBound(length: number): number;
  compress(target: Vector, source: Vector, level: number): number;
  decompress(target: Vector, source: Vector): number;
}

/** One stream in one direction. Each step says whether it was done, and hands on bytes that it may use again. */
interface StreamBinding {
  begin(level?: number): boolean;
  transform(bytes: Uint8Array, onBytes: (bytes: Uint8Array) => void): boolean;
  end(onBytes: (bytes: Uint8Array) => void): boolean;
  delete(): void;
}

/** A module of the package that hands over the codec once it is compiled. */
interface CodecModule {
  run(onReady: (codec: ZstdCodec & { then?: unknown }) => void): void;
}

let loaded: Promise<ZstdCodec> | undefined;

/**
 * Loads the codec, for versions of Node before 22.15.
 *
 * @throws {ElisionError} `bad-compression` where its package, which is optional, is not installed.
 */
export async function loadZstdCodec(): Promise<ZstdCodec> {
  loaded ??= new Promise((resolve, reject) => {
    try {
      const module = requireModule("zstd-codec/lib/module.js") as CodecModule;
      module.run((codec) => {
        delete codec.then; // The codec itself has a `then`, so `await` would call it again and again.
        resolve(codec);
      });
    } catch (error) {
      reject(error);
    }
  });
  try {
    return await loaded;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith("MODULE_NOT_FOUND")) throw error;
    throw new ElisionError("bad-compression", "zstd data, which needs Node 22.15 or a package", {
      hint: "npm install zstd-codec, or use a pipe: zstd -dc FILE | elision | zstd",
      cause: error,
    });
  }
}
