import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { copyForUsage, type ReplyUsage } from "./response-usage.ts";
import type { Wire } from "./wire.ts";

/** Reads the usage of a reply as it passes, whatever its encoding. */
export interface UsageReader {
  /** Gets each chunk as it came; undefined where the encoding is not known. */
  readonly see: ((chunk: Buffer) => void) | undefined;
  /** The usage, once all of the reply has passed; undefined where it says nothing of it. */
  end(): Promise<ReplyUsage | undefined>;
  /** Lets go of a reply that broke off. */
  leave(): void;
}

/** The streams of Node 22.15 and later; the types here are those of Node 20. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

/** A reply that ends early still has what came before. */
const UNZIP = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const UNBROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: () => zlib.createGunzip(UNZIP),
  "x-gzip": () => zlib.createGunzip(UNZIP),
  deflate: () => zlib.createInflate(UNZIP),
  br: () => zlib.createBrotliDecompress(UNBROTLI),
  zstd: createZstdDecompress,
};

/** A reader for a reply in an encoding, the value of its header. */
export function usageReader(wire: Wire, encoding = ""): UsageReader {
  const copy = copyForUsage(wire);
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity")
    return { see: copy.add, end: async () => copy.usage, leave() {} };
  const create = DECODERS[name];
  if (create === undefined) return { see: undefined, end: async () => undefined, leave() {} };
  const decoder = decoderInto(copy.add, create);
  return {
    see: decoder.write,
    async end() {
      await decoder.end();
      return copy.usage;
    },
    leave: decoder.leave,
  };
}

/** Bytes that are decoded at once: each call takes a turn on another thread, and events are short. */
const AT_ONCE = 32 * 1024;

function decoderInto(add: (bytes: Buffer) => void, create: () => Transform) {
  let stream: Transform | undefined;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const decode = (): Transform => {
    stream ??= create()
      .on("data", add)
      // What it could read until then is enough.
      .on("error", () => {});
    if (!stream.destroyed) stream.write(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
    return stream;
  };
  return {
    write(chunk: Buffer): void {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= AT_ONCE) decode();
    },
    async end(): Promise<void> {
      const last = decode();
      if (last.closed) return;
      const closed = new Promise<void>((resolve) => last.once("close", resolve));
      last.end();
      await closed;
    },
    leave: () => void stream?.destroy(),
  };
}
