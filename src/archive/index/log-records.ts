import { crc32 } from "../../io/crc32.ts";
import type { ArchiveEntry } from "../entry.ts";
import type { LogMember } from "../log/log.ts";
import type { LinearHash } from "./linear-hash.ts";

/** The lowest bit of the flags of a record: whether it is of a unit. */
const UNIT_FLAG = 1;

/** The start of a log line: its kind and digest. */
const LINE_START = /^\{"kind":"(text|unit)","digest":"([0-9a-f]{64})"/;
const LINE_START_BYTES = 100;

/** Puts the lines of a member into a table: each with the place of the member. */
export function indexMember(table: LinearHash, { lines, offset, length }: LogMember): void {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf(0x0a, at) + 1 || lines.length;
    const start = LINE_START.exec(
      lines.toString("latin1", at, Math.min(end, at + LINE_START_BYTES)),
    );
    if (start !== null) {
      const [, kind, digest = ""] = start;
      const flags = flagsOf(kind as ArchiveEntry["kind"], lines.subarray(at, end));
      table.insert(Buffer.from(digest, "hex"), { offset, length, flags });
    }
    at = end;
  }
}

/** The flags of a line: its kind, and 31 bits that tell different lines of one digest apart. */
export function flagsOf(kind: ArchiveEntry["kind"], line: Buffer): number {
  return ((crc32(line) & ~UNIT_FLAG) | (kind === "unit" ? UNIT_FLAG : 0)) >>> 0;
}

/** The kind that flags are of. */
export function kindOf(flags: number): ArchiveEntry["kind"] {
  return flags & UNIT_FLAG ? "unit" : "text";
}
