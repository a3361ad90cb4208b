/** Messages of every SDK's shape: masked in place of their own, told apart, refused where they are mixed. */
import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { maskObservations } from "../../../src/api/chat/mask-observations.ts";
import { maskOldToolResults } from "../../../src/api/chat/mask-old-tool-results.ts";
import { recall } from "../../../src/api/chat/recall-chat.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { replay } from "../../../src/api/chat/replay-chat.ts";
import { MESSAGE_SHAPES } from "../../../src/api/chat/sdk-shapes.ts";
import type { MessageShape } from "../../../src/api/chat/shape-readers.ts";
import { check } from "../../../src/api/check.ts";
import { inspect } from "../../../src/api/inspect.ts";
import { ElisionError } from "../../../src/base/errors.ts";
import { conversationIn, id, LONG, SHAPE_WRITERS } from "../../support/shape-writers.ts";

const WINDOW = { preserveRecentRawTurns: 1, windowUnit: "turns" } as const;

describe.each(Object.entries(SHAPE_WRITERS))("messages of %s", (shape, writer) => {
  const messages = conversationIn(writer, 4);
  const perTurn = writer.pair(0).length;
  const resultOf = (all: readonly object[], k: number) => all[(k + 1) * perTurn];

  it("have their results outside the window masked, on copies", () => {
    const before = structuredClone(messages);
    const result = reduce(messages, WINDOW);
    expect(messages).toEqual(before);
    expect(result).toMatchObject({ reduced: true, maskedCount: 3, reductionStage: "masking" });
    for (let k = 0; k < 3; k++)
      expect(writer.textIn(resultOf(result.messages, k))).toBe(
        `[observation masked — ${LONG(k).length} chars]`,
      );
    expect(resultOf(result.messages, 3)).toBe(resultOf(messages, 3));
    expect(result.messages[0]).toBe(messages[0]);
  });

  it("come back as the same array where nothing changes, and a second time", () => {
    expect(reduce(messages, { ...WINDOW, preserveRecentRawTurns: 9 }).messages).toBe(messages);
    const once = reduce(messages, WINDOW).messages;
    expect(reduce(once, WINDOW).messages).toBe(once);
  });

  it("are summarized by a message of theirs, and no pair is parted", () => {
    const many = conversationIn(writer, 60);
    const result = reduce(many, { ...WINDOW, maxInputChars: 1500, summaryMaxChars: 300 });
    expect(result).toMatchObject({ reductionStage: "summarization", fits: true });
    expect(JSON.stringify(result.messages)).toContain("Conversation summary");
    expect(reduce(result.messages, { shape: shape as MessageShape }).reduced).toBe(false);
  });

  it("can be replayed, and recalled from", () => {
    const prompts = [...replay(messages, WINDOW)];
    expect(prompts).toHaveLength(4);
    expect(prompts.at(-1)?.messages).toHaveLength(messages.length - perTurn);
    expect(recall(messages, [1])).toHaveLength(1);
  });

  it("can be inspected, and checked for calls without an answer", () => {
    const [inspected] = inspect(messages).transcripts;
    expect(inspected).toMatchObject({ file: "input", line: 1, format: shape, toolTurns: 4 });
    expect(inspected?.largest[0]).toMatchObject({ chars: LONG(0).length, tool: "f" });
    expect(check(messages)).toMatchObject({ findings: [], transcripts: 1 });
    if (perTurn === 1) return;
    const torn = messages.toSpliced(2, 1);
    const { findings } = check(torn, { file: "loop" });
    expect(findings).toContainEqual(
      expect.objectContaining({ file: "loop", line: 2, rule: "unanswered-call" }),
    );
  });

  it("are refused where they are mixed with others", () => {
    for (const [other, { pair }] of Object.entries(SHAPE_WRITERS)) {
      if (other === shape) continue;
      const mixture = [...messages, ...pair(9)];
      expect(() => reduce(mixture), other).toThrow(ElisionError);
    }
  });

  it("may be named", () => {
    expect(reduce(messages, { ...WINDOW, shape: shape as MessageShape }).maskedCount).toBe(3);
  });
});

describe("the option window", () => {
  const messages = conversationIn(SHAPE_WRITERS.anthropic, 4);

  it("is what HistoryReducer calls preserveRecentRawTurns, and not given twice", () => {
    const { preserveRecentRawTurns: window, windowUnit } = WINDOW;
    expect(reduce(messages, { window, windowUnit })).toEqual(reduce(messages, WINDOW));
    expect(() => reduce(messages, { ...WINDOW, window })).toThrow(
      "preserveRecentRawTurns: expected nothing where window is given (got 1)",
    );
    expect(() => reduce(messages, { window: -1 })).toThrow("window: expected a whole number");
    expect(recall(messages, [1], { preserveRecentRawTurns: 3 })).toEqual(recall(messages, [1]));
  });
});

