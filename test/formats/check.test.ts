/** Compaction leaves nothing behind that a transcript's own reader would not accept. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import type { Format } from "../../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../../src/formats/index.ts";
import { conversations } from "../support/conversations.ts";
import { jsonWriter } from "../support/files.ts";
import { oneIn, slowRuns } from "../support/runs.ts";
import { WRITERS } from "../support/writers/index.ts";
import type { Writer } from "../support/writers/writer.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** What is found, wherever it stands, and how often: places move when messages go. */
function findingsIn(bytes: Uint8Array, format: FormatName | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, message } of check(bytes, format === undefined ? {} : { format }).findings) {
    const key = `${rule}: ${message}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Asserts that compaction with each of these options adds no finding. Gives the stages it came to. */
function addsNothing(
  bytes: Uint8Array,
  format: FormatName | undefined,
  all: readonly CompactOptions[],
): ReadonlySet<string | undefined> {
  const before = findingsIn(bytes, format);
  const stages = new Set<string | undefined>();
  for (const options of all) {
    const named = format === undefined ? options : { ...options, format };
    const result = compact(bytes, named);
    for (const { reductionStage } of result.transcripts) stages.add(reductionStage);
    for (const [finding, count] of findingsIn(result.bytes, format))
      expect(count, finding).toBeLessThanOrEqual(before.get(finding) ?? 0);
  }
  return stages;
}

const MASKING: readonly CompactOptions[] = [0, 1, 2].map((window) => ({
  preserveRecentRawTurns: window,
}));

/** Budgets that masking does not meet, so that a summary, or not even that, stands for messages. */
function droppingOf(beforeChars: number): readonly CompactOptions[] {
  return [0, 2].flatMap((window) =>
    [0.1, 0.5].map((share) => ({
      preserveRecentRawTurns: window,
      maxInputChars: Math.floor(beforeChars * share),
      summaryMaxChars: 60,
    })),
  );
}

function optionsFor(bytes: Uint8Array, format: FormatName): readonly CompactOptions[] {
  if ((FORMATS[format] as Format).dropping === "never") return MASKING;
  const { transcripts } = compact(bytes, { format });
  return [...MASKING, ...droppingOf(Math.max(...transcripts.map((each) => each.beforeChars)))];
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const writer: Writer = WRITERS[format];
  const turn = FORMAT_NAMES.indexOf(format);

  it("has no finding after compaction that it had not before", () => {
    const stages = new Set<string | undefined>();
    let cases = turn;
    fc.assert(
      fc.property(conversations, fc.boolean(), (conversation, spaced) => {
        const json = jsonWriter({ ascii: false, spaced });
        const records = writer.write(conversation).map((record) => `${json(record)}\n`);
        const bytes = Buffer.from(records.join(""));
        const some = oneIn(2, optionsFor(bytes, format), cases++);
        for (const stage of addsNothing(bytes, format, some)) stages.add(stage);
      }),
      { numRuns: slowRuns(210) },
    );
    expect(stages).toContain("masking");
    if ((FORMATS[format] as Format).dropping === "remove") {
      expect(stages).toContain("summarization");
      expect(stages).toContain("fallback");
    }
  });

  it.each(readdirSync(join(FIXTURES, format)))("nor has the fixture %s", (name) => {
    const bytes = readFileSync(join(FIXTURES, format, name));
    addsNothing(bytes, format, oneIn(2, optionsFor(bytes, format), turn + name.length));
  });
});

const samples = process.env.ELISION_SAMPLES;

describe.skipIf(samples === undefined)("recorded transcripts (ELISION_SAMPLES)", () => {
  const names = samples ? readdirSync(samples, { recursive: true, encoding: "utf8" }) : [];
  const files = names.filter((name) => statSync(join(samples ?? "", name)).isFile());

  it.each(files)("%s has no finding after compaction that it had not before", (name) => {
    const bytes = readFileSync(join(samples ?? "", name));
    const format = formatOf(bytes);
    if (format !== undefined) addsNothing(bytes, undefined, optionsFor(bytes, format));
  });
});

/** The format of a file; undefined where it is no transcript. */
function formatOf(bytes: Uint8Array): FormatName | undefined {
  try {
    return compact(bytes).transcripts[0]?.format as FormatName | undefined;
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}
