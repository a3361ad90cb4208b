import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ConversationReader } from "../../src/engine/input/transcripts/conversation-reader.ts";
import { agree } from "../engine/plain/paths-agree.ts";
import { detected } from "../support/detected.ts";

interface Turn {
  readonly from: string;
  readonly value: string;
}

function compacted(name: string, options: Parameters<typeof compact>[1] = {}) {
  const bytes = readFileSync(new URL(`../../fixtures/sharegpt/${name}`, import.meta.url));
  const { bytes: after, transcripts } = compact(bytes, { preserveRecentRawTurns: 0, ...options });
  const text = Buffer.from(after).toString();
  const records = name.endsWith(".json")
    ? JSON.parse(text)
    : text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
  return {
    conversations: records.map((each: { conversations: Turn[] }) => each.conversations) as Turn[][],
    transcripts,
  };
}

function maskedIn(turns: readonly Turn[]): number[] {
  return turns.flatMap(({ value }, index) => (/^\[observation masked/.test(value) ? [index] : []));
}

describe("an array of conversations", () => {
  it("is a transcript for each, on the line that it begins on", () => {
    const { transcripts } = compacted("array.json");
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([2, 0, 1]);
    const lines = transcripts.map(({ line }) => line);
    expect(lines).toEqual([...new Set(lines)].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it("has a window for each", () => {
    const { conversations } = compacted("array.json", { preserveRecentRawTurns: 1 });
    expect(conversations.map(maskedIn)).toEqual([[4, 6], [], []]);
  });

  it("names the tool of an observation by the call before", () => {
    const { conversations } = compacted("array.json", { placeholder: "[masked {toolName} gave]" });
    expect(conversations[0]?.[4]?.value).toBe("[masked find_branch gave]");
  });

  it("takes a summary into the conversation that is too large, and into no other", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 320, summaryMaxChars: 50 };
    const { conversations } = compacted("array.json", options);
    const summaries = conversations.map((turns) =>
      turns.filter(({ value }) => value.startsWith("Conversation summary")),
    );
    expect(summaries.map(({ length }) => length)).toEqual([1, 0, 0]);
    expect(summaries[0]?.[0]?.from).toBe("human");
  });
});

describe("a conversation whose calls stand in the text", () => {
  it("has observations in turns of tools, each with a call of the reply before", () => {
    expect(compacted("hermes.jsonl").conversations.map(maskedIn)).toEqual([
      [3, 4, 6],
      [3, 4, 6],
    ]);
    const { conversations } = compacted("hermes.jsonl", { preserveRecentRawTurns: 1 });
    expect(conversations.map(maskedIn)).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });
});

describe("ShareGPT is found by", () => {
  const conversations = [{ from: "human", value: "hi" }];

  it("a conversation", () => {
    expect(detected({ conversations })).toBe("sharegpt");
  });

  it.each([
    ["conversations of messages", { conversations: [{ role: "user", content: "hi" }] }],
    ["conversations that are empty", { conversations: [] }],
  ])("but not by %s", (_, record) => {
    expect(detected(record)).not.toBe("sharegpt");
  });
});

it.each([
  ["function_call", "observation"],
  ["tool_call", "tool_response"],
  ["assistant", "function"],
])("calls from %s are answered by %s", (call, result) => {
  const conversations = [
    { from: "human", value: "go" },
    { from: call, value: '{"name": "ls", "arguments": {}}' },
    { from: result, value: "a.txt is 12 lines long, b.txt is empty, and c.txt is a picture" },
    { from: "gpt", value: "done" },
  ];
  const bytes = Buffer.from(`${JSON.stringify({ conversations })}\n`.repeat(3));
  const { file, transcripts } = compact(bytes, { preserveRecentRawTurns: 0, minGain: 1 });
  expect(file).toMatchObject({ calls: 3, observations: 3, unreadRecords: {} });
  expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1, 1]);
});

it("a role that is too long for a number is read in columns, and no other like it", () => {
  const rows = (role: string) => {
    const turns = [
      { from: "human", value: "Go." },
      { from: "gpt", value: "So." },
      { from: "function_call", value: '{"name": "ls", "arguments": {}}' },
      { from: role, value: "src ".repeat(40) },
    ];
    return Buffer.from(`${JSON.stringify({ conversations: turns })}\n`.repeat(4));
  };
  const read = vi.spyOn(ConversationReader.prototype, "read");
  const { transcripts } = compact(rows("function_response"), { preserveRecentRawTurns: 0 });
  expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1, 1, 1]);
  expect(read.mock.calls.length).toBe(0);
  read.mockRestore();
  for (const role of ["function_responsf", "function_respons", "function\\u005fresponse"])
    agree(Buffer.from(rows(role).toString().replaceAll("\\\\", "\\")), {});
});
