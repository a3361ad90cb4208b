import { type ArchiveEntry, decodeEntry } from "../entry.ts";
import { type LogDamage, type LogMember, readLog } from "./log.ts";

/** A line of a log, and its member. */
export interface LogLine {
  readonly kind: "line";
  readonly line: Buffer;
  readonly member: LogMember;
}

/** Reads a log line by line. */
export function* linesOfLog(log: number): Iterable<LogLine | LogDamage> {
  for (const part of readLog(log)) {
    if (part.kind === "damage") yield part;
    else for (const line of linesIn(part)) yield { kind: "line", line, member: part };
  }
}

/** The lines of a member, each with its line feed. */
export function* linesIn({ lines }: Pick<LogMember, "lines">): Iterable<Buffer> {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf(0x0a, at) + 1 || lines.length;
    yield lines.subarray(at, end);
    at = end;
  }
}

/** The entry of a line; undefined if it is none. */
export function entryIn(line: Buffer): ArchiveEntry | undefined {
  try {
    return decodeEntry(line);
  } catch {
    return undefined;
  }
}
