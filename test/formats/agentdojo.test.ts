import { expect, it } from "vitest";
import { agentdojo } from "../../src/formats/agentdojo.ts";
import { foundIn } from "../support/found.ts";

const run = (...messages: readonly object[]) => ({
  ...{ suite_name: "mailroom", pipeline_name: "p", messages },
});
const call = { function: "find", args: { id: "P-7" }, id: "a", placeholder_args: null };
const text = (content: string) => [{ type: "text", content }];
const result = (content: unknown, error: string | null = null) =>
  run({ role: "tool", content, tool_call_id: "a", tool_call: call, error });

it.each([
  ["in blocks", result(text("on shelf B2")), "on shelf B2", false],
  ["that is a string", result("on shelf B2"), "on shelf B2", false],
  [
    "that failed",
    result(text(""), "ValueError: no such parcel"),
    "ValueError: no such parcel",
    true,
  ],
  ["without an error", result(text("on shelf B2"), ""), "on shelf B2", false],
])("reads a result %s", (_, record, said, isError) => {
  const observation = { kind: "observation", callId: "a", toolName: "find", text: said, isError };
  expect(foundIn(agentdojo, record).messages).toMatchObject([
    { role: "tool", parts: [observation] },
  ]);
});

it("reads what the assistant thought, said and called", () => {
  const content = [{ type: "thinking", content: "Where is it?", id: "c2ln" }, ...text("I look.")];
  const record = run({ role: "assistant", content, tool_calls: [call] });
  expect(foundIn(agentdojo, record).messages).toMatchObject([
    {
      role: "assistant",
      parts: [
        { kind: "reasoning", text: "Where is it?", signed: true },
        { kind: "text", text: "I look." },
        { kind: "call", id: "a", name: "find", text: '{"id":"P-7"}' },
      ],
    },
  ]);
});

it("finds nothing in a block without a text", () => {
  const content = [{ type: "text", content: null }];
  const record = run({ role: "assistant", content, tool_calls: [call] });
  expect(foundIn(agentdojo, record).messages).toMatchObject([{ parts: [{ kind: "call" }] }]);
});
