import { badZip, type ZipBytes, zipRange } from "./zip-bytes.ts";

/** A number in an archive: where it lies, and how many bytes it has. */
export interface ZipNumber {
  readonly at: number;
  readonly width: 4 | 8;
}

/** A member of an archive, as the directory at its end has it. */
export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  /** How it is compressed: one of `METHODS`, or another. */
  readonly method: number;
  readonly crc: number;
  /** Bytes of it, compressed and not. */
  readonly packed: number;
  readonly size: number;
  /** Where its own header begins. */
  readonly start: number;
  /** Where the directory has its CRC, both sizes and its start. */
  readonly crcAt: ZipNumber;
  readonly packedAt: ZipNumber;
  readonly sizeAt: ZipNumber;
  readonly startAt: ZipNumber;
}

/** The members of an archive, and where its directory begins. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  readonly start: number;
  /** Numbers after the directory that say where something begins which is behind all members. */
  readonly offsets: readonly ZipNumber[];
}

/** Bytes of a directory that are held: 4 million members with short names. */
const MOST_DIRECTORY_BYTES = 256 * 1024 * 1024;

const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 0xffff;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

/**
 * Reads the directory of a ZIP archive (APPNOTE 6.3.10), ZIP64 included.
 *
 * @throws {ElisionError} `bad-zip` where it has none, or one that is damaged.
 */
export function readDirectory(zip: ZipBytes): ZipDirectory {
  const end = findEnd(zip);
  const { start, size, count, offsets } = placeOf(zip, end);
  if (size > MOST_DIRECTORY_BYTES) throw badZip("with a directory of more than 256 MB");
  if (start + size > end) throw badZip("that is damaged: its directory is cut short");
  const bytes = zipRange(zip, start, start + size);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > size || bytes.readUInt32LE(at) !== ENTRY)
      throw badZip("that is damaged: its directory has no entry where one should be");
    entries.push(entryAt(bytes, { at, start }));
    at += ENTRY_BYTES + variableBytes(bytes, at + 28);
  }
  return { entries, start, offsets };
}

function findEnd(zip: ZipBytes): number {
  const from = Math.max(0, zip.size - END_BYTES - MOST_COMMENT_BYTES);
  const tail = zipRange(zip, from, zip.size);
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (
      tail.readUInt32LE(at) === END &&
      at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length
    )
      return from + at;
  throw badZip("without a directory: it is cut short or still being written");
}

function placeOf(zip: ZipBytes, end: number) {
  const bytes = zipRange(zip, end, end + END_BYTES);
  const count = bytes.readUInt16LE(10);
  const size = bytes.readUInt32LE(12);
  const start = bytes.readUInt32LE(16);
  const isLarge = count === 0xffff || size === MOST_32 || start === MOST_32;
  const locator = isLarge && end >= LOCATOR_64_BYTES ? end - LOCATOR_64_BYTES : end;
  const found = zipRange(zip, locator, end);
  if (found.length === 0 || found.readUInt32LE(0) !== LOCATOR_64) {
    if (bytes.readUInt16LE(4) !== 0) throw badZip("in several parts");
    return { count, size, start, offsets: [{ at: end + 16, width: 4 }] as const };
  }
  const end64 = Number(found.readBigUInt64LE(8));
  const large = zipRange(zip, end64, end64 + END_64_BYTES);
  if (large.readUInt32LE(0) !== END_64) throw badZip("that is damaged: its ZIP64 end is missing");
  const offsets: ZipNumber[] = [
    { at: end64 + 48, width: 8 },
    { at: locator + 8, width: 8 },
  ];
  if (start !== MOST_32) offsets.push({ at: end + 16, width: 4 });
  return {
    count: Number(large.readBigUInt64LE(32)),
    size: Number(large.readBigUInt64LE(40)),
    start: Number(large.readBigUInt64LE(48)),
    offsets,
  };
}

/** The bytes of a name and what follows it, whose lengths are in two or three numbers. */
function variableBytes(bytes: Buffer, at: number): number {
  return bytes.readUInt16LE(at) + bytes.readUInt16LE(at + 2) + bytes.readUInt16LE(at + 4);
}

function entryAt(
  bytes: Buffer,
  { at, start }: { readonly at: number; readonly start: number },
): ZipEntry {
  const name = bytes.readUInt16LE(at + 28);
  const extra = at + ENTRY_BYTES + name;
  const large = largeNumbers(bytes, {
    fields: [at + 24, at + 20, at + 42],
    extra,
    end: extra + bytes.readUInt16LE(at + 30),
  });
  const [sizeAt, packedAt, startAt] = large;
  const inFile = ({ at: inside, width }: ZipNumber) => ({ at: start + inside, width });
  return {
    name: bytes.toString("utf8", at + ENTRY_BYTES, extra),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    size: readNumber(bytes, sizeAt),
    packed: readNumber(bytes, packedAt),
    start: readNumber(bytes, startAt),
    crcAt: { at: start + at + 16, width: 4 },
    sizeAt: inFile(sizeAt),
    packedAt: inFile(packedAt),
    startAt: inFile(startAt),
  };
}

const MOST_32 = 0xffffffff;
const ZIP64 = 1;

/** Where numbers are: those that are all ones lie in the ZIP64 field of the extras, in their order. */
export function largeNumbers(
  bytes: Buffer,
  {
    fields,
    extra,
    end,
  }: { readonly fields: readonly number[]; readonly extra: number; readonly end: number },
): [ZipNumber, ZipNumber, ZipNumber] {
  let next = zip64Field(bytes, extra, end);
  const [size, packed, start] = fields.map((at): ZipNumber => {
    if (bytes.readUInt32LE(at) !== MOST_32 || next === undefined || next + 8 > end)
      return { at, width: 4 };
    next += 8;
    return { at: next - 8, width: 8 };
  });
  const none: ZipNumber = { at: -1, width: 4 };
  return [size ?? none, packed ?? none, start ?? none];
}

function zip64Field(bytes: Buffer, extra: number, end: number): number | undefined {
  if (end > bytes.length) throw badZip("that is damaged: its directory is cut short");
  for (let at = extra; at + 4 <= end; at += 4 + bytes.readUInt16LE(at + 2))
    if (bytes.readUInt16LE(at) === ZIP64) return at + 4;
  return undefined;
}

/** The number at a place. */
export function readNumber(bytes: Buffer, { at, width }: ZipNumber): number {
  return width === 4 ? bytes.readUInt32LE(at) : Number(bytes.readBigUInt64LE(at));
}

/**
 * Writes a number to a place.
 *
 * @throws {ElisionError} `bad-zip` where it is too large for it.
 */
export function writeNumber(bytes: Buffer, { at, width }: ZipNumber, value: number): void {
  if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
  else if (value < MOST_32) bytes.writeUInt32LE(value, at);
  else throw badZip("that grows past 4 GB, which its kind cannot");
}
