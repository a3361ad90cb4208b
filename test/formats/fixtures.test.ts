/** What holds for every format, on transcripts written by hand. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { onlyShorter } from "../support/only-shorter.ts";
import { oneIn } from "../support/runs.ts";

describe.each(FORMAT_NAMES)("%s", (format) => {
  describe.each(fixturesOf(format))("$name", ({ bytes, name }) => {
    // The one format that is never guessed has to be named.
    const forced = format === ("plain" as string) ? { format } : {};

    const windows = new Map<number, ReturnType<typeof compact>>();

    /** What is left with a window, which several tests ask. */
    function compactedWith(window: number): ReturnType<typeof compact> {
      const known = windows.get(window);
      if (known !== undefined) return known;
      const result = compact(bytes, { ...forced, preserveRecentRawTurns: window });
      windows.set(window, result);
      return result;
    }

    it("is found to be of this format", () => {
      const { transcripts } = compact(bytes, forced);
      expect(new Set(transcripts.map((each) => each.format))).toEqual(new Set([format]));
    });

    it("comes out the same when the window holds everything that is live", () => {
      const result = compactedWith(1000);
      const dead = result.transcripts.reduce((sum, each) => sum + (each.deadMaskedCount ?? 0), 0);
      if (dead === 0) expect(result.bytes).toBe(bytes);
      for (const { maskedCount } of result.transcripts) expect(maskedCount).toBe(0);
    });

    it("has something to mask, and differs in nothing else", () => {
      const result = compactedWith(0);
      const masked = result.transcripts.reduce((sum, each) => sum + each.maskedCount, 0);
      expect(masked).toBeGreaterThan(0);
      expect(result.bytes.length).toBeLessThan(bytes.length);
      onlyShorter(bytes, Buffer.from(result.bytes));
    });

    it.each(oneIn(3, [0, 1, 2], FORMAT_NAMES.indexOf(format) + name.length))(
      "is the same after a second run with window %i",
      (window) => {
        const once = compactedWith(window);
        const twice = compact(once.bytes, { ...forced, preserveRecentRawTurns: window });
        expect(twice.bytes).toBe(once.bytes);
        expect(twice.transcripts.map(({ beforeChars }) => beforeChars)).toEqual(
          once.transcripts.map(({ afterChars }) => afterChars),
        );
      },
    );

    it("saves no less with a smaller window", () => {
      // In bytes: a placeholder may have more chars than the text of an image that it replaces.
      let least = bytes.length;
      for (const window of [1000, ...oneIn(2, [4, 3, 2, 1], name.length), 0]) {
        const after = compactedWith(window).bytes.length;
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
