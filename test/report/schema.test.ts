/** The JSON schema of the compaction report, and the sums that it promises. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import type { TranscriptTelemetry } from "../../src/engine/edits/compaction-result.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const schema = JSON.parse(read("../../docs/schemas/compaction-report.schema.json"));
const ajv = new Ajv({ strict: true, allErrors: true });
const isReport = ajv.compile(schema);
const isPart = {
  transcript: ajv.compile({ ...schema.definitions.transcript, definitions: schema.definitions }),
  file: ajv.compile({ ...schema.definitions.file, definitions: schema.definitions }),
  totals: ajv.compile({ ...schema.definitions.totals, definitions: schema.definitions }),
};

const CASES = new URL("../cases/", import.meta.url);
const casesOf = (kind: string) =>
  readdirSync(CASES).filter((name) => {
    const command = readFileSync(new URL(`${name}/cmd`, CASES), "utf8");
    const isCompaction = !/elision (?:check|compare|config|inspect|snapshot|formats)/.test(command);
    return isCompaction && command.includes(`--report ${kind}`);
  });

describe("reports of the whole-program cases", () => {
  it.each(casesOf("json"))("validate: %s", (name) => {
    isReport(JSON.parse(read(`../cases/${name}/expected.err`)));
    expect(isReport.errors).toBeNull();
  });

  it.each(casesOf("ndjson"))("validate line by line: %s", (name) => {
    const lines = read(`../cases/${name}/expected.err`).trimEnd().split("\n");
    for (const { type, ...part } of lines.map((each) => JSON.parse(each))) {
      const validate = isPart[type as keyof typeof isPart];
      validate(part);
      expect(validate.errors).toBeNull();
    }
  });

  it("are some", () => {
    expect(casesOf("json").length).toBeGreaterThan(1);
    expect(casesOf("ndjson").length).toBeGreaterThan(0);
  });
});

it.each([
  ["without a key", ({ targetMet: _, ...rest }: TranscriptTelemetry) => rest],
  ["with a number below 0", (telemetry: TranscriptTelemetry) => ({ ...telemetry, afterChars: -1 })],
])("refuses a transcript %s", (_, spoil) => {
  const [fixture] = fixturesOf("codex");
  const [telemetry] = compact(fixture?.bytes ?? Buffer.alloc(0)).transcripts;
  expect(isPart.transcript(telemetry)).toBe(true);
  expect(isPart.transcript(telemetry && spoil(telemetry))).toBe(false);
});

const POLICIES: readonly CompactOptions[] = [
  {},
  { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none", keepExempt: false },
  { preserveRecentRawTurns: 1, keepImages: 0, keepThinking: 0, shrinkInputs: 60, minGain: 1 },
  { dedupe: true, staleReads: true, collapseFailures: true, clamp: 200, redundant: true },
  { preserveRecentRawTurns: 1, maxInputChars: 1500 },
  { preserveRecentRawTurns: 1, maxInputTokens: 200, summaryStyle: "detailed" },
  { preserveRecentRawTurns: 0, trigger: 2000, target: 500 },
];

describe.each(FORMAT_NAMES)("every account of %s", (format) => {
  it("validates and adds up, whatever the policy", () => {
    for (const { bytes } of fixturesOf(format))
      for (const policy of POLICIES) {
        const result = compact(bytes, { ...policy, format, explain: true });
        for (const telemetry of result.transcripts) expectSums(telemetry, policy);
      }
  });
});

function expectSums(telemetry: TranscriptTelemetry, { trigger = 0, target }: CompactOptions): void {
  isPart.transcript(JSON.parse(JSON.stringify(telemetry)));
  expect(isPart.transcript.errors).toBeNull();
  const { beforeChars, afterChars, savedChars, maskedChars, byRule, observations } = telemetry;
  expect(savedChars).toBe(beforeChars - afterChars);
  if (target !== undefined)
    expect(telemetry.targetMet).toBe(
      afterChars <= target || beforeChars <= Math.max(trigger, target),
    );
  if (telemetry.droppedCount > 0) return;
  const masked = Object.entries(byRule).filter(([by]) => by !== "dead");
  expect(masked.reduce((sum, [, count]) => sum + (count.maskedChars ?? 0), 0)).toBe(savedChars);
  const live = (observations ?? []).filter(({ by, isMasked }) => isMasked && by !== "dead");
  const saved = (rows: typeof live) =>
    rows.reduce((sum, { chars, afterChars: after }) => sum + chars - after, 0);
  expect(saved(live)).toBe(savedChars);
  expect(saved(live.filter(({ kind }) => kind === undefined))).toBe(maskedChars);
}
