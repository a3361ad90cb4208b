import { createDigest } from "../base/create-digest.ts";
import { memoryPages } from "./index/index-pages.ts";
import { LinearHash } from "./index/linear-hash.ts";

/** Tells whether a line is seen for the first time, in 40 bytes a line. */
export function firstTime(): (line: Buffer) => boolean {
  const seen = new LinearHash(memoryPages(), memoryPages());
  return (line) => {
    const key = createDigest().update(line).digest();
    if (seen.find(key.toString("hex", 0, 16)).length > 0) return false;
    seen.insert(key, { offset: 0, length: 0, flags: 0 });
    return true;
  };
}
