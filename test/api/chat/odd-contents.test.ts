/** Contents of tool results that SDKs allow and few write, in memory and in a file; messages that are not plain. */
import { describe, expect, it } from "vitest";
import { maskObservations } from "../../../src/api/chat/mask-observations.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { replay } from "../../../src/api/chat/replay-chat.ts";
import { compact } from "../../../src/api/compact.ts";
import { createCompactor } from "../../../src/api/loop/create-compactor.ts";

const LONG = "what the tool answered, ".repeat(20);
const TEXT = { type: "text", text: LONG };
const POLICY = { window: 1, windowUnit: "turns", keepErrors: "none" } as const;

type Conversation = (content: unknown) => object[];

const three = (pair: (id: string) => object[]) => ["a", "b", "c"].flatMap(pair);

const SHAPES: readonly (readonly [string, Conversation])[] = [
  [
    "openai-chat",
    (content) =>
      three((id) => [
        {
          role: "assistant",
          tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: id, content },
      ]),
  ],
  [
    "anthropic",
    (content) =>
      three((id) => [
        { role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
      ]),
  ],
  [
    "openai-responses",
    (output) =>
      three((id) => [
        { type: "function_call", call_id: id, name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: id, output },
      ]),
  ],
  [
    "vercel-model",
    (value) =>
      three((toolCallId) => {
        const output = { type: "content", value };
        return [
          {
            role: "assistant",
            content: [{ type: "tool-call", toolCallId, toolName: "f", input: {} }],
          },
          { role: "tool", content: [{ type: "tool-result", toolCallId, toolName: "f", output }] },
        ];
      }),
  ],
  [
    "bedrock",
    (content) =>
      three((toolUseId) => [
        { role: "assistant", content: [{ toolUse: { toolUseId, name: "f", input: {} } }] },
        { role: "user", content: [{ toolResult: { toolUseId, content } }] },
      ]),
  ],
  [
    "langchain-flat",
    (content) =>
      three((id) => [
        { type: "ai", content: "", tool_calls: [{ id, name: "f", args: {}, type: "tool_call" }] },
        { type: "tool", tool_call_id: id, content },
      ]),
  ],
];

function inFile(messages: readonly object[]) {
  const bytes = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  return compact(bytes, POLICY);
}

const left = (value: unknown) => JSON.stringify(value).split(LONG).length - 1;

describe.each(SHAPES)("results of %s", (shape, conversation) => {
  it.each([
    ["bare strings", [LONG, LONG], 2],
    ["a block and a bare string", [TEXT, LONG], 2],
    ["a bare string and a block", [LONG, TEXT], 2],
    ["nothing among blocks", [TEXT, null], 1],
  ])("that are %s are masked whole", (_, content, texts) => {
    if (shape === "openai-chat" && (content as readonly unknown[]).includes(null)) return; // Not of its shape in memory.
    const messages = conversation(content);
    const reduced = reduce(messages as never, POLICY);
    expect(reduced.maskedCount).toBe(2);
    expect(left(reduced.messages)).toBe(texts);
    const { bytes, transcripts, file } = inFile(messages);
    expect(transcripts).toMatchObject([{ maskedCount: 2 }]);
    expect(file).toMatchObject({ observations: 3, unreadResults: 0 });
    const text = Buffer.from(bytes).toString();
    expect(text.split(LONG).length - 1).toBe(texts);
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(reduced.messages);
  });

  it.each([
    ["an object with text", { said: LONG }],
    ["a text that is no string", [{ type: "text", text: { said: LONG } }]],
    ["a block that nobody knows", [{ type: "shown", said: LONG }]],
  ])("that are %s throw, and are each counted once in a file", (_, content) => {
    const messages = conversation(content);
    const unknown = expect.objectContaining({ name: "ElisionError", code: "unknown-shape" });
    expect(() => reduce(messages as never, POLICY)).toThrow(unknown);
    const longer = [...messages, ...conversation(LONG)];
    expect(inFile(longer).file).toMatchObject({ observations: 6, unreadResults: 3 });
  });

  it.each([
    ["data", [{ type: "shown", data: "aGVsbG8".repeat(20) }]],
    ["an address", { url: `https://example.com/${"a/".repeat(40)}` }],
    ["a hit of a search", [{ type: "search_result", title: LONG, source: "s" }]],
    ["a number", 7],
    ["nothing", null],
  ])("that are %s go through as they are", (_, content) => {
    const messages = conversation(content);
    if (shape === "openai-chat" && content !== null) return; // Its blocks are known by name.
    expect(reduce(messages as never, POLICY).messages).toBe(messages);
  });

  it("in frozen messages, and behind getters, are masked in copies", () => {
    const plain = conversation(LONG);
    const expected = reduce(plain as never, POLICY).messages;
    for (const messages of [
      deepFrozen(conversation(LONG)),
      conversation(LONG).map(behindGetters),
    ]) {
      const before = JSON.stringify(messages);
      expect(reduce(messages as never, POLICY).messages).toEqual(expected);
      expect([...replay(messages as never, POLICY)]).toEqual([...replay(plain as never, POLICY)]);
      expect(maskObservations(messages as never, new Set(), {}).maskedCount).toBe(3);
      const sent = createCompactor({ window: 1, every: 1 }).next(messages as never);
      expect(left(sent)).toBe(1);
      expect(JSON.stringify(messages)).toBe(before);
    }
  });

  it("with fields that hold themselves, or are deeper than calls go, are masked", () => {
    const messages = conversation(LONG) as Record<string, unknown>[];
    let deep: unknown = LONG;
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    for (const message of messages) Object.assign(message, { around: messages, deep });
    const compactor = createCompactor({ window: 1, every: 1 });
    expect(compactor.next(messages as never).length).toBe(messages.length);
    expect(compactor.next(messages as never).length).toBe(messages.length);
    expect(compactor.stats().restarts).toBe(0);
    expect(reduce(messages as never, POLICY).maskedCount).toBe(2);
  });
});

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const item of Object.values(Object.freeze(value))) deepFrozen(item);
  return value;
}

function behindGetters(message: object): object {
  const copy = {};
  for (const [key, value] of Object.entries(message))
    Object.defineProperty(copy, key, { get: () => value, enumerable: true });
  return copy;
}
