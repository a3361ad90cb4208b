/** Sessions of claw-code: roles, errors, arguments and reasoning, and the lines between messages. */
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const text = (said: string) => ({ text: said, type: "text" });
const call = (id: string) => ({
  id,
  input: '{"path":"a.md"}',
  name: "read_file",
  type: "tool_use",
});
const result = (id: string, is_error = false) => ({
  blocks: [
    { is_error, output: LONG, tool_name: "read_file", tool_use_id: id, type: "tool_result" },
  ],
  role: "tool",
});

const MESSAGES = [
  { blocks: [text("Read it.")], role: "user" },
  { blocks: [text("I do."), call("a"), call("b")], role: "assistant" },
  result("a"),
  result("b", true),
];

const LINES = [
  { session_id: "s", type: "session_meta", updated_at_ms: 1, version: 1 },
  { count: 1, removed_message_count: 2, summary: LONG, type: "compaction" },
  { text: "Read it.", timestamp_ms: 1, type: "prompt_history" },
  ...MESSAGES.map((message) => ({ message, type: "message" })),
];

const jsonl = (lines: readonly unknown[]) =>
  Buffer.from(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);

const FILES: Readonly<Record<string, Buffer>> = {
  lines: jsonl(LINES),
  "a document": Buffer.from(JSON.stringify({ messages: MESSAGES, version: 1 })),
};

describe.each(Object.entries(FILES))("%s", (_, bytes) => {
  it("has its results masked, but not errors", () => {
    const { bytes: after, transcripts } = compact(bytes, { preserveRecentRawTurns: 0 });
    expect(transcripts).toMatchObject([{ format: "claw-code", messages: 4, maskedCount: 1 }]);
    const masked = JSON.stringify(LONG).slice(1, -1);
    expect(Buffer.from(after).toString().split(masked)).toHaveLength(
      bytes.toString().split(masked).length - 1,
    );
  });

  it("names the tool and what it read", () => {
    const { bytes: after } = compact(bytes, {
      preserveRecentRawTurns: 0,
      placeholder: "old result of {toolName} on {args}",
    });
    expect(Buffer.from(after).toString()).toContain("old result of read_file on ");
  });

  it("has nothing that its reader would refuse", () => {
    expect(check(bytes).findings).toEqual([]);
  });
});

it("does not count notes of prompts and of compactions", () => {
  const [, , , ...messages] = LINES;
  const [all] = compact(jsonl(LINES)).transcripts;
  const [some] = compact(jsonl(messages)).transcripts;
  expect(all?.beforeChars).toBe(some?.beforeChars);
});

it("keeps signed reasoning apart from what is said", () => {
  const thinking = { signature: "c2lnbmVk", thinking: "so far", type: "thinking" };
  const reply = { blocks: [thinking, text("I do.")], role: "assistant" };
  const bytes = jsonl([...LINES, { message: reply, type: "message" }]);
  const { bytes: after } = compact(bytes, { preserveRecentRawTurns: 0, keepThinking: 0 });
  expect(Buffer.from(after).toString()).not.toContain("so far");
});
