/** Rule 3: an edit is made only where it gets smaller, in chars and in bytes of the file. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskDispatchObservation } from "../../../src/api/chat/mask-observations.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES } from "../../../src/formats/index.ts";
import { savesEnough } from "../../../src/reduce/pipeline/min-gain.ts";
import { conversations } from "../../support/conversations.ts";
import { jsonWriter } from "../../support/files.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { reduceOptions } from "../../support/policies.ts";
import { slowRuns } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";

const ALONE = { preserveRecentRawTurns: 0, keepErrors: "none" } as const;

/** A row of one result and what comes before it. */
function sessionOf(content: unknown, about?: { readonly ascii: boolean }): Buffer {
  return Buffer.from(`${JSON.stringify({ messages: messagesOf(content, about) })}\n`);
}

function messagesOf(content: unknown, { ascii = false } = {}) {
  return [
    { role: "user", content: ascii ? "look" : "schau, bitte: ä" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content },
  ];
}

function maskedIn(bytes: Buffer, options: CompactOptions): number {
  return compact(bytes, { ...ALONE, ...options }).transcripts[0]?.maskedCount ?? 0;
}

describe("a short result", () => {
  // Its placeholder has 31 chars.
  it.each([
    [62, 0],
    [63, 1],
  ])("of %i chars is masked %i times: 32 must be saved", (chars, count) => {
    expect(maskedIn(sessionOf("x".repeat(chars)), {})).toBe(count);
  });

  it.each([5, 20])("is masked where a minimum of %i is saved, and not below it", (minGain) => {
    expect(maskedIn(sessionOf("x".repeat(31 + minGain)), { minGain })).toBe(1);
    expect(maskedIn(sessionOf("x".repeat(30 + minGain)), { minGain })).toBe(0);
  });

  it("stays where the file would grow: a dash takes three bytes, six where it is escaped", () => {
    const session = (chars: number, ascii: boolean) => sessionOf("x".repeat(chars), { ascii });
    const options = { minGain: 1 };
    expect([33, 34].map((chars) => maskedIn(session(chars, false), options))).toEqual([0, 1]);
    expect([36, 37].map((chars) => maskedIn(session(chars, true), options))).toEqual([0, 1]);
  });

  it("is masked for a budget that is missed otherwise, before anything is dropped", () => {
    const bytes = sessionOf("x".repeat(60));
    const [telemetry] = compact(bytes, { ...ALONE, maxInputChars: 60 }).transcripts;
    expect(telemetry).toMatchObject({ maskedCount: 1, droppedCount: 0, fits: true });
    expect(telemetry?.reductionStage).toBe("masking");
  });

  it("stays where a budget is met without", () => {
    const call = (id: string) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }],
    });
    const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
    const messages = [
      { role: "user", content: "look" },
      call("a"),
      result("a", "x".repeat(60)),
      call("b"),
      result("b", "y".repeat(500)),
    ];
    const bytes = Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const [telemetry] = compact(bytes, { ...ALONE, maxInputChars: 300 }).transcripts;
    expect(telemetry).toMatchObject({ maskedCount: 1, fits: true });
  });

  it("of messages in memory is judged by the JSON that is sent of them", () => {
    const messages = messagesOf("x".repeat(33));
    expect(reduce(messages, { maxInputChars: 1, preserveRecentRawTurns: 0 }).maskedCount).toBe(0);
    expect(maskDispatchObservation("x".repeat(33)).maskedChars).toBe(0);
    expect(maskDispatchObservation("x".repeat(34)).maskedChars).toBe(3);
  });
});

