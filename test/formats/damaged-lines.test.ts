/** Lines that are lost or torn make nothing dead: text is dead only where its own reader leaves it out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import type { FormatName } from "../../src/formats/index.ts";
import { conversations } from "../support/conversations.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { linesOf } from "../support/lines.ts";
import { WRITERS } from "../support/writers/index.ts";

/** Formats of lines where one line can leave out others: by naming a parent, or by a rewind. */
const JOINED = ["pi", "claude-code", "openhands-sdk", "gemini-cli"] as const satisfies FormatName[];

function deadChars(bytes: Uint8Array, format: FormatName): number {
  const { transcripts } = compact(bytes, { format });
  return transcripts.reduce((sum, each) => sum + (each.deadChars ?? 0), 0);
}

/** Lines without one of them, or with half of it. */
function damaged(lines: readonly string[], at: number, how: "lost" | "torn"): Buffer {
  const line = lines[at] ?? "";
  const left = how === "lost" ? [] : [line.slice(0, line.length / 2)];
  return Buffer.from([...lines.slice(0, at), ...left, ...lines.slice(at + 1)].join("\n"));
}

describe.each(JOINED)("%s", (format) => {
  it.each(["lost", "torn"] as const)("has nothing dead where a line is %s", (how) => {
    fc.assert(
      fc.property(conversations, fc.nat(), (conversation, from) => {
        const lines = linesOf(WRITERS[format].write(conversation)).toString().trim().split("\n");
        if (lines.length < 4) return;
        const before = deadChars(Buffer.from(lines.join("\n")), format);
        // The first lines tell the format, and what the last was nobody asks.
        const at = 2 + (from % (lines.length - 3));
        expect(deadChars(damaged(lines, at, how), format)).toBeLessThanOrEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  // In version 1 of pi compactions count lines, and a lost one leaves no gap.
  const named = fixturesOf(format).filter(({ name }) => /(?<!version-1)\.jsonl$/.test(name));
  it.each(named)(
    "has no more dead text where any line but the last of $name is lost",
    ({ bytes }) => {
      const lines = bytes.toString().trim().split("\n");
      const before = deadChars(bytes, format);
      for (let at = 1; at < lines.length - 1; at++)
        expect(deadChars(damaged(lines, at, "lost"), format), lines[at]).toBeLessThanOrEqual(
          before,
        );
    },
  );
});
