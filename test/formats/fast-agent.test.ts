import { expect, it } from "vitest";
import { fastAgent } from "../../src/formats/fast-agent.ts";
import { foundIn } from "../support/found.ts";

const text = (said: string) => [{ type: "text", text: said }];
const history = (...messages: readonly object[]) => ({
  messages: messages.map((message) => ({ ...message, is_template: false })),
});

it("reads results by the ids of their calls, and a text of the user next to them", () => {
  const tool_results = {
    a: { content: text("two hives"), isError: false },
    b: { content: text("no such hive"), isError: true },
  };
  const results = [
    { kind: "observation", callId: "a", text: "two hives", isError: false },
    { kind: "observation", callId: "b", text: "no such hive", isError: true },
  ];
  const record = history(
    { role: "user", content: [], tool_results },
    { role: "user", content: text("Go on."), tool_results },
  );
  expect(foundIn(fastAgent, record).messages).toMatchObject([
    { role: "tool", parts: results },
    { role: "user", parts: [...results, { kind: "text", text: "Go on." }] },
  ]);
});

it("reads what the assistant thought, said and called", () => {
  const params = { name: "list", arguments: { yard: "orchard" } };
  const tool_calls = { a: { method: "tools/call", params } };
  const channels = {
    reasoning: text("Which?"),
    "fast-agent-timing": text('{"duration_ms": 80.5}'),
  };
  const record = history({ role: "assistant", content: text("I look."), tool_calls, channels });
  expect(foundIn(fastAgent, record).messages).toMatchObject([
    {
      role: "assistant",
      parts: [
        { kind: "reasoning", text: "Which?" },
        { kind: "text", text: "I look." },
        { kind: "call", id: "a", name: "list", text: '{"yard":"orchard"}' },
      ],
    },
  ]);
});
