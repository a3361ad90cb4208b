import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { unzstd } from "../api/live/unzstd.ts";

/** Bodies larger than this pass as they are. */
export const MOST_BODY = 64 * 1024 * 1024;

/** The body of a request: whole, or as much of it as was read before it was too large. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads a body up to the limit; the rest of one that is larger can still be read from the request. */
export async function readBody(request: IncomingMessage, most = MOST_BODY): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let length = 0;
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
      chunks.push(chunk);
      length += chunk.length;
      if (length <= most) return;
      request.pause();
      done(false);
    };
    request.on("data", onData);
    request.on("error", reject);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
  return { bytes: Buffer.concat(chunks, length), isWhole };
}

/** A copy of a body as it passes, up to the limit: to be asked for once, when it has passed. */
export function copyOfBody(request: IncomingMessage, most = MOST_BODY): () => Buffer | undefined {
  let chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    else chunks = [];
  });
  // Undefined where it is larger, or never came as a whole.
  return () => {
    const all = request.complete && length <= most ? Buffer.concat(chunks, length) : undefined;
    // The request is there as long as its reply.
    chunks = [];
    return all;
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
