import { zlib } from "../../io/compression/zlib.ts";

/** Bytes before the compressed data: the fixed header of gzip and one extra field. */
export const MEMBER_HEADER_BYTES = 24;

/** Every member starts with these: gzip, deflate. The flags follow. */
export const MEMBER_START = Buffer.from([0x1f, 0x8b, 0x08]);

/** Flags of gzip: an extra field; an extra field and a comment. */
const FLAGS_AT = 3;
const HAS_EXTRA = 0x04;
const HAS_COMMENT = 0x10;

/** The fixed header that gzip writes. */
const GZIP_HEADER_BYTES = 10;
/** Bytes after the compressed data: a checksum and the length of the content. */
export const TRAILER_BYTES = 8;

/**
 * Generated observations that are all different, 26 MB: 0.17 s to 30.6 %; level 2 takes 0.19 s to 29.9 %, level 3
 * 0.31 s to 29.0 %, and level 6 0.80 s to 25.7 %. Recorded sessions: 21.9, 21.3, 20.9 and 19.1 %, in 17, 18, 19 and
 * 37 ms.
 */
const COMPRESSION_LEVEL = 1;

/** The extra field: 12 bytes, one part of 8 named EL. */
const EXTRA_START = Buffer.from([12, 0, 0x45, 0x4c, 8, 0]);

/** The header of a member. */
export interface MemberHeader {
  /** Bytes of the whole member. */
  readonly length: number;
  /** Bytes of its content. */
  readonly contentLength: number;
  /** Seconds since 1970; 0 if unknown. */
  readonly time: number;
}

/**
 * Bytes as a gzip member that any gzip can read (RFC 1952). An extra field has the lengths of the member and of
 * its content, so that single members can be read, skipped and found.
 */
export function encodeMember(content: Buffer, time: number): Buffer {
  return asMember(zlib().gzipSync(content, optionsFor(content)), content, time);
}

/** The same bytes, compressed on another thread. */
export async function compressMember(content: Buffer, time: number): Promise<Buffer> {
  const { gzip } = zlib();
  const compressed = await new Promise<Buffer>((resolve, reject) => {
    const options = optionsFor(content);
    gzip(content, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
  return asMember(compressed, content, time);
}

/** Room for all of the result at once: other threads are asked once for each chunk. */
function optionsFor({ length }: Buffer) {
  return { level: COMPRESSION_LEVEL, chunkSize: Math.max(SMALLEST_CHUNK, Math.ceil(length / 2)) };
}

const SMALLEST_CHUNK = 1024;

/** The output of gzip with the header of a member. */
function asMember(compressed: Buffer, content: Buffer, time: number): Buffer {
  const header = Buffer.alloc(MEMBER_HEADER_BYTES);
  MEMBER_START.copy(header);
  header[FLAGS_AT] = HAS_EXTRA;
  header.writeUInt32LE(time, 4);
  compressed.copy(header, 8, 8, GZIP_HEADER_BYTES);
  EXTRA_START.copy(header, GZIP_HEADER_BYTES);
  const body = compressed.subarray(GZIP_HEADER_BYTES);
  header.writeUInt32LE(MEMBER_HEADER_BYTES + body.length, 16);
  header.writeUInt32LE(content.length, 20);
  return Buffer.concat([header, body]);
}

/** A member of exactly `length` bytes with only a comment; undefined if `length` is too small. */
export function blankMember(length: number): Buffer | undefined {
  const empty = encodeMember(Buffer.alloc(0), 0);
  const commentLength = length - empty.length;
  if (commentLength < 1) return undefined;
  const header = Buffer.from(empty.subarray(0, MEMBER_HEADER_BYTES));
  header[FLAGS_AT] = HAS_EXTRA | HAS_COMMENT;
  header.writeUInt32LE(length, 16);
  const comment = Buffer.alloc(commentLength, " ");
  comment[commentLength - 1] = 0;
  return Buffer.concat([header, comment, empty.subarray(MEMBER_HEADER_BYTES)]);
}

/** Reads the header of a member; undefined if the bytes are no member. */
export function readMemberHeader(bytes: Buffer): MemberHeader | undefined {
  if (bytes.length < MEMBER_HEADER_BYTES) return undefined;
  if (!MEMBER_START.equals(bytes.subarray(0, MEMBER_START.length))) return undefined;
  if (((bytes[FLAGS_AT] ?? 0) & ~HAS_COMMENT) !== HAS_EXTRA) return undefined;
  const extra = bytes.subarray(GZIP_HEADER_BYTES, GZIP_HEADER_BYTES + EXTRA_START.length);
  if (!EXTRA_START.equals(extra)) return undefined;
  const length = bytes.readUInt32LE(16);
  if (length < MEMBER_HEADER_BYTES + TRAILER_BYTES) return undefined;
  return { length, contentLength: bytes.readUInt32LE(20), time: bytes.readUInt32LE(4) };
}

/** The content of a member; undefined if it is damaged. */
export function decodeMember(bytes: Buffer): Buffer | undefined {
  const header = readMemberHeader(bytes);
  if (header === undefined || bytes.length !== header.length) return undefined;
  try {
    const content = zlib().gunzipSync(bytes, {
      maxOutputLength: Math.max(1, header.contentLength),
    });
    return content.length === header.contentLength ? content : undefined;
  } catch {
    return undefined;
  }
}
