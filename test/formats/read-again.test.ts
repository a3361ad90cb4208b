/** What elision writes is read again: its summaries, placeholders and what is left of a transcript. */
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import type { Format } from "../../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { oneIn } from "../support/runs.ts";

/** A template that begins as results do in a text protocol, and one that is like nothing else. */
const TEMPLATES = [
  undefined,
  "OBSERVATION:\n(gone: {originalLength} chars)",
  "(gone are {lines} lines)",
];

/** What is left of a transcript by a budget. */
const SHARES = [1, 0.5, 0.2, 0.05];

const FOUND = FORMAT_NAMES.filter((name) => name !== "plain");

describe.each(FOUND)("a fixture of %s", (format) => {
  const isDropped = (FORMATS[format] as Format).dropping !== "never";

  it.each(fixturesOf(format))("is read again after each stage: $name", ({ bytes, name }) => {
    const before = Math.max(...compact(bytes).transcripts.map((each) => each.beforeChars));
    for (const [turn, placeholder] of TEMPLATES.entries())
      for (const share of isDropped ? oneIn(4, SHARES, turn + name.length) : [1]) {
        const options: CompactOptions = {
          preserveRecentRawTurns: 0,
          summaryMaxChars: 60,
          ...(placeholder === undefined ? {} : { placeholder }),
          ...(share === 1 ? {} : { maxInputChars: Math.floor(before * share) }),
        };
        const once = compact(bytes, options).bytes;
        const again = compact(once, options);
        expect(Buffer.from(again.bytes).equals(Buffer.from(once))).toBe(true);
        expect(again.badLines).toEqual([]);
        expect(check(once).findings.filter(({ rule }) => rule === "unread-results")).toEqual([]);
      }
  });
});
