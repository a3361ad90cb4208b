import type { Transform } from "node:stream";
import zlib from "node:zlib";
import type { Wire } from "../http/wire.ts";
import { copyForUsage, type ReplyUsage } from "./response-usage.ts";

/** Reads the usage of a reply as it passes, whatever its content encoding. */
export interface UsageReader {
  /** Called with each chunk as received; undefined if the encoding is unknown. */
  readonly see: ((chunk: Buffer) => void) | undefined;
  /** The usage, once the whole reply has passed; undefined if it reports none. */
  end(): Promise<ReplyUsage | undefined>;
  /** Drops a reply that broke off. */
  leave(): void;
}

/** The streams of Node 22.15 and later; the types are those of Node 20. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

/** Decodes what there is of a reply that ends early. */
const UNZIP = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const UNBROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: () => zlib.createGunzip(UNZIP),
  "x-gzip": () => zlib.createGunzip(UNZIP),
  deflate: () => zlib.createInflate(UNZIP),
  br: () => zlib.createBrotliDecompress(UNBROTLI),
  zstd: createZstdDecompress,
};

/** A reader for a reply with this `Content-Encoding`. */
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

/** Bytes to decode at once: each call is a round trip to another thread, and events are short. */
const AT_ONCE = 32 * 1024;

function decoderInto(add: (bytes: Buffer) => void, create: () => Transform) {
  let stream: Transform | undefined;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const decode = (): Transform => {
    stream ??= create()
      .on("data", add)
      // What was read until then is enough.
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
