import { KEY_BYTES } from "../index/index-page.ts";
import { type LineRecord, recordsOf } from "../index/log-records.ts";
import { linesIn } from "./log-lines.ts";
import { MEMBER_HEADER_BYTES, TRAILER_BYTES } from "./member.ts";
import { readAll } from "./read-all.ts";

/** Members of a log that can be indexed without reading them. */
export interface KnownMembers {
  /** The member at an offset of the log; undefined if it is not one of these. */
  at(log: number, offset: number): KnownMember | undefined;
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

  /** Records a written member, and its lines. */
  note(member: Buffer, lines: Buffer): void {
    const mark = markOf(member.subarray(0, MEMBER_HEADER_BYTES), member.subarray(-TRAILER_BYTES));
    const records = [...recordsOf(linesIn({ lines }))];
    const packed = Buffer.alloc(PACKED_BYTES * records.length);
    for (const [k, { key, flags }] of records.entries()) {
      packed.set(key, PACKED_BYTES * k);
      packed.writeUInt32LE(flags, PACKED_BYTES * k + KEY_BYTES);
    }
    this.byMark.set(mark, packed);
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
