import type { Transform } from "node:stream";
import { ElisionError } from "../../base/errors.ts";
import type { ByteSource } from "../file-descriptor.ts";
import { zlib } from "./zlib.ts";
import { loadZstdCodec } from "./zstd-codec.ts";
import { zstdFrames } from "./zstd-frames.ts";

/** The streams of Node 22.15 and later; the types here are those of Node 20. */
interface NodeZstd {
  readonly createZstdCompress?: () => Transform;
  readonly createZstdDecompress?: () => Transform;
}

/**
 * Checks that zstd can be read and written.
 *
 * @throws {ElisionError} `bad-compression` where it cannot.
 */
export async function assertZstd(): Promise<void> {
  if ((zlib() as NodeZstd).createZstdDecompress === undefined) await loadZstdCodec();
}

/** The bytes of zstd data with any number of frames, decompressed. Memory is bounded by a block and the window. */
export async function* zstdDecompressed(source: ByteSource): AsyncGenerator<Buffer> {
  const { createZstdDecompress } = zlib() as NodeZstd;
  if (createZstdDecompress !== undefined) {
    const { Readable } = await import("node:stream");
    // Node's stream ends after a frame, and ignores those that follow.
    for await (const frame of zstdFrames(source)) {
      const pieces = Readable.from(frame, { objectMode: false });
      const stream = createZstdDecompress();
      pieces.on("error", (error) => stream.destroy(error));
      yield* pieces.pipe(stream);
    }
    return;
  }
  const { ZstdDecompressStreamBinding } = await loadZstdCodec();
  const decoder = new ZstdDecompressStreamBinding();
  try {
    decoder.begin();
    for await (const frame of zstdFrames(source)) {
      for await (const piece of frame) {
        const pieces: Buffer[] = [];
        const isDone = decoder.transform(piece, (bytes) => pieces.push(Buffer.from(bytes)));
        if (!isDone) throw new ElisionError("bad-compression", "zstd data that is damaged");
        yield* pieces;
      }
    }
  } finally {
    decoder.delete();
  }
}

/** The level of `zstd` without options. */
const LEVEL = 3;

/** A stream that compresses into one zstd frame. */
export async function zstdCompressor(): Promise<Transform> {
  const { createZstdCompress } = zlib() as NodeZstd;
  if (createZstdCompress !== undefined) return createZstdCompress();
  const { ZstdCompressStreamBinding } = await loadZstdCodec();
  const { Transform } = await import("node:stream");
  const encoder = new ZstdCompressStreamBinding();
  encoder.begin(LEVEL);
  let isOpen = true;
  const act = (stream: Transform, step: (onBytes: (bytes: Uint8Array) => void) => boolean) =>
    step((bytes) => stream.push(Buffer.from(bytes))) ? null : new Error("zstd cannot compress");
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(act(this, (onBytes) => encoder.transform(chunk, onBytes)));
    },
    flush(done) {
      done(act(this, (onBytes) => encoder.end(onBytes)));
    },
    destroy(error, done) {
      if (isOpen) encoder.delete();
      isOpen = false;
      done(error);
    },
  });
}
