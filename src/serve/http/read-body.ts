import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { unzstd } from "../../api/live/unzstd.ts";
import { bufferPool } from "../../base/buffer-pool.ts";

/** Larger bodies pass unchanged. */
const MOST_BODY = 64 * 1024 * 1024;

/** The body of a request: complete, or the part that was read before it was known to be too large. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** To be called when its bytes are no longer used: their memory is reused. */
  release(): void;
}

/** Reads a body up to the limit; the rest of a larger one can still be read from the request. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const body = collectedBody(request);
  if (body.expected > MOST_BODY) return { bytes: Buffer.alloc(0), isWhole: false, release() {} };
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    const done = (whole: boolean) => {
      request.off("data", onData);
      request.off("error", reject);
      request.off("end", onEnd);
      request.off("close", onClose);
      resolve(whole);
    };
    const onEnd = () => done(true);
    const onClose = () => reject(new Error("the client went before its request had come"));
    const onData = (chunk: Buffer) => {
      body.add(chunk);
      if (body.length <= MOST_BODY) return;
      request.pause();
      done(false);
    };
    request.on("data", onData);
    request.on("error", reject);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
  return { ...body.taken(), isWhole };
}

/** Copies a body as it passes, up to the limit; the copy can be taken once, when it has passed. */
export function copyOfBody(request: IncomingMessage): () => Omit<ReadBody, "isWhole"> | undefined {
  const body = collectedBody(request);
  request.on("data", (chunk: Buffer) => {
    if (body.expected <= MOST_BODY && body.length + chunk.length <= MOST_BODY) body.add(chunk);
    else body.drop();
  });
  // Undefined if it is larger, or did not arrive completely.
  return () => (request.complete && !body.isDropped ? body.taken() : undefined);
}

/** The memory of bodies in flight. */
const MEMORY = bufferPool();

/** Collects a body piece by piece, into its final place if its length is known. */
function collectedBody({ headers }: IncomingMessage) {
  const expected = Number(headers["content-length"] ?? 0);
  let whole: Buffer | undefined;
  let chunks: Buffer[] = [];
  let length = 0;
  let isDropped = false;
  return {
    expected,
    get length() {
      return length;
    },
    get isDropped() {
      return isDropped;
    },
    add(chunk: Buffer): void {
      if (length + chunk.length <= expected) {
        whole ??= MEMORY.take(expected);
        chunk.copy(whole, length);
      } else chunks.push(chunk);
      length += chunk.length;
    },
    drop(): void {
      isDropped = true;
      if (whole !== undefined) MEMORY.give(whole);
      whole = undefined;
      chunks = [];
    },
    taken(): Omit<ReadBody, "isWhole"> {
      const bytes = whole?.subarray(0, length) ?? MEMORY.take(length);
      let at = whole === undefined ? 0 : length;
      for (const chunk of chunks) at += chunk.copy(bytes, at);
      // The request object lives as long as its reply, so its memory is freed here.
      whole = undefined;
      chunks = [];
      return { bytes, release: () => MEMORY.give(bytes) };
    },
  };
}

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip) as never,
  "x-gzip": promisify(gunzip) as never,
  deflate: promisify(inflate) as never,
  br: promisify(brotliDecompress) as never,
  zstd: unzstd,
};

/**
 * A body without its content encoding; undefined if the encoding is unknown or the body is damaged: it then
 * passes unchanged.
 */
export async function decoded(bytes: Buffer, encoding: string): Promise<Buffer | undefined> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return bytes;
  return DECODERS[name]?.(bytes, { maxOutputLength: MOST_BODY }).catch(() => undefined);
}
