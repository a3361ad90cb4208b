/** Spans after OpenInference's conventions: messages whose fields have names of their own. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const M = "llm.input_messages";
const FLAT: Json = {
  // After the tenth message comes the eleventh, not the second.
  [`${M}.10.message.role`]: "tool",
  [`${M}.10.message.tool_call_id`]: "b",
  [`${M}.10.message.content`]: LONG,
  [`${M}.2.message.role`]: "assistant",
  [`${M}.2.message.tool_calls.0.tool_call.id`]: "b",
  [`${M}.2.message.tool_calls.0.tool_call.function.name`]: "look",
  [`${M}.2.message.tool_calls.0.tool_call.function.arguments`]: "{}",
};
const call = { tool_call: { id: "b", function: { name: "look", arguments: "{}" } } };
const NESTED: Json = {
  llm: {
    input_messages: [
      { message: { role: "assistant", tool_calls: [call] } },
      { message: { role: "tool", tool_call_id: "b", content: LONG } },
    ],
  },
};
const otlp = Object.entries(FLAT).map(([key, stringValue]) => ({ key, value: { stringValue } }));

function run(document: unknown, sideCopies: "keep" | "mask" = "keep") {
  const bytes = Buffer.from(JSON.stringify(document));
  const result = compact(bytes, { preserveRecentRawTurns: 0, sideCopies });
  return { after: Buffer.from(result.bytes).toString(), transcripts: result.transcripts };
}

describe("messages are found and masked in", () => {
  it.each([
    ["dotted names", [{ attributes: FLAT }]],
    ["nested names", [{ attributes: NESTED }]],
    ["a list of OTLP's", { resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: otlp }] }] }] }],
    ["a page of an API", { data: [{ attributes: FLAT }] }],
    ["one span", { attributes: FLAT }],
  ])("%s", (_, document) => {
    const { after, transcripts } = run(document);
    expect(transcripts).toMatchObject([{ maskedCount: 1, messages: 2, format: "openinference" }]);
    expect(after).not.toContain("a line of output");
  });
});

it("the span of a tool has a copy", () => {
  const tool = { attributes: { "openinference.span.kind": "TOOL", "output.value": LONG } };
  const spans = [{ attributes: FLAT }, tool];
  expect(run(spans).after).toContain("a line of output");
  expect(run(spans, "mask").after).not.toContain("a line of output");
});

it("a request of ADK's is JSON in a string, and stays that", () => {
  const contents = [
    { role: "model", parts: [{ function_call: { id: "b", name: "look", args: {} } }] },
    {
      role: "user",
      parts: [{ function_response: { id: "b", name: "look", response: { result: LONG } } }],
    },
  ];
  const request = JSON.stringify({ model: "m", contents });
  const { after, transcripts } = run([{ attributes: { "gcp.vertex.agent.llm_request": request } }]);
  expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
  const [span] = JSON.parse(after) as { attributes: Record<string, string> }[];
  const sent = JSON.parse(span?.attributes["gcp.vertex.agent.llm_request"] ?? "");
  expect(sent.contents[1].parts[0].function_response.response.result).toContain("masked");
});
