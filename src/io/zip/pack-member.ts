import { once } from "node:events";
import { createDigest } from "../../base/create-digest.ts";
import { ElisionError } from "../../base/errors.ts";
import { crc32 } from "../compression/crc32.ts";
import { zlib } from "../compression/zlib.ts";
import { assertZstd, zstdCompressor, zstdDecompressed } from "../compression/zstd.ts";
import { pieceSource } from "../piece-source.ts";
import { createSpool, type Spool } from "../store/spool.ts";
import { type Store, smallPieces } from "../store/store.ts";
import type { ZipBytes } from "./zip-bytes.ts";
import { badMember, type ZipMember } from "./zip-member.ts";

/** The ways in which members are compressed that are read and written. */
const STORED = 0;
const DEFLATED = 8;
const ZSTD = 93;
const METHODS: ReadonlySet<number> = new Set([STORED, DEFLATED, ZSTD]);

/** The largest member that is read: the largest record. */
const MOST_BYTES = 2 ** 31 - 1;

/** Bytes of compressed data read at a time. */
const CHUNK_BYTES = 64 * 1024;

/** The text of a member, decompressed. */
export interface Unpacked {
  readonly text: Spool;
  readonly digest: string;
}

/**
 * Decompresses a member into a spool. No more is decompressed than the directory says that there is.
 *
 * @throws {ElisionError} `bad-zip` where its data is damaged or it is over 2 GB.
 */
export async function unpackMember(zip: ZipBytes, member: ZipMember): Promise<Unpacked> {
  const { entry } = member;
  if (!METHODS.has(entry.method))
    throw badMember(entry, `is compressed in a way that is not known (${entry.method})`);
  if (entry.size > MOST_BYTES) throw badMember(entry, "is larger than 2 GB");
  if (entry.method === ZSTD) await assertZstd();
  const text = createSpool();
  const digest = createDigest();
  let crc = 0;
  try {
    for await (const piece of decompressed(zip, member)) {
      if (text.size + piece.length > entry.size) throw badMember(entry, "is longer than it says");
      text.append(piece);
      digest.update(piece);
      crc = crc32(piece, crc);
    }
    if (text.size !== entry.size || crc !== entry.crc)
      throw badMember(entry, "does not match its checksum");
    return { text, digest: digest.digest("hex") };
  } catch (error) {
    text.close();
    throw error instanceof ElisionError && error.code !== "bad-compression"
      ? error
      : badMember(entry, "is damaged", error);
  }
}

async function* decompressed(zip: ZipBytes, member: ZipMember): AsyncGenerator<Buffer> {
  const pieces = dataOf(zip, member);
  if (member.entry.method === STORED) yield* pieces;
  else if (member.entry.method === ZSTD) yield* zstdDecompressed(pieceSource(pieces));
  else {
    const { Readable } = await import("node:stream");
    const stream = zlib().createInflateRaw();
    const input = Readable.from(pieces, { objectMode: false });
    input.on("error", (error) => stream.destroy(error));
    yield* input.pipe(stream);
  }
}

async function* dataOf(zip: ZipBytes, { dataStart, dataEnd }: ZipMember): AsyncGenerator<Buffer> {
  for (let at = dataStart; at < dataEnd; at += CHUNK_BYTES)
    for (const piece of zip.pieces(at, Math.min(dataEnd, at + CHUNK_BYTES)))
      yield Buffer.from(piece); // Who takes it may keep it.
}

/** Compresses a text as a member is, and gives what its headers are to say of it. */
export async function packMember(
  text: Store,
  { entry: { method } }: ZipMember,
): Promise<{ readonly data: Spool; readonly crc: number }> {
  const data = createSpool();
  const stream = await compressor(method);
  stream?.on("data", (piece: Buffer) => data.append(piece));
  let crc = 0;
  for (const piece of smallPieces(text, 0, text.size)) {
    crc = crc32(piece, crc);
    if (stream === undefined) data.append(piece);
    else if (!stream.write(Buffer.from(piece))) await once(stream, "drain");
  }
  if (stream !== undefined) {
    stream.end();
    await once(stream, "end");
  }
  return { data, crc };
}

async function compressor(method: number) {
  if (method === STORED) return undefined;
  return method === ZSTD ? zstdCompressor() : zlib().createDeflateRaw();
}
