import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { FORMATS } from "../../../src/formats/index.ts";
import { claims } from "../../../src/formats/registry/claims.ts";
import { detected } from "../../support/detected.ts";
import { observationsIn } from "../../support/found.ts";
import { treeOf } from "../../support/parse-json.ts";

const LONG = "what the tool answered ".repeat(8);

type Name = "langchain" | "langchain-dict" | "langchain-flat";
type Fields = { readonly type: string; readonly content: unknown } & Record<string, unknown>;

const CLASSES: Readonly<Record<string, string>> = {
  system: "SystemMessage",
  human: "HumanMessage",
  ai: "AIMessage",
  tool: "ToolMessage",
  function: "FunctionMessage",
};

const SHAPES: Readonly<Record<Name, (fields: Fields) => object>> = {
  langchain: (fields) => ({
    lc: 1,
    type: "constructor",
    id: ["langchain", "schema", "messages", CLASSES[fields.type]],
    kwargs: fields,
  }),
  "langchain-dict": (fields) => ({ type: fields.type, data: fields }),
  "langchain-flat": (fields) => fields,
};

const human = { type: "human", content: "Do it." };

function ai(...ids: string[]) {
  const tool_calls = ids.map((id) => ({ name: "f", args: {}, id, type: "tool_call" }));
  return { type: "ai", content: "", tool_calls, additional_kwargs: {} };
}

function tool(id: string, more: Record<string, unknown> = {}) {
  return { type: "tool", content: LONG, tool_call_id: id, ...more };
}

