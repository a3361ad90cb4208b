import type { Archive, ArchiveEntry } from "../../src/archive/archive.ts";
import { decodeEntry, encodeEntry } from "../../src/archive/entry.ts";

/** An archive that holds what one in a folder would have on disk, for as long as a test. */
export function memoryArchive(): Archive & { readonly entries: () => readonly ArchiveEntry[] } {
  const kept = new Map<string, Set<string>>();
  const keyOf = (digest: string) => digest.slice(0, 12);
  return {
    add(entry) {
      const key = keyOf(entry.digest);
      kept.set(key, (kept.get(key) ?? new Set()).add(encodeEntry(entry).toString()));
    },
    find(prefix, kind) {
      return [...(kept.get(keyOf(prefix)) ?? [])]
        .map((line) => decodeEntry(Buffer.from(line)) as ArchiveEntry)
        .filter((entry) => entry.digest.startsWith(prefix))
        .filter((entry) => kind === undefined || entry.kind === kind);
    },
    flush() {},
    close() {},
    damage: [],
    entries: () =>
      [...kept.values()].flatMap((lines) =>
        [...lines].map((line) => decodeEntry(Buffer.from(line)) as ArchiveEntry),
      ),
  };
}
