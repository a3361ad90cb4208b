/** What holds for every format, on transcripts written by hand. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { onlyShorter } from "../support/only-shorter.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

describe.each(FORMAT_NAMES)("%s", (format) => {
  const folder = join(FIXTURES, format);
  describe.each(readdirSync(folder))("%s", (name) => {
    const bytes = readFileSync(join(folder, name));
    // The one format that is never guessed has to be named.
    const forced = format === ("plain" as string) ? { format } : {};

    it("is found to be of this format", () => {
      const { transcripts } = compact(bytes, forced);
      expect(new Set(transcripts.map((each) => each.format))).toEqual(new Set([format]));
    });

    it("comes out the same when the window holds everything that is live", () => {
      const result = compact(bytes, { ...forced, preserveRecentRawTurns: 1000 });
      const dead = result.transcripts.reduce((sum, each) => sum + (each.deadMaskedCount ?? 0), 0);
      if (dead === 0) expect(result.bytes).toBe(bytes);
      for (const { maskedCount } of result.transcripts) expect(maskedCount).toBe(0);
    });

    it("has something to mask, and differs in nothing else", () => {
      const result = compact(bytes, { ...forced, preserveRecentRawTurns: 0 });
      const masked = result.transcripts.reduce((sum, each) => sum + each.maskedCount, 0);
      expect(masked).toBeGreaterThan(0);
      expect(result.bytes.length).toBeLessThan(bytes.length);
      onlyShorter(bytes, Buffer.from(result.bytes));
    });

    it.each([0, 1, 2])("is the same after a second run with window %i", (window) => {
      const options = { ...forced, preserveRecentRawTurns: window };
      const once = compact(bytes, options);
      const twice = compact(once.bytes, options);
      expect(twice.bytes).toBe(once.bytes);
      expect(twice.transcripts.map(({ beforeChars }) => beforeChars)).toEqual(
        once.transcripts.map(({ afterChars }) => afterChars),
      );
    });

    it("saves no less with a smaller window", () => {
      // In bytes: a placeholder may have more chars than the text of an image that it replaces.
      let least = bytes.length;
      for (const window of [100, 4, 3, 2, 1, 0]) {
        const after = compact(bytes, { ...forced, preserveRecentRawTurns: window }).bytes.length;
        expect(after).toBeLessThanOrEqual(least);
        least = after;
      }
    });

    it("has nothing to mask twice in its side copies either", () => {
      const options = { ...forced, preserveRecentRawTurns: 0, sideCopies: "mask" } as const;
      const once = compact(bytes, options).bytes;
      onlyShorter(bytes, Buffer.from(once));
      expect(compact(once, options).bytes).toBe(once);
    });
  });
});