describe.each(Object.keys(SHAPES) as Name[])("%s", (format) => {
  const shape = SHAPES[format];
  const bytesOf = (...messages: Fields[]) => Buffer.from(JSON.stringify(messages.map(shape)));
  const run = (options: object, ...messages: Fields[]) => {
    const result = compact(bytesOf(...messages), options);
    return { ...result, text: Buffer.from(result.bytes).toString() };
  };

  it("has calls of tools that Anthropic runs in the content, with their results", () => {
    const content = [
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: "elision" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: [{ type: "web_search_result", title: "Found", encrypted_content: "QUFB QUFB" }],
      },
    ];
    const { text, file } = run(
      { preserveRecentRawTurns: 0 },
      human,
      { ...ai("a"), content },
      tool("a"),
    );
    expect(file).toMatchObject({ observations: 2, calls: 2, unreadResults: 0 });
    expect(text).toContain("QUFB QUFB");
    expect(text).not.toContain(LONG);
  });

  it("is found in lines, in an array and under messages", () => {
    const messages = [human, ai("a"), tool("a")].map(shape);
    const found = (...records: unknown[]) => detected(...records);
    expect(found(...messages)).toBe(format);
    expect(found(messages)).toBe(format);
    expect(found({ messages })).toBe(format);
  });

  it("is found by what only LangChain adds to a message, where nobody speaks any more", () => {
    const system = { type: "system", content: "Be brief." };
    expect(detected([shape({ ...system, additional_kwargs: {} })])).toBe(format);
    expect(detected([shape(system)])).toBeUndefined();
  });

  it("says by the status whether an answer is an error", () => {
    const messages = [human, tool("a", { status: "error" }), tool("b", { status: "success" })];
    const flags = observationsIn(FORMATS[format], messages.map(shape)).map(
      ({ isError }) => isError,
    );
    expect(flags).toEqual([true, false]);
  });

  it("blanks the artifact of a masked answer where side copies are to go", () => {
    const artifact = { html: `<p>${LONG}</p>` };
    const messages = [human, ai("a"), tool("a", { artifact })] as const;
    const options = { preserveRecentRawTurns: 0 };
    expect(run(options, ...messages).text).toContain("<p>");
    expect(run({ ...options, sideCopies: "mask" }, ...messages).text).not.toContain("<p>");
  });

  it("reads reasoning of OpenAI's Responses, and no call twice", () => {
    const summary = [{ type: "summary_text", text: "Look first." }];
    const content = [
      { type: "reasoning", id: "rs_1", summary, encrypted_content: "sealed" },
      { type: "function_call", call_id: "a", name: "f", arguments: '{"of": "the whole house"}' },
    ];
    const { transcripts, file } = run({}, human, { ...ai("a"), content }, tool("a"));
    expect(file.unreadResults).toBe(0);
    expect(transcripts[0]?.beforeChars).toBe(
      "Do it.".length + "Look first.".length + "f{}".length + LONG.length,
    );
  });

  it("reads calls that are in blocks alone", () => {
    const content = [{ type: "tool_call", id: "a", name: "f", args: {} }];
    const { transcripts } = run({}, human, { type: "ai", content }, tool("a"));
    expect(transcripts[0]?.beforeChars).toBe("Do it.".length + "f{}".length + LONG.length);
  });

  it("does not count what a provider's client keeps of the calls", () => {
    const copies = [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }];
    const copied = { ...ai("a"), additional_kwargs: { tool_calls: copies } };
    const { transcripts } = run({}, human, copied, tool("a"));
    expect(transcripts[0]?.beforeChars).toBe("Do it.".length + "f{}".length + LONG.length);
  });

  it("finds calls that are kept nowhere else", () => {
    const kept = [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }];
    const old = { type: "ai", content: "", additional_kwargs: { tool_calls: kept } };
    const legacy = {
      type: "ai",
      content: "",
      additional_kwargs: { function_call: { name: "g", arguments: "{}" } },
    };
    const answer = { type: "function", content: LONG, name: "g" };
    const options = { preserveRecentRawTurns: 1 };
    const { transcripts } = run(options, human, old, tool("a"), legacy, answer);
    expect(transcripts[0]?.maskedCount).toBe(1);
  });

  it("pairs an answer to a call that could not be parsed", () => {
    const invalid = [{ name: "f", args: "{", id: "a", error: "not JSON" }];
    const message = { type: "ai", content: "", tool_calls: [], invalid_tool_calls: invalid };
    const { transcripts } = run({}, human, message, tool("a"));
    expect(transcripts[0]?.beforeChars).toBe("Do it.".length + "f{".length + LONG.length);
  });

  it("puts a summary in a message of the same shape", () => {
    const said = (id: string) => ({ ...ai(id), content: LONG });
    const messages = Array.from({ length: 8 }, (_, k) => [said(`${k}`), tool(`${k}`)]).flat();
    const options = { preserveRecentRawTurns: 1, maxInputChars: 900, summaryMaxChars: 300 };
    const { text, transcripts } = run(options, human, ...messages);
    expect(transcripts[0]?.reductionStage).toBe("summarization");
    const [, summary] = JSON.parse(text);
    const fields = summary.kwargs ?? summary.data ?? summary;
    expect(Object.keys(shape(human)).sort()).toEqual(Object.keys(summary).sort());
    expect(fields.content).toMatch(/^Conversation summary/);
    expect(compact(Buffer.from(JSON.stringify([summary]))).transcripts[0]?.format).toBe(format);
  });
});

describe("LangChain's messages are not seen in", () => {
  it.each([
    ["other constructors", { lc: 1, type: "constructor", id: ["langchain", "x"], kwargs: {} }],
    ["tool events of other programs", { type: "tool", data: { content: "", role: "tool" } }],
    ["stream events", { type: "system", subtype: "init", content: "" }],
    ["messages with a role", { type: "ai", role: "assistant", content: "" }],
    ["an AI event without content", { type: "ai", data: { text: "" } }],
  ])("%s", (_, record) => {
    const tree = treeOf(JSON.stringify(record));
    for (const format of Object.keys(SHAPES) as Name[])
      expect(claims(FORMATS[format], [tree])).toBe(false);
  });
});
