import { once } from "node:events";
import type { Gunzip } from "node:zlib";
import { ElisionError } from "../../base/errors.ts";
import type { ByteSource, Sink } from "../file-descriptor.ts";
import { ZIP_MAGIC } from "../zip/zip-bytes.ts";
import { zlib } from "./zlib.ts";
import { assertZstd, zstdCompressor, zstdDecompressed } from "./zstd.ts";

/** How an input is compressed, by its first bytes. */
export type Compression = "gzip" | "zstd";

/** A source of decompressed bytes. */
export interface OpenedSource extends ByteSource {
  readonly compression: Compression | undefined;
  /** Whether it begins like a ZIP archive, which is not decompressed here. */
  readonly isZip: boolean;
}

/** Bytes read to detect the compression, and at a time from a compressed input. */
const CHUNK_BYTES = 64 * 1024;

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** A skippable frame of zstd, with which pzstd begins: its first byte may also be one of the next 15. */
const ZSTD_SKIPPABLE = [0x50, 0x2a, 0x4d, 0x18];

/**
 * Detects compression by the first bytes of a source, and decompresses it: gzip with any number of members, zstd
 * with any number of frames. Memory is bounded, whatever the data expands to.
 *
 * @throws {ElisionError} `bad-compression` if zstd cannot be read here; a read throws it if the data is damaged or
 * truncated.
 */
export async function openSource(source: ByteSource): Promise<OpenedSource> {
  const head = await readHead(source);
  const compression = compressionOf(head);
  const { read, readAhead } = withHead(source, head);
  const isZip = head.length >= ZIP_MAGIC.length && beginsLike(head, ZIP_MAGIC.length, ZIP_MAGIC);
  if (compression === undefined) return { compression, isZip, read, readAhead };
  if (compression === "zstd") await assertZstd();
  const pieces = compression === "gzip" ? gunzipped({ read }) : zstdDecompressed({ read });
  return { compression, isZip, read: readerOf(pieces, compression) };
}

/** A sink that compresses into another; `end` writes what is buffered. */
export function compressedSink(
  sink: Sink,
  compression: Compression,
): Sink & { end(): Promise<void> } {
  const pieces: Buffer[] = [];
  const open = async () => {
    const stream = compression === "gzip" ? zlib().createGzip() : await zstdCompressor();
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

/** Memory for the first bytes of a source, reused: most inputs are small. */
let spareHead: Buffer | undefined;

async function readHead(source: ByteSource): Promise<Buffer> {
  const head = spareHead ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  spareHead = undefined;
  let filled = 0;
  // Reads no more than needed: a client that waits for its row may not send more before.
  while (HEADS.some((magic) => filled < magic.length && beginsLike(head, filled, magic))) {
    const count = await source.read(head.subarray(filled));
    if (count === 0) break;
    filled += count;
  }
  return head.subarray(0, filled);
}

const MAGICS = [GZIP, ZSTD, ZSTD_SKIPPABLE];
const HEADS = [...MAGICS, ZIP_MAGIC];

/** Whether the bytes so far may be the start of these. */
function beginsLike(head: Buffer, filled: number, magic: readonly number[]): boolean {
  return magic.slice(0, filled).every((byte, index) => isByte(head[index], { byte, index, magic }));
}

function isByte(
  got: number | undefined,
  { byte, index, magic }: { byte: number; index: number; magic: readonly number[] },
): boolean {
  const mask = magic === ZSTD_SKIPPABLE && index === 0 ? 0xf0 : 0xff;
  return got !== undefined && (got & mask) === byte;
}

function compressionOf(head: Buffer): Compression | undefined {
  const found = MAGICS.find(
    (magic) => head.length >= magic.length && beginsLike(head, magic.length, magic),
  );
  if (found === undefined) return undefined;
  return found === GZIP ? "gzip" : "zstd";
}

/** Reads a source whose first bytes were read already. */
function withHead(source: ByteSource, head: Buffer): Required<ByteSource> {
  let rest = head;
  return {
    async read(into) {
      if (rest.length === 0) return source.read(into);
      const count = rest.copy(into);
      rest = rest.subarray(count);
      if (rest.length === 0) spareHead = Buffer.from(head.buffer);
      return count;
    },
    readAhead: (room) => (rest.length === 0 ? source.readAhead?.(room) : undefined),
  };
}

async function* gunzipped({ read }: ByteSource): AsyncGenerator<Buffer> {
  const stream = zlib().createGunzip();
  void feedStream(stream, read);
  yield* stream;
}

/** Writes a source to a stream. Not piped: to make a stream of the source, Node takes milliseconds. */
async function feedStream(stream: Gunzip, read: ByteSource["read"]): Promise<void> {
  try {
    for await (const chunk of chunks(read)) if (!stream.write(chunk)) await once(stream, "drain");
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  }
}

function readerOf(pieces: AsyncGenerator<Buffer>, compression: Compression): ByteSource["read"] {
  let rest: Buffer = Buffer.alloc(0);
  return async (into) => {
    while (rest.length === 0) {
      const next = await pieces.next().catch((error) => {
        throw damaged(error, compression);
      });
      if (next.done) return 0;
      rest = next.value;
    }
    const count = rest.copy(into);
    rest = rest.subarray(count);
    return count;
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
