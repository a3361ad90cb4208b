import { readAt } from "../../io/store/read-at.ts";
import type { ArchiveEntry } from "../entry.ts";
import { LineRecords } from "../index/log-records.ts";
import { MEMBER_HEADER_BYTES, TRAILER_BYTES } from "./member.ts";

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
  readonly records: Buffer;
}

/**
 * The members that a process has written, by the length and checksum of their content. Their offsets are not
 * known, since other processes append to the log as well.
 */
export class WrittenMembers implements KnownMembers {
  /** Records, by mark. */
  private readonly byMark = new Map<string, Buffer>();

  /** The records of lines that are not in a member yet. */
  private readonly next = new LineRecords();
  count = 0;

  /** Records a line of the next member. */
  add(entry: Pick<ArchiveEntry, "kind" | "digest">): void {
    if (this.next.add(entry)) this.count++;
  }

  /** The records of the next member, which has all lines so far. */
  take(): Buffer {
    return this.next.take();
  }

  /** Records that a member was written, whose lines have these records. */
  note(member: Buffer, records: Buffer): void {
    const mark = markOf(member.subarray(0, MEMBER_HEADER_BYTES), member.subarray(-TRAILER_BYTES));
    this.byMark.set(mark, records);
  }

  at(log: number, offset: number): KnownMember | undefined {
    if (this.byMark.size === 0) return undefined;
    const header = readAt(log, offset, MEMBER_HEADER_BYTES);
    if (header.length < MEMBER_HEADER_BYTES) return undefined;
    const length = header.readUInt32LE(16);
    if (length < MEMBER_HEADER_BYTES + TRAILER_BYTES) return undefined;
    const trailer = readAt(log, offset + length - TRAILER_BYTES, TRAILER_BYTES);
    const records = this.byMark.get(markOf(header, trailer));
    return records && { length, records };
  }
}

/** The mark of a member: both lengths from the header, and the checksum from the trailer. */
function markOf(header: Buffer, trailer: Buffer): string {
  return header.toString("latin1") + trailer.toString("latin1");
}
