import { deflateRawSync, inflateRawSync } from "node:zlib";
import { crc32 } from "../../src/io/compression/crc32.ts";

/** A member of an archive to write, and how it is written. */
export interface Member {
  readonly name: string;
  readonly text: string | Buffer;
  readonly method?: number;
  /** Whether its numbers are in ZIP64 fields, also where they are small. */
  readonly isLarge?: boolean;
  /** Whether its checksum and sizes follow its data, as streams have it. */
  readonly isStreamed?: boolean;
  /** Says something else than what is so. */
  readonly says?: { readonly crc?: number; readonly size?: number; readonly flags?: number };
}

/** Writes a ZIP archive (APPNOTE 6.3.10), apart from what the project has for that. */
export function zipOf(members: readonly Member[], { comment = "", isLarge = false } = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const facts = factsOf(member);
    const local = localOf(member, facts);
    directory.push(centralOf(member, facts, at));
    pieces.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isLarge ? 0xffff : members.length, 8);
  end.writeUInt16LE(isLarge ? 0xffff : members.length, 10);
  end.writeUInt32LE(isLarge ? 0xffffffff : entries.length, 12);
  end.writeUInt32LE(isLarge ? 0xffffffff : at, 16);
  end.writeUInt16LE(comment.length, 20);
  const large = isLarge ? largeEnd({ at, size: entries.length, count: members.length }) : [];
  return Buffer.concat([...pieces, entries, ...large, end, Buffer.from(comment)]);
}

function largeEnd({ at, size, count }: { at: number; size: number; count: number }): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + size), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

function factsOf({ text, method = 8, says = {} }: Member) {
  const content = Buffer.from(text);
  const data = method === 8 ? deflateRawSync(content) : content;
  return { data, method, crc: says.crc ?? crc32(content), size: says.size ?? content.length };
}

type Facts = ReturnType<typeof factsOf>;

function localOf(member: Member, { data, crc, size, method }: Facts): Buffer {
  const { isLarge = false, isStreamed = false } = member;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? 45 : 20, 4);
  header.writeUInt16LE(flagsOf(member), 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(0x12345678, 10);
  if (!isStreamed) header.writeUInt32LE(crc, 14);
  const told = isStreamed ? [0, 0] : [size, data.length];
  const extra = isLarge ? largeExtra(told) : Buffer.alloc(0);
  header.writeUInt32LE(isLarge ? 0xffffffff : (told[1] ?? 0), 18);
  header.writeUInt32LE(isLarge ? 0xffffffff : (told[0] ?? 0), 22);
  const name = Buffer.from(member.name);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  const after = isStreamed ? descriptorOf({ crc, size, packed: data.length, isLarge }) : [];
  return Buffer.concat([header, name, extra, data, ...after]);
}

function descriptorOf(about: { crc: number; size: number; packed: number; isLarge: boolean }) {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x08074b50, 0);
  head.writeUInt32LE(about.crc, 4);
  const sizes = [about.packed, about.size].map((value) => {
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE(BigInt(value));
    return about.isLarge ? number : number.subarray(0, 4);
  });
  return [head, ...sizes];
}

function centralOf(member: Member, { data, crc, size, method }: Facts, at: number): Buffer {
  const { isLarge = false } = member;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(0x0314, 4);
  header.writeUInt16LE(isLarge ? 45 : 20, 6);
  header.writeUInt16LE(flagsOf(member), 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(0x12345678, 12);
  header.writeUInt32LE(crc, 16);
  const extra = isLarge ? largeExtra([size, data.length, at]) : Buffer.alloc(0);
  header.writeUInt32LE(isLarge ? 0xffffffff : data.length, 20);
  header.writeUInt32LE(isLarge ? 0xffffffff : size, 24);
  const name = Buffer.from(member.name);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(0o600 * 0x10000, 38);
  header.writeUInt32LE(isLarge ? 0xffffffff : at, 42);
  return Buffer.concat([header, name, extra]);
}

function flagsOf({ isStreamed, says }: Member): number {
  return says?.flags ?? 0x800 + (isStreamed === true ? 8 : 0);
}

function largeExtra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((number, index) => {
    extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  });
  return extra;
}

/** A member as an archive has it: all its own bytes, and its text. */
export interface ReadMember {
  readonly name: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Reads an archive of `zipOf` by its directory, and holds that against what lies before the members' data. */
export function unzipped(zip: Buffer): readonly ReadMember[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const isLarge = zip.readUInt16LE(end + 10) === 0xffff;
  const end64 = isLarge ? Number(zip.readBigUInt64LE(end - 12)) : end;
  const count = isLarge ? Number(zip.readBigUInt64LE(end64 + 32)) : zip.readUInt16LE(end + 10);
  let at = isLarge ? Number(zip.readBigUInt64LE(end64 + 48)) : zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry at ${at}`);
    const lengths = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const [nameLength = 0, extraLength = 0] = lengths;
    const extra = at + 46 + nameLength;
    const number = (field: number, index: number) =>
      extraLength > 0
        ? Number(zip.readBigUInt64LE(extra + 4 + 8 * index))
        : zip.readUInt32LE(at + field);
    const [size, packed, start] = [number(24, 0), number(20, 1), number(42, 2)];
    const member = memberAt(zip, start, { size, packed, crc: zip.readUInt32LE(at + 16) });
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
    return member;
  });
}

function memberAt(
  zip: Buffer,
  start: number,
  { size, packed, crc }: { size: number; packed: number; crc: number },
): ReadMember {
  const nameEnd = start + 30 + zip.readUInt16LE(start + 26);
  const data = nameEnd + zip.readUInt16LE(start + 28);
  const isLarge = data > nameEnd;
  const isStreamed = (zip.readUInt16LE(start + 6) & 8) !== 0;
  const name = zip.toString("utf8", start + 30, nameEnd);
  const content = zip.subarray(data, data + packed);
  const text = zip.readUInt16LE(start + 8) === 8 ? inflateRawSync(content) : content;
  const told = isStreamed
    ? [zip.readUInt32LE(data + packed + 4), ...numbersAt(zip, data + packed + 8, isLarge)]
    : [
        zip.readUInt32LE(start + 14),
        ...(isLarge
          ? numbersAt(zip, nameEnd + 4, true).reverse()
          : numbersAt(zip, start + 18, false)),
      ];
  if (`${told}` !== `${[crc, packed, size]}` || text.length !== size || crc32(text) !== crc)
    throw new Error(`${name}: its header says ${told}, the directory ${[crc, packed, size]}`);
  const end = data + packed + (isStreamed ? 8 + (isLarge ? 16 : 8) : 0);
  return { name, bytes: zip.subarray(start, end), text: text.toString() };
}

function numbersAt(zip: Buffer, at: number, isLarge: boolean): number[] {
  return [0, 1].map((index) =>
    isLarge ? Number(zip.readBigUInt64LE(at + 8 * index)) : zip.readUInt32LE(at + 4 * index),
  );
}
