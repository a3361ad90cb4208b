import { digestOf } from "../base/digest.ts";
import { type ArchiveEntry, encodeEntry } from "./entry.ts";
import { memoryPages } from "./index/index-pages.ts";
import { LinearHash } from "./index/linear-hash.ts";

/** Tells whether an entry is seen for the first time, in 40 bytes an entry. */
export function firstTime(): (entry: ArchiveEntry) => boolean {
  const seen = new LinearHash(memoryPages(), memoryPages());
  return (entry) => {
    const key = keyOf(entry);
    if (seen.find(key).length > 0) return false;
    seen.insert(Buffer.from(key, "hex"), { offset: 0, length: 0, flags: 0 });
    return true;
  };
}

const KEY_DIGITS = 32;

/** Tells an entry from others: half of the digest of a text and half of its bytes', else the digest of its line. */
function keyOf(entry: ArchiveEntry): string {
  if (entry.kind === "unit" || entry.text !== undefined)
    return digestOf(encodeEntry(entry)).slice(0, KEY_DIGITS);
  const { digest, raw, rawDigest = digestOf(raw) } = entry;
  return digest.slice(0, KEY_DIGITS / 2) + rawDigest.slice(0, KEY_DIGITS / 2);
}
