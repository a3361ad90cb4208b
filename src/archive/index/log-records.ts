import { crc32 } from "../../io/crc32.ts";
import type { ArchiveEntry } from "../entry.ts";
import { KEY_BYTES } from "./index-page.ts";

/** The lowest bit of a record's flags: set for a unit. */
const UNIT_FLAG = 1;

/** The start of a log line: its kind and digest. */
const LINE_START = /^\{"kind":"(text|unit)","digest":"([0-9a-f]{64})"/;
const LINE_START_BYTES = 100;

/** The record of a line in the table, without its place in the log. */
export interface LineRecord {
  /** The first half of the digest, or all of it. */
  readonly key: Buffer;
  readonly flags: number;
}

/** The records of lines. */
export function* recordsIn(lines: Buffer): Iterable<LineRecord> {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf(0x0a, at) + 1 || lines.length;
    const start = LINE_START.exec(
      lines.toString("latin1", at, Math.min(end, at + LINE_START_BYTES)),
    );
    if (start !== null) {
      const [, kind, digest = ""] = start;
      const flags = flagsOf(kind as ArchiveEntry["kind"], lines.subarray(at, end));
      yield { key: Buffer.from(digest.slice(0, 2 * KEY_BYTES), "hex"), flags };
    }
    at = end;
  }
}

/** The flags of a line: its kind, and 31 bits of a hash that distinguish lines with the same digest. */
export function flagsOf(kind: ArchiveEntry["kind"], line: Buffer): number {
  return ((crc32(line) & ~UNIT_FLAG) | (kind === "unit" ? UNIT_FLAG : 0)) >>> 0;
}

/** The kind of entry in flags. */
export function kindOf(flags: number): ArchiveEntry["kind"] {
  return flags & UNIT_FLAG ? "unit" : "text";
}
