/** Event streams of Agent TARS: which events are messages, and what a result may be. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const event = (type: string, rest: object) => ({ id: "e", type, timestamp: 1, ...rest });
const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
const ASKED = [
  event("user_message", { content: "Read it." }),
  event("assistant_message", { content: "I do.", toolCalls: [call], finishReason: "tool_calls" }),
  event("tool_call", { toolCallId: "a", name: "f", arguments: { path: LONG }, startTime: 1 }),
];
const answered = (content: unknown, rest: object = {}) => [
  ...ASKED,
  event("tool_result", { toolCallId: "a", name: "f", content, elapsedMs: 3, ...rest }),
];

function run(value: unknown) {
  const bytes = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
  const result = compact(bytes, {
    preserveRecentRawTurns: 0,
    placeholder: "the old result of {toolName}",
  });
  return { text: Buffer.from(result.bytes).toString(), transcripts: result.transcripts };
}

const CONTENTS: Readonly<Record<string, unknown>> = {
  "a text": LONG,
  blocks: [{ type: "text", text: LONG }],
  "an object": { found: LONG, count: 3 },
  "a list": [{ found: LONG }],
};

describe("a result", () => {
  it.each(Object.entries(CONTENTS))(
    "that is %s is masked, and its call's event is not",
    (_, content) => {
      const events = answered(content);
      const lines = events.map((each) => JSON.stringify(each)).join("\n");
      for (const value of [events, { events }, lines]) {
        const { text, transcripts } = run(value);
        expect(transcripts).toMatchObject([{ format: "agent-tars", messages: 3, maskedCount: 1 }]);
        expect(text).toContain("the old result of f");
        expect(text.split("a line of output")).toHaveLength(4);
      }
    },
  );

  it("with an error stays", () => {
    const { transcripts } = run(answered(LONG, { error: "it failed" }));
    expect(transcripts).toMatchObject([{ maskedCount: 0 }]);
  });
});

it("thinking, parts of messages and notes of runs are no messages", () => {
  const notes = ["assistant_thinking_message", "assistant_streaming_message", "agent_run_end"].map(
    (type) => event(type, { content: LONG, messageId: "m" }),
  );
  expect(run([...answered(LONG), ...notes]).transcripts).toMatchObject([{ messages: 3 }]);
});
