/** Reasoning that is bound to its prefix: what a provider that checks it makes of what is written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { eachTranscript, signaturesOf } from "../../support/bound.ts";
import { type Conversation, conversations } from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { formatRuns, oneIn } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import type { Writer } from "../../support/writers/writer.ts";

const BOUND = { binding: "claude-opus-5-5", minGain: 1 } as const;

/** What is left of the blocks of each transcript, and how many of them are valid. */
function outcomes(
  bytes: Uint8Array,
  before: readonly (readonly string[])[],
  options: CompactOptions,
  format?: FormatName,
) {
  const given = { ...BOUND, ...options, ...(format !== undefined && { format }) };
  const result = compact(bytes, given);
  const after = result.bytes.length === 0 ? [] : eachTranscript(result.bytes, signaturesOf, format);
  const all = before.map((signed, at) => {
    const known = new Set(signed);
    const left = after[at] ?? [];
    return {
      before: signed.length,
      left: left.length,
      valid: left.filter((each) => known.has(each)).length,
      told: result.transcripts[at]?.reasoning,
      sameCount: before.length === after.length,
    };
  });
  return { all, result, given };
}

/** Checks what holds of each choice for any input. */
function judge(bytes: Uint8Array, options: CompactOptions, format?: FormatName): void {
  const signatures = eachTranscript(bytes, signaturesOf, format);
  const kept = outcomes(bytes, signatures, { ...options, reasoning: "keep" }, format);
  const dropped = outcomes(bytes, signatures, { ...options, reasoning: "drop" }, format);
  const fitted = outcomes(bytes, signatures, { ...options, reasoning: "fit" }, format);
  for (const [at, { sameCount, left, valid, told, before }] of kept.all.entries()) {
    if (!sameCount) continue;
    expect(left - valid).toBe(told?.blocks ?? 0);
    const drop = dropped.all[at];
    expect(drop?.valid).toBe(drop?.left);
    const removed = dropped.result.transcripts[at]?.byRule["bound-reasoning"]?.masked ?? 0;
    expect(removed).toBe(drop?.told?.blocks ?? 0);
    if (options.keepThinking === undefined)
      expect(drop?.left).toBe(before - (drop?.told?.blocks ?? 0));
    const fit = fitted.all[at];
    expect(fit?.valid).toBe(fit?.left);
    if (options.keepThinking === undefined) expect(fit?.left).toBe(before);
    expect(fit?.told?.blocks).toBe(told?.blocks);
  }
  for (const { result, given } of [kept, dropped, fitted]) {
    const again = compact(result.bytes, given);
    expect(Buffer.from(again.bytes).equals(Buffer.from(result.bytes))).toBe(true);
  }
}

const options: fc.Arbitrary<CompactOptions> = fc.record(
  {
    preserveRecentRawTurns: fc.integer({ min: 0, max: 4 }),
    keepErrors: fc.constantFrom("all" as const, "none" as const),
    clamp: fc.constantFrom(200),
    shrinkInputs: fc.constantFrom(60),
    keepThinking: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: ["preserveRecentRawTurns"] },
);

function written(format: FormatName, conversation: Conversation): Buffer {
  const { write, layout }: Writer = WRITERS[format];
  const end = layout === "document" ? "" : "\n";
  return Buffer.from(
    write(conversation)
      .map((record) => JSON.stringify(record) + end)
      .join(""),
  );
}

/** Whether generated conversations of a format have reasoning with a signature. */
function isSigning(format: FormatName): boolean {
  const call = { id: "c1", name: "read", args: "{}", answer: "Seen." };
  const bytes = written(format, { task: "Look.", turns: [{ said: "So.", calls: [call] }] });
  return eachTranscript(bytes, signaturesOf, format).flat().length > 0;
}

describe("bound reasoning in generated conversations", () => {
  const signing = FORMAT_NAMES.filter((format) => isSigning(format));

  it("is in many formats", () => {
    expect(signing.length).toBeGreaterThan(7);
  });

  it.each(signing)("is as valid as was said, in %s", (format) => {
    fc.assert(
      fc.property(conversations, options, (conversation, given) => {
        judge(written(format, conversation), given, format);
      }),
      formatRuns(100, FORMAT_NAMES.indexOf(format)),
    );
  });
});

describe("bound reasoning in fixtures", () => {
  const fixtures = FORMAT_NAMES.flatMap(fixturesOf);

  it.each(oneIn(2, fixtures))("is as valid as was said: $name", (fixture) => {
    const { bytes, format } = fixture;
    for (const preserveRecentRawTurns of oneIn(3, [0, 1, 2], fixtures.indexOf(fixture)))
      judge(bytes, { preserveRecentRawTurns }, format);
  });
});