describe("the option shape", () => {
  it("has a writer for each of its names", () => {
    expect([...Object.keys(SHAPE_WRITERS), "chat-message"].sort()).toEqual(
      [...MESSAGE_SHAPES].sort(),
    );
  });

  it("is refused by name where it is none", () => {
    expect(() => reduce([], { shape: "antropic" as MessageShape })).toThrow(
      "shape: expected one of chat-message, openai-chat, anthropic",
    );
  });

  it("is refused for messages of another", () => {
    const { user, pair } = SHAPE_WRITERS["openai-responses"];
    expect(() => reduce([user, ...pair(1)], { shape: "anthropic" })).toThrow(
      'message 2: not of the shape anthropic (got role or type "function_call")',
    );
  });
});

describe("what comes back", () => {
  it("is what the SDKs take, without a cast", () => {
    const anthropic: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
    const chat: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
    const items: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Go." }];
    const sent: [
      Anthropic.MessageParam[],
      OpenAI.ChatCompletionMessageParam[],
      OpenAI.Responses.ResponseInputItem[],
    ] = [reduce(anthropic).messages, reduce(chat).messages, reduce(items).messages];
    expect(sent).toEqual([anthropic, chat, items]);
  });

  it("of the other functions is too", () => {
    const anthropic: Anthropic.MessageParam[] = [
      { role: "user", content: "Go." },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
    ];
    const chat: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
    const [first] = replay(anthropic);
    const sent: {
      masked: Anthropic.MessageParam[];
      old: OpenAI.ChatCompletionMessageParam[];
      prompt: Anthropic.MessageParam[] | undefined;
    } = {
      masked: maskObservations(anthropic, new Set()).messages,
      old: maskOldToolResults(chat),
      prompt: first?.messages,
    };
    expect(sent).toEqual({ masked: anthropic, old: chat, prompt: anthropic.slice(0, 1) });
  });
});

describe("values that are no plain objects", () => {
  it("go through untouched: binary data, addresses, dates", () => {
    const image = { type: "image", image: new Uint8Array(1000), mediaType: "image/png" };
    const file = { type: "file", data: new URL("https://example.org/a.pdf"), mediaType: "a/b" };
    const { pair } = SHAPE_WRITERS["vercel-model"];
    const first = { role: "user", content: [{ type: "text", text: "Look." }, image, file] };
    const messages = [first, ...pair(0), ...pair(1)];
    const result = reduce(messages, WINDOW);
    expect(result.maskedCount).toBe(1);
    expect(result.messages[0]).toBe(first);
  });

  it("are copied with their class: messages of LangChain", () => {
    class Base {
      lc_kwargs: object;
      content: string;
      constructor(given: { content: string } & object) {
        this.lc_kwargs = given;
        this.content = given.content;
        Object.assign(this, given);
      }
    }
    class Human extends Base {
      getType() {
        return "human";
      }
    }
    class Ai extends Base {
      getType() {
        return "ai";
      }
    }
    class Tool extends Base {
      getType() {
        return "tool";
      }
    }
    const pair = (k: number) => [
      new Ai({ content: "", tool_calls: [{ name: "f", args: {}, id: id(k) }] } as never),
      new Tool({ content: LONG(k), tool_call_id: id(k) } as never),
    ];
    const messages = [new Human({ content: "Go." }), ...pair(0), ...pair(1)];
    const result = reduce(messages, WINDOW);
    const masked = result.messages[2];
    expect(masked).toBeInstanceOf(Tool);
    expect(masked?.content).toBe(`[observation masked — ${LONG(0).length} chars]`);
    expect(masked?.lc_kwargs).toMatchObject({ content: masked?.content, tool_call_id: id(0) });
    expect(messages[2]?.content).toBe(LONG(0));
    const long = [
      new Human({ content: "Go." }),
      ...Array.from({ length: 40 }, (_, k) => pair(k)).flat(),
    ];
    const reduced = reduce(long, { ...WINDOW, maxInputChars: 1500 });
    expect(reduced.reductionStage).toBe("summarization");
    const [summary] = reduced.messages;
    expect(summary).toBeInstanceOf(Human);
    expect(summary?.content).toContain("Conversation summary");
  });
});
