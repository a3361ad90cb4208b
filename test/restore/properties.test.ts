/** What was compacted with an archive comes back byte for byte, in every format and by every policy. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { restore } from "../../src/api/restore.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { conversations } from "../support/conversations.ts";
import { files, jsonWriter } from "../support/files.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { maskingOptions, passOptions, reduceOptions } from "../support/policies.ts";
import { runs, slowRuns } from "../support/runs.ts";
import { WRITERS } from "../support/writers/index.ts";

const RUNS = { numRuns: slowRuns(40) };

const styles = fc.record({ ascii: fc.boolean(), spaced: fc.boolean() });
const sides = fc.constantFrom("keep" as const, "mask" as const);

/** Masking in all ways, or windows and budgets. */
const stable: fc.Arbitrary<ReduceOptions> = fc.oneof(
  fc.tuple(maskingOptions, passOptions).map(([masking, passes]) => ({ ...masking, ...passes })),
  fc.record({
    preserveRecentRawTurns: fc.integer({ min: 0, max: 4 }),
    maxInputChars: fc.integer({ min: 0, max: 2000 }),
  }),
);

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe.each(FORMAT_NAMES)("%s", (format) => {
  const writer = WRITERS[format];

  it("is what it was after any number of compactions", () => {
    const policies = fc.array(fc.tuple(reduceOptions, sides), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(conversations, styles, policies, (conversation, style, all) => {
        const json = jsonWriter(style);
        const original = Buffer.from(
          writer
            .write(conversation)
            .map((record) => `${json(record)}\n`)
            .join(""),
        );
        const archive = memoryArchive();
        let bytes: Uint8Array = original;
        for (const [options, sideCopies] of all) {
          try {
            bytes = compact(bytes, { ...options, format, sideCopies, archive }).bytes;
          } catch {
            break; // All messages were dropped.
          }
        }
        const restored = restore(bytes, { format, archive });
        expect(text(restored.bytes)).toBe(text(original));
        expect(restored.file.isChanged).toBe(text(bytes) !== text(original));
      }),
      RUNS,
    );
  });
});

describe.each(FORMAT_NAMES)("%s with an archive", (format) => {
  it("is the same after a second run", () => {
    fc.assert(
      fc.property(conversations, styles, stable, (conversation, style, options) => {
        const json = jsonWriter(style);
        const records = WRITERS[format].write(conversation).map((record) => `${json(record)}\n`);
        const job = { ...options, format, archive: memoryArchive() };
        try {
          const once = compact(Buffer.from(records.join("")), job).bytes;
          expect(text(compact(once, job).bytes)).toBe(text(once));
        } catch (error) {
          if (!(error instanceof ElisionError)) throw error; // All messages were dropped.
        }
      }),
      RUNS,
    );
  });
});

describe("files in every style", () => {
  it("are what they were", () => {
    fc.assert(
      fc.property(files, reduceOptions, ({ bytes }, options) => {
        const archive = memoryArchive();
        const compacted = compact(bytes, { ...options, archive });
        const restored = restore(compacted.bytes, { archive });
        expect(text(restored.bytes)).toBe(text(bytes));
      }),
      { numRuns: runs(300) },
    );
  });
});
