/** What `reduce` takes besides the seeds' messages, and what it refuses. */
import { describe, expect, it } from "vitest";
import { maskOldToolResults } from "../../../src/api/chat/mask-old-tool-results.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { SHAPE_READERS } from "../../../src/api/chat/shape-readers.ts";
import { createCompactor } from "../../../src/api/loop/create-compactor.ts";
import { reduce as reduceWindow } from "../../../src/api/window/reduce-window.ts";
import { ElisionError } from "../../../src/base/errors.ts";

const LONG = "output ".repeat(40);
const PLAIN = "[observation masked — {originalLength} chars]";
const none = { preserveRecentRawTurns: 0 } as const;

describe("messages of OpenAI's shape", () => {
  it("have their tool messages masked, in strings and in blocks, the images of which go too", () => {
    const image = { type: "image_url", image_url: { url: "data:," } };
    const messages = [
      { role: "user", content: "go" },
      { role: "tool", tool_call_id: "a", content: LONG, extra: { kept: true } },
      {
        role: "tool",
        tool_call_id: "b",
        content: [
          { type: "text", text: LONG, cache_control: {} },
          image,
          { type: "text", text: "x" },
        ],
      },
      { role: "function", name: "f", content: LONG },
    ];
    const text = `[observation masked — ${LONG.length} chars]`;
    expect(reduce(messages, none).messages).toEqual([
      messages[0],
      { role: "tool", tool_call_id: "a", content: text, extra: { kept: true } },
      {
        role: "tool",
        tool_call_id: "b",
        content: [
          {
            type: "text",
            text: `[observation masked — ${LONG.length + 1} chars] (1 image omitted)`,
            cache_control: {},
          },
        ],
      },
      { role: "function", name: "f", content: text },
    ]);
  });

  it("keep what looks like an error raw, if that is asked for", () => {
    const failed = `Traceback (most recent call last):\n  File "a.py"\nValueError: ${LONG}`;
    const messages = [
      { role: "user", content: "go" },
      { role: "tool", tool_call_id: "a", content: failed },
      { role: "tool", tool_call_id: "b", content: LONG },
    ];
    const contents = (keepErrors: "all" | "none") =>
      reduce(messages, { ...none, keepErrors }).messages.map(({ content }) => content);
    const masked = `[observation masked — ${LONG.length} chars]`;
    expect(contents("all")).toEqual(["go", failed, masked]);
    expect(contents("none")[1]).toBe(`[observation masked — ${failed.length} chars]`);
  });

  it("are measured by content alone", () => {
    const messages = [
      {
        role: "assistant",
        content: "12",
        reasoning_content: LONG,
        tool_calls: [{ id: "a", function: { name: "f", arguments: LONG } }],
      },
    ];
    expect(reduce(messages).beforeChars).toBe(2);
  });

  it("are measured without their images, which go with a result: a budget sees what is left", () => {
    const image = { type: "image_url", image_url: { url: `data:,${"A".repeat(5000)}` } };
    const seen = { type: "text", text: LONG };
    const messages = [
      { role: "user", content: [{ type: "text", text: "Look." }, image] },
      { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "f" } }] },
      { role: "tool", tool_call_id: "a", content: [seen, image] },
    ];
    const reduced = reduce(messages, { ...none, maxInputChars: 100 });
    const after = `Look.[observation masked — ${LONG.length} chars] (1 image omitted)`.length;
    expect(reduced).toMatchObject({
      reductionStage: "masking",
      beforeChars: LONG.length + 5,
      afterChars: after,
      maskedChars: LONG.length + 5 - after,
      fits: true,
    });
  });

  it("are summarized by a user message", () => {
    const messages = Array.from({ length: 40 }, (_, k) => ({
      role: k % 2 ? "assistant" : "user",
      content: `${k} ${"words ".repeat(20)}`,
    }));
    const result = reduce(messages, { maxInputChars: 1500 });
    expect(result.reductionStage).toBe("summarization");
    expect(result.messages[0]).toMatchObject({
      role: "user",
      content: expect.stringMatching(/^Conversation summary/),
    });
  });
});

it("keeps content that is not there", () => {
  const messages = [
    { role: "tool", tool_call_id: "a", content: null },
    { role: "tool", tool_call_id: "c" },
  ];
  expect(reduce(messages, none).messages).toBe(messages);
});

