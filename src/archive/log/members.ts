import { REF_DIGITS } from "../../base/digest.ts";
import { type ArchiveEntry, DIGEST_AT, lineStart, startsWith } from "../entry.ts";
import { readMember } from "./log.ts";
import { linesIn } from "./log-lines.ts";

/** A decoded member, and its lines. */
export interface ReadMember {
  /** Seconds since 1970; 0 if unknown. */
  readonly time: number;
  /** The lines of entries of a kind whose digests begin with these 12 or more digits. */
  linesOf(kind: ArchiveEntry["kind"], prefix: string): readonly Buffer[];
}

/** The number of members cached: lookups are mostly of neighbours. */
const KEPT_MEMBERS = 4;

/** Reads members of a log by their place, and caches the last few. */
export function memberReader(log: number): (offset: number) => ReadMember | undefined {
  const kept = new Map<number, ReadMember>();
  return (offset) => {
    const member = kept.get(offset) ?? read(log, offset);
    kept.delete(offset);
    if (member === undefined) return undefined;
    kept.set(offset, member);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MEMBERS) break;
      kept.delete(oldest);
    }
    return member;
  };
}

function read(log: number, offset: number): ReadMember | undefined {
  const member = readMember(log, offset);
  if (member === undefined) return undefined;
  const byStart = new Map<string, Buffer[]>();
  for (const line of linesIn(member)) {
    const start = line.toString("latin1", 0, START_CHARS);
    const others = byStart.get(start);
    if (others === undefined) byStart.set(start, [line]);
    else others.push(line);
  }
  return {
    time: member.time,
    linesOf(kind, prefix) {
      const start = lineStart(kind, prefix);
      const lines = byStart.get(start.slice(0, START_CHARS)) ?? [];
      return lines.filter((line) => startsWith(line, start));
    },
  };
}

/** The first bytes of an entry's line: its kind and reference. */
const START_CHARS = DIGEST_AT + REF_DIGITS;
