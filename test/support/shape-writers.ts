/** Messages of every SDK: what begins a conversation, and calls with their results. */
import type { MessageShape } from "../../src/api/chat/shape-readers.ts";

export const LONG = (k: number) => `${k} ${"output ".repeat(40)}`;

/** A call with its result, as each shape has them, and what begins a conversation. */
export interface ShapeWriter {
  readonly user: object;
  pair(k: number, text?: string): readonly object[];
  /** What a model sees of a result. */
  textIn(message: object | undefined): unknown;
}

type Fields = { content: never; output: never; parts: never; data: never; kwargs: never };
const fields = (message: object | undefined) => message as Fields;

export const id = (k: number) => `call_${k}`;

export const SHAPE_WRITERS: Readonly<Record<Exclude<MessageShape, "chat-message">, ShapeWriter>> = {
  "openai-chat": {
    user: { role: "user", content: "Go." },
    pair: (k, text = LONG(k)) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: id(k), type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: id(k), content: text },
    ],
    textIn: (message) => fields(message).content,
  },
  anthropic: {
    user: { role: "user", content: "Go." },
    pair: (k, text = LONG(k)) => [
      { role: "assistant", content: [{ type: "tool_use", id: id(k), name: "f", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: id(k), content: [{ type: "text", text: text }] },
        ],
      },
    ],
    textIn: (message) =>
      (fields(message).content as { content: { text: string }[] }[])[0]?.content[0]?.text,
  },
  "openai-responses": {
    user: { role: "user", content: "Go." },
    pair: (k, text = LONG(k)) => [
      { type: "function_call", call_id: id(k), name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: id(k), output: text },
    ],
    textIn: (message) => fields(message).output,
  },
  "vercel-model": {
    user: { role: "user", content: "Go." },
    pair: (k, text = LONG(k)) => [
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: id(k), toolName: "f", input: {} }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: id(k),
            toolName: "f",
            output: { type: "text", value: text },
          },
        ],
      },
    ],
    textIn: (message) =>
      (fields(message).content as { output: { value: string } }[])[0]?.output.value,
  },
  "vercel-ui": {
    user: { id: "u", role: "user", parts: [{ type: "text", text: "Go." }] },
    pair: (k, text = LONG(k)) => [
      {
        id: id(k),
        role: "assistant",
        parts: [
          { type: "step-start" },
          {
            type: "tool-f",
            toolCallId: id(k),
            state: "output-available",
            input: {},
            output: text,
          },
        ],
      },
    ],
    textIn: (message) => (fields(message).parts as { output: string }[])[1]?.output,
  },
  "gemini-contents": {
    user: { role: "user", parts: [{ text: "Go." }] },
    pair: (k, text = LONG(k)) => [
      { role: "model", parts: [{ functionCall: { id: id(k), name: "f", args: {} } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: id(k), name: "f", response: { output: text } } }],
      },
    ],
    textIn: (message) =>
      (fields(message).parts as { functionResponse: { response: { output: string } } }[])[0]
        ?.functionResponse.response.output,
  },
  bedrock: {
    user: { role: "user", content: [{ text: "Go." }] },
    pair: (k, text = LONG(k)) => [
      { role: "assistant", content: [{ toolUse: { toolUseId: id(k), name: "f", input: {} } }] },
      {
        role: "user",
        content: [{ toolResult: { toolUseId: id(k), content: [{ text: text }] } }],
      },
    ],
    textIn: (message) =>
      (fields(message).content as { toolResult: { content: { text: string }[] } }[])[0]?.toolResult
        .content[0]?.text,
  },
  "langchain-flat": {
    user: { type: "human", content: "Go." },
    pair: (k, text = LONG(k)) => [
      { type: "ai", content: "", tool_calls: [{ name: "f", args: {}, id: id(k) }] },
      { type: "tool", tool_call_id: id(k), name: "f", content: text },
    ],
    textIn: (message) => fields(message).content,
  },
  "langchain-dict": {
    user: { type: "human", data: { content: "Go.", type: "human" } },
    pair: (k, text = LONG(k)) => [
      { type: "ai", data: { content: "", tool_calls: [{ name: "f", args: {}, id: id(k) }] } },
      { type: "tool", data: { tool_call_id: id(k), name: "f", content: text } },
    ],
    textIn: (message) => (fields(message).data as { content: string }).content,
  },
  langchain: {
    user: constructed("HumanMessage", { content: "Go." }),
    pair: (k, text = LONG(k)) => [
      constructed("AIMessage", { content: "", tool_calls: [{ name: "f", args: {}, id: id(k) }] }),
      constructed("ToolMessage", { tool_call_id: id(k), name: "f", content: text }),
    ],
    textIn: (message) => (fields(message).kwargs as { content: string }).content,
  },
};

function constructed(name: string, kwargs: object): object {
  return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
}

export function conversationIn({ user, pair }: ShapeWriter, turns: number): object[] {
  return [user, ...Array.from({ length: turns }, (_, k) => pair(k)).flat()];
}
