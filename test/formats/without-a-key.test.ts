/** Fixtures that lack a key, have one more, or have null or a number there: their results are read all the same. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";

const ALL = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none" } as const;

const FIXTURES = new Map(FORMAT_NAMES.flatMap(fixturesOf).map((each) => [each.name, each.bytes]));

type Entries = Record<string, unknown>;

/** What may become of a key, in each object that has it. */
const CHANGES: Readonly<Record<string, (value: Entries, key: string) => Entries>> = {
  missing: ({ ...value }, key) => {
    delete value[key];
    return value;
  },
  null: (value, key) => ({ ...value, [key]: null }),
  "a number": (value, key) => ({ ...value, [key]: 17 }),
  "after a new one": (value) => ({ note_of_the_future: "y", ...value }),
};

/** The key, in which objects, and what may become of it. */
const CASES: readonly (readonly [string, string, (value: Entries) => boolean, string])[] = [
  ["autogen/agent.json", "call_id", () => true, "missing, null, a number"],
  ["autogen/messages.jsonl", "call_id", () => true, "missing, null, a number"],
  ["claude-managed/wrapped.jsonl", "content", (value) => "processed_at" in value, "missing, null"],
  ["langfuse/page.json", "traceId", ({ id }) => id === "o25", "missing, null, a number"],
  ["opencode/compacted.json", "status", (value) => "input" in value, "missing, null, a number"],
  ["openinference/otlp.jsonl", "stringValue", () => true, "after a new one"],
  [
    "otel/spans.jsonl",
    "type",
    (value) => "arguments" in value || "response" in value,
    "missing, null",
  ],
  ["smolagents/tool.json", "timing", (value) => value.step_number === 1, "missing, null"],
  ["smolagents/succinct.json", "error", ({ error }) => error === null, "missing"],
  ["tau-bench/react.jsonl", "content", ({ role }) => role === "system", "missing, null"],
  ["vercel-ui/chat.json", "toolCallId", () => true, "missing, null, a number"],
  ["vercel-ui/chat.json", "state", () => true, "missing, null, a number"],
  ["vercel-ui/version-4.json", "state", () => true, "missing, null, a number"],
];

const RUNS = CASES.flatMap(([name, key, isIn, changes]) =>
  changes.split(", ").map((change) => ({ name, key, isIn, change })),
);

function changed(value: unknown, made: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, made));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, item]) => [key, changed(item, made)]);
  return made(Object.fromEntries(inner));
}

function masked(bytes: Uint8Array): number {
  const { transcripts } = compact(bytes, ALL);
  return transcripts.reduce((sum, each) => sum + each.maskedCount, 0);
}

describe.each(RUNS)("$name with $key $change", ({ name, key, isIn, change }) => {
  const bytes = FIXTURES.get(name) ?? Buffer.alloc(0);

  it("has as many results to mask", () => {
    let count = 0;
    const made = (value: Entries) => {
      if (!(key in value) || !isIn(value)) return value;
      count++;
      return CHANGES[change]?.(value, key) ?? value;
    };
    const texts = bytes.toString().split(name.endsWith("l") ? "\n" : "\0");
    const lines = texts
      .filter((text) => text.trim() !== "")
      .map((text) => JSON.stringify(changed(JSON.parse(text), made)));
    expect(count).toBeGreaterThan(0);
    expect(masked(Buffer.from(lines.join("\n")))).toBe(masked(bytes));
  });
});

it.each([
  ["autogen/agent.json", "AssistantMessage"],
  ["autogen/two.json", "UserMessage"],
])("%s does not pass over messages whose type it does not know", (name, type) => {
  const text = (FIXTURES.get(name)?.toString() ?? "").replaceAll(`"${type}"`, '"OfTheFuture"');
  const { file } = compact(Buffer.from(text), ALL);
  expect(Object.values(file.unreadRecords).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
});
