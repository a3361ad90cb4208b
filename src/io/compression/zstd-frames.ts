import { ElisionError } from "../../base/errors.ts";
import type { ByteSource } from "../file-descriptor.ts";

/** Bytes that a block of zstd data expands to, at most (RFC 8878, 3.1.1.2). */
const MOST_BLOCK_BYTES = 128 * 1024;

/** The largest window that is read: that of `zstd -d` without options, and of Node. */
const MOST_WINDOW_BYTES = 128 * 1024 * 1024;

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const RAW = 0;
const RLE = 1;

/**
 * The frames of zstd data one after another, each as its pieces: the header, then a block each (RFC 8878). Codecs
 * stop silently after the first frame, or where the data is truncated. Frames without data are left out.
 *
 * @throws {ElisionError} `bad-compression` where the data stops short, is no zstd data, or needs a window of more
 * than 128 MB.
 */
export async function* zstdFrames(source: ByteSource): AsyncGenerator<AsyncGenerator<Buffer>> {
  const take = taker(source);
  for (;;) {
    const head = await take(4, { orEnd: true });
    if (head === undefined) return;
    const magic = head.readUInt32LE();
    if ((magic & ~0xf) === SKIPPABLE_MAGIC) await skip(take, (await take(4)).readUInt32LE());
    else if (magic === FRAME_MAGIC) yield frame(take, head);
    else throw bad("that is damaged: something else follows a frame");
  }
}

async function* frame(take: TakeBytes, magic: Buffer): AsyncGenerator<Buffer> {
  const { header, hasChecksum } = await frameHeader(take);
  yield Buffer.concat([magic, header]);
  for (;;) {
    const blockHeader = await take(3);
    const bits = blockHeader.readUIntLE(0, 3);
    const size = bits >>> 3;
    const type = (bits >>> 1) & 3;
    if (type > 2 || (type !== RLE && size > MOST_BLOCK_BYTES)) throw bad("that is damaged");
    const content = await take(type === RLE ? 1 : size);
    yield type === RAW && size === 0 ? blockHeader : Buffer.concat([blockHeader, content]);
    if ((bits & 1) === 1) break;
  }
  if (hasChecksum) yield await take(4);
}

async function frameHeader(take: TakeBytes) {
  const descriptor = await take(1);
  const [bits = 0] = descriptor;
  const isSingle = (bits & 0x20) !== 0;
  const window = isSingle ? NOTHING : await take(1);
  const dictionary = await take([0, 1, 2, 4][bits & 3] ?? 0);
  const contentSize = await take([isSingle ? 1 : 0, 2, 4, 8][bits >>> 6] ?? 0);
  // The window of a frame in one segment is its content.
  const bytes = isSingle ? sizeIn(contentSize) : windowSize(window[0] ?? 0);
  if (bytes > MOST_WINDOW_BYTES)
    throw bad("with a window of more than 128 MB", "compress it without --long and --ultra");
  return {
    header: Buffer.concat([descriptor, window, dictionary, contentSize]),
    hasChecksum: (bits & 4) !== 0,
  };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >>> 3));
  return base + (base / 8) * (descriptor & 7);
}

function sizeIn(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE());
  return field.length === 2 ? field.readUInt16LE() + 256 : field.readUIntLE(0, field.length);
}

async function skip(take: TakeBytes, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= MOST_BLOCK_BYTES)
    await take(Math.min(left, MOST_BLOCK_BYTES));
}

/** Takes bytes of their own; undefined only at the end, for who asks for that. */
interface TakeBytes {
  (count: number): Promise<Buffer>;
  (count: number, about: { readonly orEnd: true }): Promise<Buffer | undefined>;
}

const NOTHING = Buffer.alloc(0);

function taker(source: ByteSource): TakeBytes {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  let rest = NOTHING;
  const take = async (count: number, about?: { readonly orEnd: true }) => {
    const taken = Buffer.allocUnsafe(count);
    for (let filled = 0; filled < count; ) {
      if (rest.length === 0) rest = chunk.subarray(0, await source.read(chunk));
      if (rest.length === 0 && filled === 0 && about?.orEnd) return undefined;
      if (rest.length === 0) throw bad("that stops short");
      const copied = rest.copy(taken, filled);
      filled += copied;
      rest = rest.subarray(copied);
    }
    return taken;
  };
  return take as TakeBytes;
}

function bad(what: string, hint?: string): ElisionError {
  const about = hint === undefined ? {} : { hint };
  return new ElisionError("bad-compression", `zstd data ${what}`, about);
}
