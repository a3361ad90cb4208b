import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../src/formats/index.ts";
import { claims } from "../../../src/formats/registry/claims.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";
import { treeOf } from "../../support/parse-json.ts";

const LONG = "what the tool answered — ".repeat(8);

const user = { role: "user", parts: [{ type: "text", content: "Do it." }] };
const done = { role: "assistant", parts: [{ type: "text", content: "Done." }] };

function call(id: string) {
  return { role: "assistant", parts: [{ type: "tool_call", id, name: "f", arguments: {} }] };
}

function answer(id: string, more: object = { response: LONG }, role = "tool") {
  return { role, parts: [{ type: "tool_call_response", id, ...more }] };
}

const masked = expect.stringMatching(/^\[observation masked/);
const ALL = { preserveRecentRawTurns: 0 };

/** A span with messages as JSON in strings, as OTLP's JSON has it. */
function otlp(...spans: Record<string, unknown>[]) {
  const written = spans.map((attributes) => ({
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { stringValue: JSON.stringify(value) },
    })),
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans: written }] }] };
}

describe("otel", () => {
  it("reads a response under either of its names, and makes a string of any JSON", () => {
    const messages = [
      user,
      ...[{ response: LONG }, { result: LONG }, { response: { rows: [LONG] } }].flatMap(
        (more, k) => [call(`${k}`), answer(`${k}`, more)],
      ),
    ];
    const { after, transcripts } = compactedRecord(messages, ALL);
    expect(transcripts[0]?.maskedCount).toBe(3);
    expect([after[2], after[4], after[6]].map(({ parts }) => parts[0])).toEqual([
      expect.objectContaining({ response: masked }),
      expect.objectContaining({ result: masked }),
      expect.objectContaining({ response: masked }),
    ]);
  });

  it("counts messages of the user that are all responses as the tools'", () => {
    const messages = [call("a"), answer("a", { result: LONG }, "user"), user];
    const summary = { ...ALL, preserveRecentRawTurns: 9 };
    expect(compactedRecord(messages, summary).transcripts[0]?.maskedCount).toBe(0);
    const roles = foundIn(FORMATS.otel, messages).messages.map(({ role }) => role);
    expect(roles).toEqual(["assistant", "tool", "user"]);
  });

  it("masks in the events of a span", () => {
    const messages = [user, call("a"), answer("a")];
    const event = {
      name: "gen_ai.client.inference.operation.details",
      attributes: { "gen_ai.input.messages": messages, "gen_ai.output.messages": [done] },
    };
    const span = { name: "chat", attributes: { "gen_ai.operation.name": "chat" }, events: [event] };
    const { after, transcripts } = compactedRecord([span], ALL);
    expect(transcripts).toMatchObject([{ maskedCount: 1, format: "otel" }]);
    const read = after[0].events[0].attributes["gen_ai.input.messages"];
    expect(read[2].parts[0].response).toEqual(masked);
  });

  it("masks in strings that hold messages, a window for each span", () => {
    const first = [user, call("a"), answer("a")];
    const second = [...first, call("b"), answer("b")];
    const record = otlp(
      { "gen_ai.input.messages": first, "gen_ai.output.messages": [call("b")] },
      { "gen_ai.input.messages": second, "gen_ai.output.messages": [done] },
    );
    const { after, transcripts } = compactedRecord(record, { preserveRecentRawTurns: 1 });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1]);
    const [span] = after.resourceSpans[0].scopeSpans[0].spans.slice(1);
    const messages = JSON.parse(span.attributes[0].value.stringValue);
    expect(messages[2].parts[0].response).toEqual(masked);
    expect(messages[4].parts[0].response).toBe(LONG);
  });

  it("reads what came in before what went out, wherever they stand", () => {
    const record = otlp({
      "gen_ai.output.messages": [call("b")],
      "gen_ai.input.messages": [user, call("a"), answer("a")],
      "gen_ai.system_instructions": [{ type: "text", content: "Be quick." }],
    });
    const { transcripts } = compactedRecord(record, { preserveRecentRawTurns: 1 });
    expect(transcripts).toMatchObject([{ messages: 5, maskedCount: 1 }]);
  });

  it.each([
    ["objects", (value: unknown) => value],
    ["strings", (value: unknown) => JSON.stringify(value)],
  ])("drops messages of either array of a span, and puts the summary in the first: %s", (_, as) => {
    const said = { role: "assistant", parts: [{ type: "text", content: LONG }] };
    const input = [user, said, said, said, call("a"), answer("a"), said];
    const attributes = {
      "gen_ai.input.messages": as(input),
      "gen_ai.output.messages": as([said, call("b")]),
    };
    const options = { ...ALL, maxInputChars: 150, summaryMaxChars: 100 };
    const { after } = compactedRecord({ name: "chat", attributes }, options);
    const [first, second] = Object.values(after.attributes).map((value) =>
      typeof value === "string" ? JSON.parse(value) : value,
    );
    expect(first.map(({ role }: { role: string }) => role)).toEqual(["user", "user"]);
    expect(first[1].parts[0].content).toMatch(/^Conversation summary/);
    expect(second).toEqual([]);
  });

  it.each([
    ["text under content", user],
    ["a call", call("a")],
    ["a response", answer("a")],
  ])("is found by %s", (_, message) => {
    for (const record of [message, [message], { messages: [message] }])
      expect(detected(record)).toBe("otel");
  });

  it.each([
    ["Vercel's messages", { role: "user", parts: [{ type: "text", text: "hi" }] }],
    ["Gemini's contents", { role: "user", parts: [{ text: "hi" }] }],
    ["spans of anything else", { name: "GET /", attributes: { "http.route": "/" } }],
    ["spans with messages of another shape", otlp({ "gen_ai.input.messages": [{ role: "user" }] })],
  ])("is not found in %s", (_, record) => {
    expect(claims(FORMATS.otel, [treeOf(JSON.stringify(record))])).toBe(false);
  });
});
