import { type LogMember, readMember } from "./log.ts";

/** Members kept when they were read: what is looked up together mostly lies together. */
const KEPT_MEMBERS = 4;

/** Reads members of a log by their place, and keeps the last few. */
export function memberReader(log: number): (offset: number) => LogMember | undefined {
  const kept = new Map<number, LogMember>();
  return (offset) => {
    const member = kept.get(offset) ?? readMember(log, offset);
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

/** The lines of a member that begin with a text. */
export function* linesWith({ lines }: LogMember, start: string): Iterable<string> {
  const bytes = Buffer.from(start);
  for (let at = lines.indexOf(bytes); at >= 0; ) {
    const end = lines.indexOf(0x0a, at) + 1 || lines.length;
    // No line feed is within a line, so that what follows one starts a line.
    if (at === 0 || lines[at - 1] === 0x0a) yield lines.toString("utf8", at, end);
    at = lines.indexOf(bytes, end);
  }
}
