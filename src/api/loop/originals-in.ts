import type { Archive } from "../../archive/archive.ts";
import { trueTextOf } from "../../archive/text-of.ts";
import { checkArgument, VALUE } from "../../base/arguments.ts";
import { digestOf } from "../../base/digest.ts";
import type { OriginalStore } from "./originals.ts";

/**
 * The originals of a compactor in an archive from `openArchive`, where `elision show` finds them as well. Each
 * is on disk before its result is sent; close the archive when the loop has ended.
 *
 * @throws {ElisionError} `bad-input` for anything but an archive.
 */
export function originalsIn(archive: Archive): OriginalStore {
  checkArgument("archive", archive, VALUE.archive);
  return {
    put(_, text) {
      const raw = new TextEncoder().encode(JSON.stringify(text));
      archive.add({ kind: "text", digest: digestOf(text), raw });
      archive.flush();
    },
    get(ref) {
      for (const entry of archive.find(ref, "text"))
        if (entry.kind === "text") return trueTextOf(entry);
      return undefined;
    },
  };
}
