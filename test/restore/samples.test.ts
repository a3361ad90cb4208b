/** What holds for every recorded transcript in the folder that ELISION_SAMPLES names. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { restore } from "../../src/api/restore.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { folderWith } from "../support/folder.ts";

const samples = process.env.ELISION_SAMPLES;

const POLICIES: readonly CompactOptions[] = [
  { preserveRecentRawTurns: 2, sideCopies: "mask" },
  { preserveRecentRawTurns: 1, maxInputChars: 20_000, keepErrors: "none" },
  { preserveRecentRawTurns: 0, maxInputChars: 5000, maxObservationChars: 200 },
];

/** The codes of a file that is refused by name, before anything of it is written. */
const REFUSED: ReadonlySet<string> = new Set(["unknown-format", "unread-results"]);

describe.skipIf(samples === undefined)("recorded transcripts (ELISION_SAMPLES)", () => {
  const names = samples ? readdirSync(samples, { recursive: true, encoding: "utf8" }) : [];
  const files = names
    .map((name) => join(samples ?? "", name))
    .filter((path) => statSync(path).isFile() && !path.endsWith(".md"));

  it.each(files)("%s is what it was, after each policy and after all of them", (path) => {
    const archive = openArchive(folderWith(), { mode: "write" });
    const original = readFileSync(path);
    let all: Uint8Array = original;
    try {
      for (const options of POLICIES) {
        const one = compact(original, { ...options, archive }).bytes;
        all = compact(all, { ...options, archive }).bytes;
        for (const bytes of [one, all])
          expect(Buffer.compare(restore(bytes, { archive }).bytes, original)).toBe(0);
      }
    } catch (error) {
      if (!(error instanceof ElisionError) || !REFUSED.has(error.code)) throw error;
    } finally {
      archive.close();
    }
  });
});