describe("a summary", () => {
  /** Its objective is the task, which an ASCII record has in escapes of six bytes. */
  const rowOf = (task: string) => {
    const json = JSON.stringify({
      messages: [
        { role: "user", content: task },
        { role: "assistant", content: "x".repeat(600) },
        { role: "user", content: "go on" },
        { role: "assistant", content: "done" },
      ],
    });
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16)}`;
    return Buffer.from(`${json.replace(/[\u0100-\uffff]/g, escaped)}\n`);
  };

  it.each([
    ["a", "summarization"],
    ["観", "fallback"],
  ])("of a task of %s is written only where the file gets smaller: %s", (unit, stage) => {
    const bytes = rowOf(unit.repeat(220));
    const window = { preserveRecentRawTurns: 1, windowUnit: "messages" } as const;
    const result = compact(bytes, { ...window, maxInputChars: 700 });
    expect(result.transcripts[0]).toMatchObject({ reductionStage: stage, fits: true });
    expect(result.bytes.length).toBeLessThan(bytes.length);
  });
});

it("decides by four sizes alone", () => {
  expect(savesEnough(32, 1, 32)).toBe(true);
  expect(savesEnough(31, 100, 32)).toBe(false);
  expect(savesEnough(32, 0, 32)).toBe(false);
});

const PLACEHOLDERS = [
  "[観察は隠されました — {originalLength} 文字]",
  '{"omitted":"{toolName} \\"{args}\\"","chars":{originalLength}}',
  "omitted!",
];

/** Options of every kind that drop nothing, any minimum, and placeholders that are dear in bytes. */
const options: fc.Arbitrary<CompactOptions> = fc
  .tuple(
    reduceOptions,
    fc.record(
      {
        minGain: fc.constantFrom(1, 1, 2, 32),
        placeholder: fc.constantFrom(...PLACEHOLDERS),
        sideCopies: fc.constantFrom("mask" as const, "keep" as const),
      },
      { requiredKeys: ["minGain"] },
    ),
  )
  .map(([{ maxInputChars: _chars, maxInputTokens: _tokens, ...rest }, more]) => ({
    ...rest,
    ...more,
  }));

/** Whether every edit, looked at by itself, made its line or its string smaller. */
function expectSmaller(before: Buffer, given: CompactOptions): void {
  const result = compact(before, given);
  const after = Buffer.from(result.bytes);
  expect(after.length).toBeLessThanOrEqual(before.length);
  // Where an image goes with a text it is bytes that get fewer: the placeholder may be longer than the text.
  const hasImages = before.includes("image");
  for (const telemetry of result.transcripts) {
    for (const { isMasked, by, chars, afterChars } of telemetry.observations ?? []) {
      if (!isMasked || hasImages || by.startsWith("keep-")) continue;
      expect(chars - afterChars).toBeGreaterThan(0);
    }
  }
  for (const [old, now] of changedStringsOf(before, after)) {
    expect(Buffer.byteLength(now), `${old} -> ${now}`).toBeLessThan(Buffer.byteLength(old));
  }
  expect(Buffer.from(compact(after, given).bytes).equals(after)).toBe(true);
}

/** The string literals that differ, where nothing but strings does. */
function changedStringsOf(before: Buffer, after: Buffer): readonly (readonly [string, string])[] {
  const tokens = (bytes: Buffer) => bytes.toString().match(/"(?:[^"\\]|\\.)*"|[^"]+/gs) ?? [];
  const [old, now] = [tokens(before), tokens(after)];
  const isKey = (k: number) => old[k + 1]?.trimStart().startsWith(":");
  const isAlike = old.every((token, k) => token === now[k] || (token.startsWith('"') && !isKey(k)));
  if (old.length !== now.length || !isAlike) return [];
  return old.flatMap((token, k) => (token === now[k] ? [] : [[token, now[k] ?? ""] as const]));
}

describe.each(FORMAT_NAMES)("every edit of %s", (format) => {
  const writer = WRITERS[format];
  const styles = fc.record({ ascii: fc.boolean(), spaced: fc.boolean() });

  it("gets smaller in chars and in bytes, and a second run makes none", () => {
    const fixtures = fixturesOf(format);
    fc.assert(
      fc.property(conversations, styles, options, (conversation, style, given) => {
        const json = jsonWriter(style);
        const lines = writer.write(conversation).map((record) => `${json(record)}\n`);
        const about = { ...given, format, explain: true };
        expectSmaller(Buffer.from(lines.join("")), about);
        for (const { bytes } of fixtures) expectSmaller(bytes, about);
      }),
      { numRuns: slowRuns(75) },
    );
  });
});
