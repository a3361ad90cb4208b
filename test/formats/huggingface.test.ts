import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { detected } from "../support/detected.ts";

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly text?: string | null;
}

function compacted(name: string, options: Parameters<typeof compact>[1] = {}): Message[][] {
  const bytes = readFileSync(new URL(`../../fixtures/huggingface/${name}`, import.meta.url));
  const result = compact(bytes, { preserveRecentRawTurns: 0, ...options });
  const lines = Buffer.from(result.bytes).toString().trimEnd().split("\n");
  return lines.map((line) => {
    const { trajectory, messages } = JSON.parse(line);
    return typeof messages === "string" ? JSON.parse(messages) : trajectory;
  });
}

function maskedIn(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content, text }, index) =>
    /^\[observation masked/.test(content ?? text ?? "") ? [index] : [],
  );
}

describe("a trajectory of chat messages", () => {
  it("has observations in tool messages, each of its own call", () => {
    expect(compacted("tool-calls.jsonl").map(maskedIn)).toEqual([
      [3, 4, 8],
      [3, 4, 8],
    ]);
    const [row] = compacted("tool-calls.jsonl", { preserveRecentRawTurns: 2 });
    expect(maskedIn(row ?? [])).toEqual([3, 4]);
  });

  it("does not take a block of code for a call where calls are recorded", () => {
    const [row] = compacted("tool-calls.jsonl");
    expect(row?.[6]?.content).toMatch(/^Please continue/);
  });

  it("keeps the keys that are null", () => {
    const [row] = compacted("tool-calls.jsonl");
    expect(row?.[3]).toMatchObject({ role: "tool", tool_calls: null });
  });
});

describe("a trajectory of texts", () => {
  it("has observations after what the model says", () => {
    expect(compacted("text-protocol.jsonl").map(maskedIn)).toEqual([[3, 5]]);
  });

  it("takes a summary as a message of its own shape", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 280, summaryMaxChars: 50 };
    const [row = []] = compacted("text-protocol.jsonl", options);
    expect(row[2]).toEqual({
      role: "user",
      text: expect.stringContaining("Conversation summary"),
      system_prompt: null,
      mask: false,
      cutoff_date: null,
    });
  });
});

describe("messages that a string holds as JSON", () => {
  it("are masked inside of it, with calls and in a text protocol", () => {
    expect(compacted("json-in-a-string.jsonl").map(maskedIn)).toEqual([
      [3, 4, 8],
      [3, 5],
    ]);
  });

  it("take a summary inside of it", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 280, summaryMaxChars: 50 };
    const [row = []] = compacted("json-in-a-string.jsonl", options);
    expect(row[2]?.content).toContain("Conversation summary");
  });
});

describe("a row of Hugging Face is found by", () => {
  const user = { role: "user", content: "hi" };
  const calling = { role: "assistant", tool_calls: [{ id: "a", function: { name: "ls" } }] };

  it.each([
    ["a trajectory of messages", { trajectory: [user] }],
    ["a trajectory of texts", { trajectory: [{ role: "system", system_prompt: "", text: null }] }],
    ["messages in a string", { messages: JSON.stringify([user]) }],
    ["a trajectory in a string", { trajectory: JSON.stringify([user]) }],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("huggingface");
  });

  it.each([
    ["steps", { trajectory: [{ action: "ls", observation: "" }] }],
    ["messages in an array", { instance_id: "a", messages: [user] }],
    ["a string that is no JSON", { messages: "[{'role': 'user'}]" }],
    ["messages with calls next to it", { trajectory: [user], messages: [calling] }],
    ["SWE-agent's history", { trajectory: [user], history: [] }],
  ])("but not by %s", (_, record) => {
    expect(detected(record)).not.toBe("huggingface");
  });
});
