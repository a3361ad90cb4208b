/** What holds for every format however wrong its records are: nothing is lost, and nothing throws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { type CompactResult, compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { brokenLines, damaged, damages } from "../support/damage.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { formatRuns } from "../support/runs.ts";

const layouts = fc.record({
  lineBreak: fc.constantFrom("\n", "\n", "\r\n"),
  mark: fc.constantFrom("", "", "\ufeff"),
  broken: fc.option(fc.tuple(fc.nat(), brokenLines), { freq: 5 }),
  isTorn: fc.constantFrom(false, false, false, true),
  isForced: fc.boolean(),
});

/** What becomes of bytes, or undefined where they are refused; anything else that is thrown fails. */
function attempt(bytes: Uint8Array, options: CompactOptions): CompactResult | undefined {
  try {
    return compact(bytes, options);
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}

/** The lines of a text that are no JSON; a text that is JSON as a whole has none. */
function badLinesOf(text: string): string[] {
  if (isJson(text)) return [];
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !isJson(line));
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const someRuns = formatRuns(30, FORMAT_NAMES.indexOf(format));
  const files = fixturesOf(format).map(({ bytes }) => bytes);
  const inputs = fc
    .tuple(fc.constantFrom(...files), damages, layouts)
    .map(([file, done, { lineBreak, mark, broken, isTorn, isForced }]) => {
      const lines = damaged(file, done).map((record) => JSON.stringify(record) ?? "");
      if (broken !== null) lines.splice(broken[0] % (lines.length + 1), 0, broken[1]);
      const text = mark + lines.join(lineBreak);
      const options = isForced || format === ("plain" as string) ? { format } : {};
      return { text: isTorn ? text.slice(0, -3) : text, options };
    });

  it("comes out whole, whatever is wrong with the records", () => {
    fc.assert(
      fc.property(inputs, ({ text, options }) => {
        const bytes = Buffer.from(text);
        const all = attempt(bytes, { ...options, preserveRecentRawTurns: 1_000_000 });
        if (all === undefined) return;
        const isDead = all.transcripts.some(({ deadMaskedCount = 0 }) => deadMaskedCount > 0);
        if (!isDead) expect(all.bytes).toBe(bytes);
        for (const { maskedCount } of all.transcripts) expect(maskedCount).toBe(0);
      }),
      someRuns,
    );
  });

  it("is masked the same twice, and is no less JSON than it was", () => {
    fc.assert(
      fc.property(inputs, ({ text, options }) => {
        const bytes = Buffer.from(text);
        const masking = { ...options, preserveRecentRawTurns: 1, sideCopies: "mask" } as const;
        const once = attempt(bytes, masking);
        if (once === undefined) return;
        const made = textOf(once.bytes);
        expect(badLinesOf(made)).toEqual(badLinesOf(text));
        expect(made.split("\n").length).toBe(text.split("\n").length);
        const twice = attempt(once.bytes, masking);
        expect(twice && textOf(twice.bytes)).toBe(made);
        expect(twice?.transcripts.map(({ beforeChars }) => beforeChars)).toEqual(
          once.transcripts.map(({ afterChars }) => afterChars),
        );
      }),
      someRuns,
    );
  });

  it("is no less JSON when messages are dropped, and can be checked", () => {
    fc.assert(
      fc.property(inputs, ({ text, options }) => {
        const bytes = Buffer.from(text);
        const budget = { ...options, preserveRecentRawTurns: 1, maxInputChars: 300 };
        const result = attempt(bytes, budget);
        if (result === undefined) return;
        const made = textOf(result.bytes);
        const bad = badLinesOf(text);
        for (const line of badLinesOf(made)) expect(bad).toContain(line);
        expect(() => check(bytes, options)).not.toThrow();
      }),
      someRuns,
    );
  });
});
