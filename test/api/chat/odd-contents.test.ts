/** Contents of tool results that SDKs allow and few write, in memory and in a file; messages that are not plain. */
import { describe, expect, it } from "vitest";
import { maskObservations } from "../../../src/api/chat/mask-observations.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { replay } from "../../../src/api/chat/replay-chat.ts";
import { compact, compactWith } from "../../../src/api/compact.ts";
import { inspect } from "../../../src/api/inspect.ts";
import { createCompactor } from "../../../src/api/loop/create-compactor.ts";

const LONG = "what the tool answered, ".repeat(20);
const TEXT = { type: "text", text: LONG };
const POLICY = { window: 1, windowUnit: "turns", keepErrors: "none" } as const;

/** A hit of a search, as Anthropic's API takes it in results. */
const HIT = {
  ...{ type: "search_result", source: "https://example.com", title: LONG },
  ...{ content: [TEXT], citations: { enabled: true } },
};

const UNKNOWN = expect.objectContaining({ name: "ElisionError", code: "unknown-shape" });

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
    expect(() => reduce(messages as never, POLICY)).toThrow(UNKNOWN);
    const longer = [...messages, ...conversation(LONG)];
    // The API takes no objects, but files have them.
    const unreadResults = shape === "openai-chat" && !Array.isArray(content) ? 0 : 3;
    expect(inFile(longer).file).toMatchObject({ observations: 6, unreadResults });
  });

  it.each([
    ["bytes", Buffer.from(LONG)],
    ["a map", new Map([["said", LONG]])],
    ["a promise", Promise.resolve(LONG)],
    ["a file", new Blob([LONG])],
    ["a text in an object", new String(LONG)],
    ["an object that says what it is in JSON", { toJSON: () => LONG }],
    ["a map in a list", [{ type: "text", text: new Map([["said", LONG]]) }]],
  ])("that are %s, which JSON cannot hold, throw", (_, content) => {
    expect(() => reduce(conversation(content) as never, POLICY)).toThrow(UNKNOWN);
  });

  it.each([
    ["data", [{ type: "shown", data: "aGVsbG8".repeat(20) }]],
    ["an address", { url: `https://example.com/${"a/".repeat(40)}` }],
    ["a hit of a search", [HIT]],
    ["a number", 7],
    ["nothing", null],
  ])("that are %s go through as they are", (_, content) => {
    const messages = conversation(content);
    if (shape === "openai-chat" && content !== null) return; // Its blocks are known by name.
    if (shape === "anthropic" && Array.isArray(content) && content[0] === HIT) return; // See below.
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

describe("values that no provider takes", () => {
  const call = (args: unknown) => [
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: args }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "f",
          output: { type: "text", value: "x" },
        },
      ],
    },
  ];
  const itself: Record<string, unknown> = { said: LONG };
  itself.around = [itself];

  it.each([
    ["hold themselves", itself],
    ["hold a BigInt", { count: 7n }],
  ])("that %s are named by message and place, as results and as arguments", (_, value) => {
    const [asked, answered] = call({});
    const json = { type: "json", value };
    const result = {
      ...answered,
      content: [{ type: "tool-result", toolCallId: "a", toolName: "f", output: json }],
    };
    for (const read of [reduce, inspect, (messages: object[]) => [...replay(messages)]]) {
      expect(() => read([asked, result] as never)).toThrow(
        /^message 2: a value that JSON cannot hold in content\[0\]\.output\.value \(/,
      );
      expect(() => read(call(value) as never)).toThrow(/^message 1: .* in content\[0\]\.input \(/);
    }
  });

  it("are counted as the JSON that they say they are", () => {
    const asJson = { toJSON: () => ({ said: LONG }), [Symbol("own")]: 1, hidden: itself };
    const [, expected] = [asJson, { said: LONG }].map((value) => reduce(call(value)).beforeChars);
    expect(reduce(call(asJson)).beforeChars).toBe(expected);
  });
});

describe("messages", () => {
  it.each([
    ["Anthropic", [{ type: "tool_use", id: "a", name: "f", input: {} }], { said: LONG }],
    [
      "Anthropic",
      [{ type: "tool_use", id: "a", name: "f", input: {} }],
      [{ type: "text", text: { said: LONG } }],
    ],
    ["OpenAI", LONG, [{ type: "text", text: { value: LONG, annotations: [] } }]],
    ["OpenAI", LONG, [{ type: "text", text: Buffer.from(LONG) }]],
    ["Bedrock", [{ toolUse: { toolUseId: "a", name: "f", input: {} } }], [{ text: [LONG] }]],
  ])("of %s whose text is no string throw", (_, said, content) => {
    const messages = [
      { role: "user", content },
      { role: "assistant", content: said },
    ];
    expect(() => reduce(messages)).toThrow(/^message 1: expected /);
  });

  it("whose content is a getter of their class throw: it is in no JSON of them", () => {
    class Message {
      readonly role: string;
      readonly #content = LONG;
      constructor(role: string) {
        this.role = role;
      }
      get content() {
        return this.#content;
      }
    }
    for (const role of ["user", "tool"])
      expect(() => reduce([new Message(role)])).toThrow(
        "message 1: expected content to be its own",
      );
  });

  it("of Gemini whose text is no string throw", () => {
    const asked = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] };
    expect(() => reduce([{ role: "user", parts: [{ text: { said: LONG } }] }, asked])).toThrow(
      "message 1: expected the text of parts[0] to be a string (got an object)",
    );
  });

  it("of the Responses API that do not name their type are of its shape by their blocks", () => {
    const task = { role: "user", content: [{ type: "input_text", text: LONG }] };
    expect(reduce([task])).toMatchObject({ beforeChars: LONG.length, fits: true });
    const compactor = createCompactor({ window: 1, every: 1 });
    expect(compactor.next([task])).toEqual([task]);
    const called = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
    expect(compactor.next([task, called])).toEqual([task, called]);
  });

  it("of the Responses API of a kind that nobody knows pass, but not with what a tool answered", () => {
    const called = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
    const known = { type: "function_call_output", call_id: "a", output: LONG };
    const strange = { type: "later_kind", id: "b", mark: LONG };
    expect(reduce([called, known, strange]).fits).toBe(true);
    for (const key of ["output", "rawItem"]) {
      const item = { type: "later_kind_output", id: "b", [key]: { said: LONG } };
      expect(() => reduce([called, known, item])).toThrow(UNKNOWN);
    }
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

it.each([
  ["hits of a search", [HIT, HIT]],
  ["a hit and a text", [TEXT, HIT]],
])(
  "results of anthropic that are %s are masked whole, and as text in rows and lines",
  (_, content) => {
    const conversation = new Map(SHAPES).get("anthropic");
    const messages = conversation?.(content) ?? [];
    const reduced = reduce(messages as never, POLICY);
    expect(reduced.maskedCount).toBe(2);
    const { length } = JSON.stringify(content);
    expect(reduced.messages[1]).toMatchObject({
      content: [{ content: `[observation masked — ${length} chars]` }],
    });
    const rows = [messages, conversation?.(LONG), messages];
    for (const bytes of [
      Buffer.from(rows.map((row) => `${JSON.stringify({ messages: row })}\n`).join("")),
      Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
    ]) {
      const [columns, objects] = [false, true].map((objects) =>
        compactWith(bytes, { preserveRecentRawTurns: 1, keepErrors: "none", objects }),
      );
      expect(columns?.badLines).toEqual([]);
      expect(columns?.transcripts[0]).toMatchObject({ maskedCount: 2 });
      expect(columns).toEqual(objects);
    }
  },
);
