import { badReference } from "./archive-errors.ts";
import { type ArchiveEntry, decodeEntry, lineStart, startsWith } from "./entry.ts";
import type { ArchiveIndex } from "./index/archive-index.ts";
import { kindOf } from "./index/log-records.ts";
import { memberReader } from "./log/members.ts";

/** Finds entries in the index, and among buffered lines that are not in the log yet. */
export function finder(log: number, index: ArchiveIndex) {
  const member = memberReader(log);
  return (prefix: string, kind?: ArchiveEntry["kind"], more: readonly Buffer[] = []) => {
    if (!/^[0-9a-f]{12,64}$/.test(prefix)) throw badReference(prefix);
    const kinds = kind === undefined ? (["text", "unit"] as const) : [kind];
    const places = index.find(prefix);
    const linesInLog = (each: ArchiveEntry["kind"]) => {
      const ofKind = places.filter(({ flags }) => kindOf(flags) === each);
      const offsets = new Set(ofKind.map(({ offset }) => offset));
      return [...offsets].flatMap((offset) => member(offset)?.linesOf(each, prefix) ?? []);
    };
    // The same line once: Latin-1 keeps bytes apart.
    const lines = new Map<string, Buffer>();
    for (const each of kinds) {
      const start = lineStart(each, prefix);
      const waiting = more.filter((line) => startsWith(line, start));
      for (const line of [...linesInLog(each), ...waiting])
        lines.set(line.toString("latin1"), line);
    }
    return [...lines.values()].map(decodeEntry).filter((entry) => entry !== undefined);
  };
}
