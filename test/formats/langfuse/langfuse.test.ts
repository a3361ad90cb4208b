/** Exports of Langfuse: which observations hold what a model was sent, and in what shapes. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

let count = 0;
const observation = (type: string, rest: Json): Json => ({
  ...{ id: `o${count++}`, traceId: "t", type, name: "x", startTime: "2026-03-03T09:00:00.000Z" },
  ...rest,
});

function run(observations: readonly Json[], sideCopies: "keep" | "mask" = "keep") {
  const bytes = Buffer.from(JSON.stringify({ trace: { id: "t" }, observations }));
  const result = compact(bytes, { preserveRecentRawTurns: 0, sideCopies });
  const after = JSON.parse(Buffer.from(result.bytes).toString()) as { observations: Json[] };
  return { after: after.observations, transcripts: result.transcripts };
}

const called = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
};
const prompt = [called, { role: "tool", tool_call_id: "a", content: LONG }];

const SHAPES: Readonly<Record<string, unknown>> = {
  "chat completions": prompt,
  "a request": { messages: prompt },
  "items of the Responses API": [
    { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: LONG },
  ],
  "blocks of Anthropic's": [
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: LONG }] },
  ],
  "the Vercel AI SDK's": [
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: {} }],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "a", output: { type: "text", value: LONG } }],
    },
  ],
  "LangChain's": [
    { type: "ai", content: "", tool_calls: [{ id: "a", name: "f", args: {} }] },
    { type: "tool", content: LONG, tool_call_id: "a" },
  ],
  "LangChain's in JavaScript": [
    { role: "assistant", content: "", tool_calls: [{ id: "a", name: "f", args: {} }] },
    { role: "f", content: LONG, additional_kwargs: {} },
  ],
  "LangChain's in JavaScript, of a tool without a name": [
    called,
    { content: LONG, additional_kwargs: {} },
  ],
  "Gemini's": {
    contents: [
      { role: "model", parts: [{ functionCall: { id: "a", name: "f", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id: "a", response: { output: LONG } } }] },
    ],
  },
  "OpenTelemetry's": [
    { role: "assistant", parts: [{ type: "tool_call", id: "a", name: "f", arguments: {} }] },
    { role: "tool", parts: [{ type: "tool_call_response", id: "a", response: LONG }] },
  ],
};

describe("the prompt of a generation is read in the shape of", () => {
  it.each(Object.entries(SHAPES))("%s, as a value and as JSON in a string", (_, input) => {
    for (const given of [input, JSON.stringify(input)]) {
      const { after, transcripts } = run([observation("GENERATION", { input: given })]);
      expect(transcripts).toMatchObject([{ maskedCount: 1, messages: 2 }]);
      const [{ input: masked } = {}] = after;
      expect(typeof masked).toBe(typeof given);
      const text = typeof masked === "string" ? masked : JSON.stringify(masked);
      expect(JSON.stringify(JSON.parse(text))).toContain("masked");
    }
  });
});

describe("runs of tools", () => {
  const tool = observation("TOOL", { input: {}, output: LONG });

  it("are copies where prompts hold results", () => {
    const generation = observation("GENERATION", { input: prompt });
    expect(run([generation, tool]).after[1]).toEqual(tool);
    const { after, transcripts } = run([generation, tool], "mask");
    expect(after[1]?.output).toContain("masked");
    expect(transcripts).toHaveLength(1);
  });

  it("are a transcript where no prompt does", () => {
    const generation = observation("GENERATION", { input: "Weigh it.", output: "I do." });
    const { after, transcripts } = run([generation, tool]);
    expect(transcripts).toMatchObject([{ maskedCount: 0 }, { maskedCount: 1 }]);
    expect(after[1]?.output).toContain("masked");
  });
});

it("a role that nobody called is a speaker's", () => {
  const said = { role: "critic", content: LONG, additional_kwargs: {} };
  const { after } = run([observation("GENERATION", { input: [called, said] })]);
  expect(after[0]?.input).toEqual([called, said]);
});

it("each generation has a window of its own", () => {
  const generations = [1, 2].map(() => observation("GENERATION", { input: prompt }));
  expect(run(generations).transcripts).toHaveLength(2);
});

it("a text that begins as JSON does is a text", () => {
  const input = "[whatever] it says";
  const { transcripts } = run([observation("GENERATION", { input, output: "so" })]);
  expect(transcripts).toMatchObject([{ beforeChars: input.length + 2 }]);
});
