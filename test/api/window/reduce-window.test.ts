/** The small reducer: gives what the whole one gives for the options that both have, and names where the others are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatReduceOptions } from "../../../src/api/chat/chat-options.ts";
import * as named from "../../../src/api/chat/named-readers.ts";
import { reduce as reduceWhole } from "../../../src/api/chat/reduce-chat.ts";
import { type MessageShape, SHAPE_READERS } from "../../../src/api/chat/shape-readers.ts";
import { oneOf } from "../../../src/api/loop/reader-finder.ts";
import { reduce } from "../../../src/api/window/reduce-window.ts";
import type { WindowReduceOptions } from "../../../src/api/window/window-options.ts";
import { asChatMessages, asOpenAi, conversations } from "../../support/conversations.ts";
import { runs } from "../../support/runs.ts";
import { conversationIn, LONG, SHAPE_WRITERS } from "../../support/shape-writers.ts";

type Options = Omit<WindowReduceOptions, "reader">;

const options: fc.Arbitrary<Options> = fc.record(
  {
    window: fc.nat(5),
    windowUnit: fc.constantFrom("turns", "observations", "messages"),
    every: fc.integer({ min: 1, max: 4 }),
    keepErrors: fc.constantFrom("all", "none"),
    keepTools: fc.subarray(["read", "ba*", "f"]),
    keepExempt: fc.boolean(),
    placeholder: fc.constantFrom(
      "[observation masked — {originalLength} chars]",
      "<{toolName} output {callId} hidden: {lines} lines, turn {turn}>",
      "[observed {toolName} {args}: {exit}, {originalLength} chars, ref {ref}]",
    ),
    minGain: fc.integer({ min: 1, max: 60 }),
  },
  { requiredKeys: [] },
);

const every = Object.values(SHAPE_READERS);

function expectSame(messages: readonly object[], given: Options, shape: MessageShape): void {
  const whole = reduceWhole(messages, { ...given, shape } as ChatReduceOptions);
  const small = reduce(messages, { ...given, reader: SHAPE_READERS[shape] });
  expect(small).toEqual(whole);
  expect(small.messages === messages).toBe(whole.messages === messages);
}

describe("reduce of elision/reduce", () => {
  it.each(Object.entries(SHAPE_WRITERS))("gives what the whole one gives: %s", (shape, writer) => {
    fc.assert(
      fc.property(options, fc.array(fc.boolean(), { maxLength: 9 }), (given, areLong) => {
        const texts = areLong.map((isLong, k) => (isLong ? LONG(k) : "Error: no such file"));
        const messages = [writer.user, ...texts.flatMap((text, k) => writer.pair(k, text))];
        expectSame(messages, given, shape as MessageShape);
      }),
    );
  });

  it.each([
    ["openai-chat", asOpenAi],
    ["chat-message", asChatMessages],
  ] as const)("does so for any conversation of %s", (shape, write) => {
    fc.assert(
      fc.property(conversations, options, (conversation, given) => {
        const messages: readonly object[] = write(conversation);
        expectSame(messages, given, shape);
        const once = reduce(messages, { ...given, reader: SHAPE_READERS[shape] });
        const twice = reduce(once.messages, { ...given, reader: SHAPE_READERS[shape] });
        expect(twice.messages).toBe(once.messages);
      }),
      { numRuns: runs(1500) },
    );
  });

  it("finds the shape among several readers", () => {
    for (const [shape, writer] of Object.entries(SHAPE_WRITERS)) {
      const messages = conversationIn(writer, 4);
      const given = { window: 1, windowUnit: "turns" } as const;
      expect(reduce(messages, { ...given, reader: oneOf(...every) }), shape).toEqual(
        reduceWhole(messages, given),
      );
    }
    const { anthropic, bedrock, openaiChat } = named;
    const plain = [{ role: "user", content: "Go." }];
    expect(reduce(plain, { reader: oneOf(anthropic, bedrock) }).messages).toBe(plain);
    expect(() =>
      reduce(conversationIn(SHAPE_WRITERS["openai-chat"], 1), {
        reader: oneOf(anthropic, bedrock),
      }),
    ).toThrow('"tool_calls" (OpenAI), which no reader is for');
    expect(() =>
      reduce(conversationIn(SHAPE_WRITERS.bedrock, 1), { reader: oneOf(anthropic, openaiChat) }),
    ).toThrow("content block of an object without a type");
    expect(() =>
      reduce(conversationIn(SHAPE_WRITERS.bedrock, 1), { reader: anthropic }),
    ).not.toThrow(TypeError);
  });

  it("has a reader by name for every shape", () => {
    expect(
      Object.values(named)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(SHAPE_READERS).toSorted());
  });
});

describe("an option of the whole reducer", () => {
  const { anthropic } = named;
  const hintOf = (given: object) => {
    try {
      reduce([], { reader: anthropic, ...given });
    } catch (error) {
      const { message, hint } = error as { message: string; hint: string };
      return [message, hint];
    }
    return undefined;
  };

  it.each([
    [{ maxInputChars: 5 }, "maxInputChars"],
    [{ dedupe: true }, "dedupe"],
    [{ keepLarger: 9 }, "keepLarger"],
    [{ windowUnit: "tokens" }, 'windowUnit "tokens"'],
    [{ keepErrors: { last: 2 } }, "keepErrors with a number"],
  ])("is refused, and its place is named: %j", (given, name) => {
    expect(hintOf(given)).toEqual([
      `${name}: not in elision/reduce, which has a window alone`,
      'import { reduce } from "elision/messages" (or "elision"): it has every rule, and budgets',
    ]);
  });

  it("is refused where it makes no sense, or the reader is missing", () => {
    expect(hintOf({ windw: 3 })?.[0]).toBe(
      'windw: not in elision/reduce, which has a window alone (did you mean "window"?)',
    );
    expect(hintOf({ window: 1, preserveRecentRawTurns: 1 })?.[0]).toContain("nothing where window");
    expect(hintOf({ reader: undefined })?.[1]).toContain("elision/messages reads every shape");
    expect(hintOf({ reader: [] })?.[0]).toContain("reader: expected a reader, such as anthropic");
    expect(hintOf({ window: -1 })?.[0]).toContain("window: expected a whole number");
  });
});
