import type { ArchiveEntry } from "../entry.ts";
import { KEY_BYTES } from "../index/index-page.ts";
import { flagsOf, type LineRecord } from "../index/log-records.ts";
import { MEMBER_HEADER_BYTES, TRAILER_BYTES } from "./member.ts";
import { readAll } from "./read-all.ts";

/** Members of a log that can be indexed without reading them. */
export interface KnownMembers {
  /** The member at an offset of the log; undefined if it is not one of these. */
  at(log: number, offset: number): KnownMember | undefined;
  /** The number of their lines. */
  readonly count: number;
}

/** The length of a member, and the records of its lines. */
export interface KnownMember {
  readonly length: number;
  readonly records: Iterable<LineRecord>;
}

/**
 * The members that a process has written, by the length and checksum of their content. Their offsets are not
 * known, since other processes append to the log as well.
 */
export class WrittenMembers implements KnownMembers {
  /** Packed records, by mark. */
  private readonly byMark = new Map<string, Buffer>();

  /** The packed records of lines that are not in a member yet. */
  private packed = Buffer.alloc(FIRST_RECORDS * PACKED_BYTES);
  private filled = 0;
  count = 0;

  /** Records a line of the next member. */
  add({ kind, digest }: Pick<ArchiveEntry, "kind" | "digest">): void {
    if (this.filled === this.packed.length)
      this.packed = Buffer.concat([this.packed], 2 * this.filled);
    const { packed, filled } = this;
    // The index has no place for a digest that is none.
    if (packed.write(digest, filled, KEY_BYTES, "hex") < KEY_BYTES) return;
    packed.writeUInt32LE(flagsOf(kind), filled + KEY_BYTES);
    this.filled += PACKED_BYTES;
    this.count++;
  }

  /** The records of the next member, which has all lines so far. */
  take(): Buffer {
    const records = Buffer.from(this.packed.subarray(0, this.filled));
    this.filled = 0;
    return records;
  }

  /** Records that a member was written, whose lines have these records. */
  note(member: Buffer, records: Buffer): void {
    const mark = markOf(member.subarray(0, MEMBER_HEADER_BYTES), member.subarray(-TRAILER_BYTES));
    this.byMark.set(mark, records);
  }

  at(log: number, offset: number): KnownMember | undefined {
    if (this.byMark.size === 0) return undefined;
    const header = readAll(log, offset, MEMBER_HEADER_BYTES);
    if (header.length < MEMBER_HEADER_BYTES) return undefined;
    const length = header.readUInt32LE(16);
    if (length < MEMBER_HEADER_BYTES + TRAILER_BYTES) return undefined;
    const trailer = readAll(log, offset + length - TRAILER_BYTES, TRAILER_BYTES);
    const packed = this.byMark.get(markOf(header, trailer));
    return packed && { length, records: unpacked(packed) };
  }
}

/** Bytes of a packed record: a key, and 4 of flags. */
const PACKED_BYTES = KEY_BYTES + 4;

const FIRST_RECORDS = 256;

function* unpacked(packed: Buffer): Iterable<LineRecord> {
  for (let at = 0; at < packed.length; at += PACKED_BYTES)
    yield {
      key: packed.subarray(at, at + KEY_BYTES),
      flags: packed.readUInt32LE(at + KEY_BYTES),
    };
}

/** The mark of a member: both lengths from the header, and the checksum from the trailer. */
function markOf(header: Buffer, trailer: Buffer): string {
  return header.toString("latin1") + trailer.toString("latin1");
}
