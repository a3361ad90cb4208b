/** Messages of one shape that are read as another's: by `shape`, by a reader that is handed over, by an adapter. */
import { describe, expect, it } from "vitest";
import * as readers from "../../src/api/chat/named-readers.ts";
import { reduce } from "../../src/api/chat/reduce-chat.ts";
import type { MessageShape } from "../../src/api/chat/shape-readers.ts";
import { check } from "../../src/api/check.ts";
import { createCompactor } from "../../src/api/loop/compactor-with-reader.ts";
import { reduce as reduceWindow } from "../../src/api/window/reduce-window.ts";

const TEXT = "what the tool answered\n".repeat(60);
const user = { role: "user", content: "Go." };

const CONVERSATIONS = {
  "openai-chat": [
    user,
    { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f" } }] },
    { role: "tool", tool_call_id: "a", content: TEXT },
  ],
  "chat-message": [
    user,
    { role: "assistant", content: "f", pairId: "a", pairRole: "call" },
    { role: "tool", content: TEXT, pairId: "a", pairRole: "result" },
  ],
  anthropic: [
    user,
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: TEXT }] },
  ],
  "openai-responses": [
    user,
    { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: TEXT },
  ],
  "vercel-model": [
    user,
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: {} }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "f",
          output: { type: "text", value: TEXT },
        },
      ],
    },
  ],
  "vercel-ui": [
    { id: "1", role: "user", parts: [{ type: "text", text: "Go." }] },
    {
      id: "2",
      role: "assistant",
      parts: [
        { type: "tool-f", toolCallId: "a", state: "output-available", input: {}, output: TEXT },
      ],
    },
  ],
  "gemini-contents": [
    { role: "user", parts: [{ text: "Go." }] },
    { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "f", response: { output: TEXT } } }] },
  ],
  "langchain-flat": [
    { type: "human", content: "Go." },
    { type: "ai", content: "", tool_calls: [{ name: "f", args: {}, id: "a", type: "tool_call" }] },
    { type: "tool", content: TEXT, tool_call_id: "a" },
  ],
  "langchain-dict": [
    { type: "human", data: { content: "Go." } },
    { type: "ai", data: { content: "", tool_calls: [{ name: "f", args: {}, id: "a" }] } },
    { type: "tool", data: { content: TEXT, tool_call_id: "a" } },
  ],
  bedrock: [
    { role: "user", content: [{ text: "Go." }] },
    { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "f", input: {} } }] },
    { role: "user", content: [{ toolResult: { toolUseId: "a", content: [{ text: TEXT }] } }] },
  ],
} as const satisfies Partial<Record<MessageShape, readonly object[]>>;

type Shape = keyof typeof CONVERSATIONS;

const SHAPES = Object.keys(CONVERSATIONS) as readonly Shape[];
const READERS = Object.values(readers);

/** Both chat shapes are read alike. */
const CHAT: readonly string[] = ["openai-chat", "chat-message"];

const ways = (shape: Shape): readonly ((messages: readonly object[]) => number)[] => {
  const reader = READERS.find(({ name }) => name === shape);
  if (reader === undefined) throw new Error(`no reader of ${shape}`);
  return [
    (messages) => reduce(messages, { shape, window: 0 }).maskedCount,
    (messages) => reduceWindow(messages, { reader, window: 0 }).maskedCount,
    (messages) => {
      const compactor = createCompactor({ reader, firstSight: 400 });
      compactor.next(messages);
      return compactor.stats().shortened;
    },
  ];
};

describe.each(SHAPES)("read as %s", (shape) => {
  it.each(SHAPES)("messages of %s are dealt with or refused, never passed over", (given) => {
    const messages = CONVERSATIONS[given];
    const isRead = given === shape || (CHAT.includes(given) && CHAT.includes(shape));
    for (const way of ways(shape)) {
      if (isRead) expect(way(messages)).toBe(1);
      else expect(() => way(messages)).toThrow(expect.objectContaining({ code: "unknown-shape" }));
    }
    if (!isRead) expect(() => check(messages, { shape })).toThrow(/^message \d/);
  });
});
