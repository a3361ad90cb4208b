/** The events that `pi --mode json` prints: a result stands in several of them, and counts once. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { inspect } from "../../../src/api/inspect.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "a line of output, again and again\n".repeat(9);

const asked = (id: string) => ({
  type: "message_end",
  message: { role: "assistant", content: [{ type: "toolCall", id, name: "bash", arguments: {} }] },
});
const answerOf = (toolCallId: string, text: string) => ({
  ...{ role: "toolResult", toolCallId, toolName: "bash", isError: false },
  content: [{ type: "text", text }],
});
const ran = (toolCallId: string, text: string) => {
  const { content } = answerOf(toolCallId, text);
  return { type: "tool_execution_end", toolCallId, toolName: "bash", result: { content } };
};

describe("a result", () => {
  const answer = answerOf("c", LONG);
  const lines = [
    { type: "agent_start" },
    asked("c"),
    {
      ...ran("c", LONG),
      type: "tool_execution_update",
      result: undefined,
      partialResult: ran("c", LONG).result,
    },
    ran("c", LONG),
    { type: "message_start", message: answer },
    { type: "message_end", message: answer },
    { type: "turn_end", message: asked("c").message, toolResults: [answer] },
    asked("d"),
    { type: "agent_end", messages: [asked("c").message, answer] },
  ];

  it("counts once, after its call", () => {
    expect(inspect(linesOf(lines)).transcripts).toMatchObject([
      { format: "pi-stream-json", calls: 2, observations: 1, orphanObservations: 0 },
    ]);
  });

  it("is masked wherever it stands", () => {
    const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 1 });
    expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
    expect(Buffer.from(bytes).toString()).not.toContain("again and again");
    expect(
      Buffer.from(bytes)
        .toString()
        .match(/observation masked/g),
    ).toHaveLength(6);
  });
});

it("is told from a session, with whose header it begins", () => {
  const header = { type: "session", version: 3, id: "s", timestamp: "t", cwd: "/repo" };
  const lines = [header, { type: "agent_start" }, asked("c"), ran("c", LONG)];
  expect(inspect(linesOf(lines)).transcripts).toMatchObject([
    { format: "pi-stream-json", calls: 1, observations: 1 },
  ]);
});

it("belongs to the newest call of its id, where one is used again", () => {
  const lines = [
    ...[asked("c"), ran("c", "one"), { type: "message_end", message: answerOf("c", "one") }],
    ...[asked("c"), ran("c", "two"), { type: "message_end", message: answerOf("c", "two") }],
  ];
  expect(inspect(linesOf(lines)).transcripts).toMatchObject([
    { calls: 2, observations: 2, unansweredCalls: 0, toolTurns: 2 },
  ]);
});

it("is refused in lines of another agent, which have types as well", () => {
  const result = { role: "tool", toolCallId: "c", content: [{ type: "text", text: LONG }] };
  const lines = [{ type: "metadata" }, { type: "context.append_message", message: result }];
  expect(() => inspect(linesOf(lines), { format: "pi-stream-json" })).toThrow("does not read its");
});

it("leaves the stream of Anthropic's API alone, which has a start of messages too", () => {
  const started = { type: "message", id: "msg_1", role: "assistant", content: [] };
  const lines = [
    { type: "message_start", message: started },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "I do." } },
    { type: "message_stop" },
  ];
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(() => compact(bytes)).toThrow("no transcript of a known format");
});
