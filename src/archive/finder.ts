import { badReference } from "./archive-errors.ts";
import { type ArchiveEntry, decodeEntry, lineStart } from "./entry.ts";
import type { ArchiveIndex } from "./index/archive-index.ts";
import { kindOf } from "./index/log-records.ts";
import { memberReader } from "./log/members.ts";

/** Finds entries in the index, and among buffered lines that are not in the log yet. */
export function finder(log: number, index: ArchiveIndex) {
  const member = memberReader(log);
  return (prefix: string, kind?: ArchiveEntry["kind"], more: readonly string[] = []) => {
    if (!/^[0-9a-f]{12,64}$/.test(prefix)) throw badReference(prefix);
    const kinds = kind === undefined ? (["text", "unit"] as const) : [kind];
    const places = index.find(prefix);
    const linesInLog = (each: ArchiveEntry["kind"]) => {
      const ofKind = places.filter(({ flags }) => kindOf(flags) === each);
      const offsets = new Set(ofKind.map(({ offset }) => offset));
      return [...offsets].flatMap((offset) => member(offset)?.linesOf(each, prefix) ?? []);
    };
    const lines = new Set<string>();
    for (const each of kinds) {
      for (const line of linesInLog(each)) lines.add(line.toString());
      const start = lineStart(each, prefix);
      for (const line of more) if (line.startsWith(start)) lines.add(line);
    }
    return [...lines].map(decodeEntry).filter((entry) => entry !== undefined);
  };
}
