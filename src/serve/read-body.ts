import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { unzstd } from "../api/live/unzstd.ts";
import { bufferPool } from "../base/buffer-pool.ts";

/** Bodies larger than this pass as they are. */
export const MOST_BODY = 64 * 1024 * 1024;

/** The body of a request: whole, or as much of it as was read before it was known to be too large. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** To be called when nothing reads its bytes any more: their memory is used again. */
  release(): void;
}

/** Reads a body up to the limit; the rest of one that is larger can still be read from the request. */
export async function readBody(request: IncomingMessage, most = MOST_BODY): Promise<ReadBody> {
  const body = collectedBody(request);
  if (body.expected > most) return { bytes: Buffer.alloc(0), isWhole: false, release() {} };
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
      if (body.length <= most) return;
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

/** A copy of a body as it passes, up to the limit: to be asked for once, when it has passed. */
export function copyOfBody(
  request: IncomingMessage,
  most = MOST_BODY,
): () => Omit<ReadBody, "isWhole"> | undefined {
  const body = collectedBody(request);
  request.on("data", (chunk: Buffer) => {
    if (body.expected <= most && body.length + chunk.length <= most) body.add(chunk);
    else body.drop();
  });
  // Undefined where it is larger, or never came as a whole.
  return () => (request.complete && !body.isDropped ? body.taken() : undefined);
}

/** The memory of bodies on their way. */
const MEMORY = bufferPool();

/** A body that is collected piece by piece, at once where it is to lie if its length is known. */
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
      // The request is there as long as its reply.
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

/** A body without its encoding; undefined where that is not known, or it is damaged: it passes as it is. */
export async function decoded(bytes: Buffer, encoding: string): Promise<Buffer | undefined> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return bytes;
  return DECODERS[name]?.(bytes, { maxOutputLength: MOST_BODY }).catch(() => undefined);
}
