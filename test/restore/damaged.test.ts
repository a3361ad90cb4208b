/** However wrong the records of a file are, what was compacted comes back byte for byte. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { restore } from "../../src/api/restore.ts";
import { textOf } from "../../src/archive/text-of.ts";
import { digestOf } from "../../src/base/digest.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { damaged, damages } from "../support/damage.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { formatRuns } from "../support/runs.ts";

/** Bytes that are no UTF-8, put over others. */
const spoilt = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0xff, 0xc3, 0x80, 0xed)), {
  maxLength: 6,
});

const policies: fc.Arbitrary<CompactOptions> = fc.record(
  {
    preserveRecentRawTurns: fc.integer({ min: 0, max: 2 }),
    keepErrors: fc.constantFrom("all", "none"),
    sideCopies: fc.constantFrom("keep", "mask"),
    maxInputChars: fc.integer({ min: 0, max: 6000 }),
  },
  { requiredKeys: ["preserveRecentRawTurns"] },
);

describe.each(FORMAT_NAMES)("%s", (format) => {
  const files = fixturesOf(format).map(({ bytes }) => bytes);

  it("is restored with its damages", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.option(damages),
        spoilt,
        policies,
        (file, done, places, options) => {
          const lines =
            done === null ? [] : damaged(file, done).map((each) => JSON.stringify(each));
          const bytes = Buffer.from(done === null ? file : lines.join("\r\n"));
          for (const [at, byte] of places)
            if (bytes.length > 0 && isLetter(bytes[at % bytes.length]))
              bytes[at % bytes.length] = byte;
          const archive = memoryArchive();
          const compacted = attempt(bytes, { ...options, format, archive });
          if (compacted === undefined) return;
          const restored = restore(compacted, { format, archive });
          expect(Buffer.compare(restored.bytes, bytes)).toBe(0);
          for (const entry of archive.entries())
            if (entry.kind === "text") expect(digestOf(textOf(entry) ?? "")).toBe(entry.digest);
        },
      ),
      formatRuns(240, FORMAT_NAMES.indexOf(format)),
    );
  });
});

/** Compacted bytes that differ, or undefined where there are none. */
function attempt(bytes: Uint8Array, options: CompactOptions): Uint8Array | undefined {
  try {
    const compacted = compact(bytes, options);
    return compacted.file.isChanged ? compacted.bytes : undefined;
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

function isLetter(byte = 0): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