describe("messages of Gemini's shape", () => {
  it("lose the images of masked results, which are in arrays of their own", () => {
    const media = (data: string) => ({ inlineData: { mimeType: "image/png", data } });
    const call = (id: string) => ({ functionCall: { id, name: "see", args: {} } });
    const response = (id: string, ...parts: object[]) => ({
      functionResponse: { id, name: "see", response: { output: LONG }, ...(parts[0] && { parts }) },
    });
    const messages = [
      { role: "user", parts: [{ text: "Go." }, media("TASK")] },
      { role: "model", parts: [call("a"), call("b"), call("c")] },
      {
        role: "user",
        parts: [
          response("a", media("A0"), media("A1")),
          media("BESIDE"),
          response("b"),
          response("c", media("C0")),
          media("LAST"),
        ],
      },
      { role: "model", parts: [{ text: "I see." }] },
    ];
    const before = structuredClone(messages);
    const text = (note: string) => `[observation masked — ${LONG.length} chars]${note}`;
    const masked = (id: string, note: string, ...parts: object[]) => ({
      functionResponse: { id, name: "see", response: { output: text(note) }, ...parts[0] },
    });
    const given = { window: 0, windowUnit: "turns" } as const;
    const { messages: reduced } = reduce(messages, given);
    expect(reduced[2]).toEqual({
      role: "user",
      parts: [
        masked("a", " (3 images omitted)", { parts: [] }),
        masked("b", ""),
        masked("c", " (2 images omitted)", { parts: [] }),
      ],
    });
    const looped = createCompactor({ ...given, every: 1, placeholder: PLAIN }).next(messages);
    expect(looped).toEqual(reduced);
    expect(reduceWindow(messages, { ...given, reader: SHAPE_READERS["gemini-contents"] })).toEqual(
      reduce(messages, given),
    );
    expect(messages).toEqual(before);
  });
});

describe("a result that is but an image", () => {
  const shown = (url: string) => [
    { role: "user", content: "Go." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "see", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content: [{ type: "image_url", image_url: { url } }] },
  ];
  const given = { window: 0, windowUnit: "turns", placeholder: PLAIN } as const;
  const reader = SHAPE_READERS["openai-chat"];

  it.each([
    ["more than masking has to save", "A".repeat(300), 100],
    ["less", "A".repeat(300), 400],
    ["less than the placeholder", "A", 1],
  ])("is masked by its bytes alike: %s", (_, data, minGain) => {
    const messages = shown(data);
    const whole = reduce(messages, { ...given, minGain });
    expect(whole.reduced).toBe(data.length > minGain);
    expect(reduceWindow(messages, { ...given, minGain, reader })).toEqual(whole);
    const looped = createCompactor({ ...given, minGain, every: 1 }).next(messages);
    expect(looped).toEqual(whole.messages);
  });
});

describe("a message without content, whose text is under a key that no shape has", () => {
  const user = { role: "user", content: "Go." };
  it.each([
    ["output", { role: "tool", output: LONG }],
    ["result", { role: "tool", tool_call_id: "a", result: { lines: 4 } }],
    ["response", { role: "function", name: "ls", content: null, response: LONG }],
    ["observation", { role: "tool", tool_call_id: "a", content: "", observation: LONG }],
    ["stdout", { role: "tool", tool_call_id: "a", content: "", stdout: LONG.repeat(20) }],
    ["blocks", { role: "user", blocks: [{ text: LONG }] }],
    ["text", { role: "assistant", text: LONG }],
  ])("is refused: %s", (key, message) => {
    const words = `message 2: no content, but "${key}"`;
    expect(() => reduce([user, message])).toThrow(words);
    expect(() => maskOldToolResults([user, message])).toThrow(words);
  });

  it.each([
    { role: "assistant", tool_calls: [], metadata: { model: "m" } },
    { role: "assistant", refusal: "No.", details: [1] },
    { role: "assistant", id: LONG, created: "2026-11-02T10:11:12Z" },
    { role: "assistant", content: "", steps: [1] },
    { role: "tool", tool_call_id: "a", content: "Seen.", output: LONG },
  ])("is not one that says it elsewhere, or nothing: %j", (message) => {
    const messages = [user, message];
    expect(reduce(messages).messages).toBe(messages);
  });
});

it("masks an empty window, and takes 0 at its word", () => {
  const messages = [{ role: "tool", tool_call_id: "a", content: LONG }];
  expect(reduce(messages, none).maskedCount).toBe(1);
  expect(reduce([], none)).toMatchObject({ messages: [], reduced: false, fits: true });
});

describe("options that make no sense are refused by name, with the value seen", () => {
  it.each([
    [
      { preserveRecentRawTurns: -1 },
      "preserveRecentRawTurns: expected a whole number, 0 or more (got -1)",
    ],
    [{ preserveRecentRawTurns: 1.5 }, "(got 1.5)"],
    [{ preserveRecentRawTurns: Number.NaN }, "(got NaN)"],
    [{ maxInputChars: -5 }, "maxInputChars: expected"],
    [{ maxInputTokens: Number.POSITIVE_INFINITY }, "maxInputTokens: expected"],
    [{ maxObservationChars: 0.5 }, "maxObservationChars: expected"],
    [{ summaryMaxChars: -1 }, "summaryMaxChars: expected"],
    [{ placeholder: "short" }, "placeholder: expected at least 8 literal characters"],
    [
      { windowUnit: "days" as "turns" },
      'windowUnit: expected one of turns, call-messages, observations, messages, events, tokens (got "days")',
    ],
  ])("%j", (options, message) => {
    expect(() => reduce([], options)).toThrow(ElisionError);
    expect(() => reduce([], options)).toThrow(message);
  });
});
