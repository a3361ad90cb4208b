import { type ArchiveEntry, DIGEST_AT, lineStart } from "../entry.ts";
import { KEY_BYTES, RECORD_BYTES } from "./index-page.ts";
import { FLAGS_AT } from "./record.ts";

/** The lowest bit of a record's flags: set for a unit. */
const UNIT_FLAG = 1;

const FIRST_RECORDS = 256;

/** The records of lines as the table has them, one after another; their location is set when they are inserted. */
export class LineRecords {
  private bytes = Buffer.alloc(FIRST_RECORDS * RECORD_BYTES);
  private filled = 0;

  /** Adds the record of a line; false if the table has no place for its digest, which is none. */
  add({ kind, digest }: Pick<ArchiveEntry, "kind" | "digest">): boolean {
    if (this.filled === this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], 2 * this.filled);
    const { bytes, filled } = this;
    if (bytes.write(digest, filled, KEY_BYTES, "hex") < KEY_BYTES) return false;
    bytes[filled + FLAGS_AT] = kind === "unit" ? UNIT_FLAG : 0;
    this.filled += RECORD_BYTES;
    return true;
  }

  /** Takes the records out. */
  take(): Buffer {
    const records = Buffer.from(this.bytes.subarray(0, this.filled));
    this.filled = 0;
    return records;
  }
}

/** The records of lines; one that is no entry has none. */
export function recordsOf(lines: Iterable<Buffer>): Buffer {
  const records = new LineRecords();
  for (const line of lines) {
    const start = line.toString("latin1", 0, DIGEST_AT + 2 * KEY_BYTES);
    const kind = KINDS.find((each) => start.startsWith(lineStart(each, "")));
    if (kind !== undefined) records.add({ kind, digest: start.slice(DIGEST_AT) });
  }
  return records.take();
}

const KINDS = ["text", "unit"] as const;

/** The kind of entry in the flags of a record. Earlier versions set the other bits as well. */
export function kindOf(flags: number): ArchiveEntry["kind"] {
  return flags & UNIT_FLAG ? "unit" : "text";
}
