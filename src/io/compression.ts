import { once } from "node:events";
import type { Transform } from "node:stream";
import { ElisionError } from "../base/errors.ts";
import type { ByteSource, Sink } from "./file-descriptor.ts";
import { zlib } from "./zlib.ts";

/** How an input is compressed, by its first bytes. */
export type Compression = "gzip" | "zstd";

/** A source of decompressed bytes. */
export interface OpenedSource extends ByteSource {
  readonly compression: Compression | undefined;
}

/** Bytes read to see what an input is, and at a time from a compressed one. */
const CHUNK_BYTES = 64 * 1024;

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * Looks at the first bytes of a source, and decompresses it if they say so: gzip with any number of
 * members, zstd where the runtime has it. Memory is bounded, whatever the data expands to.
 *
 * @throws {ElisionError} `bad-compression` where zstd cannot be read here; a read throws it where the
 * data is damaged or stops short.
 */
export async function openSource(source: ByteSource): Promise<OpenedSource> {
  const head = await readHead(source);
  const begins = (magic: readonly number[]) => magic.every((byte, index) => head[index] === byte);
  const compression = begins(GZIP) ? "gzip" : begins(ZSTD) ? "zstd" : undefined;
  if (compression !== undefined) {
    const stream = await createStream(compression, "Decompress");
    return await decompressed(source, { head, compression, stream });
  }
  return { compression: undefined, read: withHead(source, head) };
}

/** A sink that compresses what goes into another; `end` writes what is still held. */
export function compressedSink(
  sink: Sink,
  compression: Compression,
): Sink & { end(): Promise<void> } {
  const pieces: Buffer[] = [];
  const open = async () => {
    const stream = await createStream(compression, "Compress");
    return stream.on("data", (piece: Buffer) => pieces.push(piece));
  };
  let opened: ReturnType<typeof open> | undefined;
  const pass = () => sink.write(pieces.splice(0));
  return {
    async write(written) {
      opened ??= open();
      const stream = await opened;
      for (const piece of written) {
        // The caller may use its bytes again once this returns.
        if (!stream.write(Buffer.from(piece))) await once(stream, "drain");
      }
      await pass();
    },
    async end() {
      opened ??= open();
      const stream = await opened;
      stream.end();
      await once(stream, "end");
      await pass();
    },
  };
}

async function readHead(source: ByteSource): Promise<Buffer> {
  const head = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  // No more than it takes: who sends a row and waits for it may send no more before.
  while ([GZIP, ZSTD].some((magic) => filled < magic.length && beginsLike(head, filled, magic))) {
    const count = await source.read(head.subarray(filled));
    if (count === 0) break;
    filled += count;
  }
  return head.subarray(0, filled);
}

/** Whether the bytes that are there may be the start of these. */
function beginsLike(head: Buffer, filled: number, magic: readonly number[]): boolean {
  return magic.slice(0, filled).every((byte, index) => head[index] === byte);
}

/** Reads a source whose first bytes were read already. */
function withHead(source: ByteSource, head: Buffer): ByteSource["read"] {
  let rest = head;
  return async (into) => {
    if (rest.length === 0) return source.read(into);
    const count = rest.copy(into);
    rest = rest.subarray(count);
    return count;
  };
}

async function decompressed(
  source: ByteSource,
  {
    head,
    compression,
    stream,
  }: {
    readonly head: Buffer;
    readonly compression: Compression;
    readonly stream: Transform;
  },
): Promise<OpenedSource> {
  const { Readable } = await import("node:stream");
  const input = Readable.from(chunks(withHead(source, head)), { objectMode: false });
  input.on("error", (error) => stream.destroy(error));
  const output = input.pipe(stream)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return {
    compression,
    async read(into) {
      while (rest.length === 0) {
        const next = await output.next().catch((error) => {
          throw damaged(error, compression);
        });
        if (next.done) return 0;
        rest = next.value;
      }
      const count = rest.copy(into);
      rest = rest.subarray(count);
      return count;
    },
  };
}

async function* chunks(read: ByteSource["read"]): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = await read(chunk);
    if (count === 0) return;
    yield chunk.subarray(0, count);
  }
}

function damaged(error: unknown, compression: Compression): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^(Z_|ZSTD_)/.test(code)) return error;
  const what = code === "Z_BUF_ERROR" ? "that stops short" : "that is damaged";
  return new ElisionError("bad-compression", `${compression} data ${what}`, { cause: error });
}

/**
 * A stream that compresses or decompresses. The library is loaded for it: most inputs are plain. Node
 * 22.15 and later have zstd; its types here are those of Node 20.
 */
async function createStream(
  compression: Compression,
  what: "Compress" | "Decompress",
): Promise<Transform> {
  const library = zlib();
  if (compression === "gzip")
    return what === "Compress" ? library.createGzip() : library.createGunzip();
  const named = library as unknown as Record<string, (() => Transform) | undefined>;
  const create = named[`createZstd${what}`];
  if (create !== undefined) return create();
  throw new ElisionError("bad-compression", "zstd data, which this version of Node cannot read", {
    hint: "decompress it: zstd -dc FILE | elision",
  });
}
