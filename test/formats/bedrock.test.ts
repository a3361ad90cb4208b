import { describe, expect, it } from "vitest";
import { bedrock } from "../../src/formats/bedrock.ts";
import { foundIn } from "../support/found.ts";

const said = (role: string, ...content: object[]) => ({ role, content });
const result = (more: object) => ({ toolResult: { toolUseId: "t1", ...more } });

describe("a result", () => {
  it.each([
    ["in a text", { content: [{ text: "12 bees" }], status: "success" }, "12 bees", false],
    ["that is an error", { content: [{ text: "no hive" }], status: "error" }, "no hive", true],
    ["in JSON", { content: [{ json: { bees: 12, wasps: 0 } }] }, '{"bees":12,"wasps":0}', false],
  ])("%s", (_, more, text, isError) => {
    expect(foundIn(bedrock, said("user", result(more))).messages).toMatchObject([
      { role: "tool", parts: [{ kind: "observation", callId: "t1", text, isError }] },
    ]);
  });

  it("next to what the user says is in a message of the user", () => {
    const message = said("user", result({ content: [{ text: "12 bees" }] }), { text: "Go on." });
    expect(foundIn(bedrock, message).messages).toMatchObject([
      { role: "user", parts: [{ kind: "observation" }, { kind: "text", text: "Go on." }] },
    ]);
  });

  it("alone with a cache point is a tool's message", () => {
    const cached = [
      result({ content: [{ text: "12 bees" }] }),
      { cachePoint: { type: "default" } },
    ];
    expect(foundIn(bedrock, said("user", ...cached)).messages).toMatchObject([{ role: "tool" }]);
  });
});

it("reads the texts that a guardrail looks at", () => {
  const guard = (text: string) => ({ guardContent: { text: { text, qualifiers: ["query"] } } });
  const request = {
    system: [guard("You keep bees.")],
    messages: [said("user", { text: "So:" }, guard("How many?"))],
  };
  const { messages } = foundIn(bedrock, request);
  expect(messages.map(({ role, parts }) => [role, parts])).toMatchObject([
    ["system", [{ kind: "text", text: "You keep bees." }]],
    ["user", [{ text: "So:" }, { text: "How many?" }]],
  ]);
});

it("reads what the assistant thought, said and called", () => {
  const thought = { reasoningContent: { reasoningText: { text: "Smoke.", signature: "c2ln" } } };
  const call = { toolUse: { toolUseId: "t1", name: "count", input: { of: "bees" } } };
  expect(
    foundIn(bedrock, said("assistant", thought, { text: "I count." }, call)).messages,
  ).toMatchObject([
    {
      role: "assistant",
      parts: [
        { kind: "reasoning", text: "Smoke.", signed: true },
        { kind: "text", text: "I count." },
        { kind: "call", id: "t1", name: "count", text: '{"of":"bees"}' },
      ],
    },
  ]);
});

it("reads a document of text as text, and one that is a file as an image", () => {
  const document = (source: object) => ({ document: { name: "hives", source } });
  const pieces = { content: [{ text: "12 " }, { text: "bees" }] };
  const sources = [{ text: "no hive" }, pieces, { bytes: "JVBERi0xLjQK" }];
  expect(foundIn(bedrock, said("user", ...sources.map(document))).messages).toMatchObject([
    {
      role: "user",
      parts: [
        { kind: "text", text: "no hive" },
        { kind: "text", text: "12 " },
        { kind: "text", text: "bees" },
        { kind: "image" },
      ],
    },
  ]);
});
