import { visible } from "../../base/visible.ts";
import { badZip, type ZipBytes, zipRange } from "./zip-bytes.ts";
import { largeNumbers, readNumber, type ZipEntry, type ZipNumber } from "./zip-directory.ts";

/** A member that can be read and replaced: what its own header and the bytes after its data say. */
export interface ZipMember {
  readonly entry: ZipEntry;
  /** Where its data begins and ends, and what belongs to it. */
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
  /** Where its CRC and sizes are besides the directory: in its header, or after its data. */
  readonly crcs: readonly ZipNumber[];
  readonly packed: readonly ZipNumber[];
  readonly sizes: readonly ZipNumber[];
}

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
const ENCRYPTED = 1 << 0;
const HAS_DESCRIPTOR = 1 << 3;

/**
 * Reads a member's own header; all that belongs to it ends before `limit`.
 *
 * @throws {ElisionError} `bad-zip` where it is damaged, encrypted, or shares bytes with another.
 */
export function readMember(zip: ZipBytes, entry: ZipEntry, limit: number): ZipMember {
  const { start, flags } = entry;
  const fixed = zipRange(zip, start, start + LOCAL_BYTES);
  if (fixed.readUInt32LE(0) !== LOCAL) throw badMember(entry, "has no header where one should be");
  if ((flags & ENCRYPTED) !== 0) throw badMember(entry, "is encrypted");
  const name = LOCAL_BYTES + fixed.readUInt16LE(26);
  const dataStart = start + name + fixed.readUInt16LE(28);
  const header = zipRange(zip, start, dataStart);
  if (header.toString("utf8", LOCAL_BYTES, name) !== entry.name)
    throw badMember(entry, "has another name in its own header");
  const dataEnd = dataStart + entry.packed;
  if (dataEnd > limit) throw badMember(entry, "shares bytes with what follows it");
  const place = { entry, dataStart, dataEnd };
  const fields = [22, 18];
  const [size, packed] = largeNumbers(header, { fields, extra: name, end: header.length });
  if ((flags & HAS_DESCRIPTOR) !== 0) {
    const descriptor = descriptorAt(zip, { at: dataEnd, limit, width: size.width });
    if (descriptor === undefined || descriptor.crc !== entry.crc)
      throw badMember(entry, "has no checksum after it where one should be");
    return { ...place, ...descriptor };
  }
  const own = ({ at, width }: ZipNumber): ZipNumber => ({ at: start + at, width });
  const crcs = [own({ at: 14, width: 4 })];
  return { ...place, end: dataEnd, crcs, packed: [own(packed)], sizes: [own(size)] };
}

function descriptorAt(
  zip: ZipBytes,
  { at, limit, width }: { readonly at: number; readonly limit: number; readonly width: 4 | 8 },
) {
  const bytes = zipRange(zip, at, Math.min(limit, at + 8 + 2 * width));
  if (bytes.length < 4 + 2 * width) return undefined;
  const isMarked = bytes.length === 8 + 2 * width && bytes.readUInt32LE(0) === DESCRIPTOR;
  const from = isMarked ? 4 : 0;
  const crc: ZipNumber = { at: at + from, width: 4 };
  const packed: ZipNumber = { at: at + from + 4, width };
  const size: ZipNumber = { at: at + from + 4 + width, width };
  return {
    crc: readNumber(bytes, { at: from, width: 4 }),
    end: at + from + 4 + 2 * width,
    crcs: [crc],
    packed: [packed],
    sizes: [size],
  };
}

/** An archive of which a member cannot be read, or written. */
export function badMember({ name }: ZipEntry, what: string, cause?: unknown) {
  return badZip(`of which a member ${what}: ${visible(name)}`, { cause });
}
