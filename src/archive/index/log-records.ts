import { type ArchiveEntry, lineStart } from "../entry.ts";
import { KEY_BYTES } from "./index-page.ts";

/** The lowest bit of a record's flags: set for a unit. */
const UNIT_FLAG = 1;

/** The record of a line in the table, without its place in the log. */
export interface LineRecord {
  /** The first half of the digest, or all of it. */
  readonly key: Buffer;
  readonly flags: number;
}

/** The records of lines; one that is no entry has none. */
export function* recordsOf(lines: Iterable<Buffer>): Iterable<LineRecord> {
  for (const line of lines) {
    const start = line.toString("latin1", 0, KEY_AT + 2 * KEY_BYTES);
    const kind = KINDS.find((each) => start.startsWith(lineStart(each, "")));
    const key = Buffer.from(start.slice(KEY_AT), "hex");
    if (kind !== undefined && key.length === KEY_BYTES) yield { key, flags: flagsOf(kind) };
  }
}

const KINDS = ["text", "unit"] as const;

/** The words for both kinds have the same length. */
const KEY_AT = lineStart("text", "").length;

/** The flags of an entry: its kind. Earlier versions set the other bits as well. */
export function flagsOf(kind: ArchiveEntry["kind"]): number {
  return kind === "unit" ? UNIT_FLAG : 0;
}

/** The kind of entry in flags. */
export function kindOf(flags: number): ArchiveEntry["kind"] {
  return flags & UNIT_FLAG ? "unit" : "text";
}
