import { describe, expect, it } from "vitest";
import { compactWith } from "../../src/api/compact.ts";
import { autogen } from "../../src/formats/autogen.ts";
import { RecordParts } from "../../src/formats/shared/record-parts.ts";
import { agree } from "../engine/plain/paths-agree.ts";
import { foundIn } from "../support/found.ts";
import { treeOf } from "../support/parse-json.ts";

const event = (type: string, content: unknown, rest: object = {}) => ({
  ...{ id: "e", source: "counter", models_usage: null, metadata: {}, content, type },
  ...rest,
});
const results = [{ content: "12 bolts", name: "look", call_id: "c1", is_error: true }];

it("reads calls, results, thoughts and the messages of agents", () => {
  const { messages } = foundIn(
    autogen,
    event("TextMessage", "Count.", { source: "user" }),
    event("ThoughtEvent", "Where?"),
    event("ToolCallRequestEvent", [{ id: "c1", name: "look", arguments: "{}" }]),
    event("ToolCallExecutionEvent", results),
    event("ToolCallSummaryMessage", "12 bolts", { tool_calls: [], results }),
    event("CodeGenerationEvent", "print(1)"),
    event("CodeExecutionEvent", undefined, { result: { exit_code: 1, output: "no such name" } }),
    event("ModelClientStreamingChunkEvent", "12 b"),
  );
  expect(messages.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)])).toEqual([
    ["user", "text"],
    ["assistant", "reasoning"],
    ["assistant", "call"],
    ["tool", "observation"],
    ["assistant", "text"],
    ["assistant", "text", "call"],
    ["tool", "observation"],
  ]);
  expect(messages[3]?.parts).toMatchObject([{ callId: "c1", toolName: "look", isError: true }]);
  expect(messages[6]?.parts).toMatchObject([{ isError: true, text: "no such name" }]);
});

it("writes a summary as the list it goes into has its messages", () => {
  const typeIn = (...messages: object[]) => {
    const tree = treeOf(JSON.stringify(messages));
    return JSON.parse(autogen.message?.("so far", JSON.stringify, { tree, array: 0 }) ?? "");
  };
  const user = { content: "so far", source: "user" };
  const sent = { content: "Count.", source: "user", type: "UserMessage" };
  expect(typeIn(sent)).toEqual({ ...user, type: "UserMessage" });
  expect(typeIn(event("TextMessage", "Count."))).toEqual({ ...user, type: "TextMessage" });
});

it("reads an agent whose name is there twice once", () => {
  const agent = (content: string) => ({
    agent_state: {
      type: "AssistantAgentState",
      llm_context: {
        messages: [
          { type: "FunctionExecutionResultMessage", content: [{ content, call_id: "c" }] },
        ],
      },
    },
  });
  const team = JSON.stringify({
    type: "TeamState",
    agent_states: { a: agent("first"), b: agent("second") },
  });
  const tree = treeOf(team.replace('"b":', '"a":'));
  const parts = new RecordParts(tree);
  autogen.read(tree, 0, parts);
  expect(parts.resultCount).toBe(1);
});

describe("the state of a team", () => {
  const text = "src ".repeat(40);
  const turn = (k: number) => [
    { type: "AssistantMessage", content: [{ id: `c${k}`, name: "look", arguments: "{}" }] },
    {
      type: "FunctionExecutionResultMessage",
      content: [{ content: `${k} ${text}`, call_id: `c${k}` }],
    },
  ];
  const messages = Array.from({ length: 300 }, (_, k) => turn(k)).flat();
  const agent = { agent_state: { type: "AssistantAgentState", llm_context: { messages } } };
  const thread = messages.map((message) => ({ ...message, source: "a", models_usage: null }));
  const team = (agents: object) =>
    Buffer.from(JSON.stringify({ type: "TeamState", version: "1.0.0", agent_states: agents }));

  it("has a transcript of each agent, however long they are", () => {
    const bytes = team({ a: agent, b: agent });
    const { transcripts } = compactWith(bytes, { preserveRecentRawTurns: 2 });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([298, 298]);
    agree(bytes, { preserveRecentRawTurns: 2 });
  });

  it("has copies of messages before those of the agent", () => {
    const bytes = team({
      manager: { message_thread: thread },
      a: { ...agent, message_buffer: thread },
    });
    const { transcripts } = compactWith(bytes, { preserveRecentRawTurns: 2 });
    expect(transcripts).toMatchObject([
      { maskedCount: 298, sideCopyBytes: 2 * Buffer.byteLength(JSON.stringify(thread)) },
    ]);
    for (const sideCopies of ["keep", "mask"] as const)
      agree(bytes, { preserveRecentRawTurns: 2, sideCopies });
    const masked = compactWith(bytes, { preserveRecentRawTurns: 2, sideCopies: "mask" });
    expect(Buffer.from(masked.bytes).toString().split(text)).toHaveLength(1 + 3 * 2);
  });
});
