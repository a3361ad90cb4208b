/** What the kernel finds in rows of chat completions or of Anthropic's blocks, and what it leaves to their reader. */
import { describe, expect, it } from "vitest";
import { ANTHROPIC_CHAT } from "../../../src/formats/shared/anthropic-blocks.ts";
import { FINE_TUNING_CHAT, OPENAI_CHAT } from "../../../src/formats/shared/chat-completions.ts";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import {
  type ChatTable,
  HAS_CALL,
  HAS_ODD,
  IN_BLOCK,
  REFUSABLE,
  RESULT,
  RESULT_STRIDE,
} from "../../../src/json/tape/chat-table.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { Key } from "../../../src/json/tree/key.ts";

const kernel = new Kernel({ windowBytes: 1 << 20, tapeTokens: 1 << 12 });

function columnsOf(text: string, table: ChatTable = OPENAI_CHAT) {
  const start = kernel.windowStart;
  const end = start + kernel.bytes.write(`${text}\n`, start);
  expect(kernel.scanLine(start, end)).toBeGreaterThan(0);
  const tree = new TapeTree(kernel.bytes, kernel.tape, kernel);
  const columns = tree.scanned?.chat(table);
  if (columns === undefined) return undefined;
  const { results, count, sums: _sums, toolName, ...counts } = columns;
  const textOf = (node: number) => (node < 0 ? node : tree.text(node));
  const list = Array.from({ length: count }, (_, k) => {
    const field = (name: keyof typeof RESULT) => results[k * RESULT_STRIDE + RESULT[name]] ?? 0;
    return {
      text: textOf(field("text")),
      chars: field("chars"),
      flags: field("flags"),
      toolTurn: field("toolTurn"),
      spoken: field("spoken"),
      message: field("message"),
      tool: textOf(field("tool")),
      turn: field("turn"),
      id: textOf(field("id")),
      args: textOf(field("args")),
      toolNumber: field("toolNumber"),
      callMessage: field("callMessage"),
    };
  });
  const tools = Array.from({ length: counts.tools }, (_, k) => textOf(toolName(k)));
  return { ...counts, tools, list };
}

const call = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

describe("columns of a conversation", () => {
  it("have every result with its call, its turn and its place", () => {
    const messages = [
      { role: "system", content: "be brief" },
      { role: "user", content: "do it" },
      { role: "assistant", content: null, tool_calls: [call("a", "bash"), call("b", "read")] },
      { role: "tool", tool_call_id: "b", content: "é\n" },
      { role: "tool", tool_call_id: "a", name: "shell", content: [{ type: "text", text: "all" }] },
      { role: "assistant", content: "thanks", reasoning_content: "hm" },
      { role: "tool", tool_call_id: "nobody", content: null },
    ];
    expect(columnsOf(JSON.stringify({ messages }))).toEqual({
      messages: 7,
      chars: 8 + 5 + 6 + 6 + 2 + 3 + 8,
      spoken: 6,
      toolTurns: 2,
      callMessages: 1,
      calls: 2,
      hasExtra: false,
      hasJson: false,
      hasSigned: false,
      isClosed: true,
      turns: 2,
      openTurn: 0,
      notes: 0,
      tools: ["read", "shell"],
      list: [
        {
          ...{ text: "é\n", chars: 2, flags: HAS_CALL, tool: "read", id: "b", args: "{}" },
          ...{ toolTurn: 1, turn: 1, spoken: 3, message: 4, toolNumber: 0, callMessage: 1 },
        },
        {
          ...{ text: "all", chars: 3, flags: HAS_CALL | IN_BLOCK, tool: "shell", id: "a" },
          ...{
            args: "{}",
            toolTurn: 1,
            turn: 1,
            spoken: 4,
            message: 5,
            toolNumber: 1,
            callMessage: 1,
          },
        },
        {
          ...{ text: -1, chars: 0, flags: 0, tool: -1, id: "nobody", args: -1 },
          ...{ toolTurn: 2, turn: 2, spoken: 6, message: 7, toolNumber: -1, callMessage: 1 },
        },
      ],
    });
  });

  it.each([
    ["a result with two names", [{ role: "tool", content: "x", name: "a", tool_name: "b" }]],
    ["a function call that is a list", [{ role: "assistant", function_call: [{ name: "x" }] }]],
    ["reasoning in blocks", [{ role: "assistant", reasoning_details: [{ text: "hm" }] }]],
    ["an image with a text", [{ role: "tool", content: [{ image_url: {}, text: "a" }] }]],
    ["texts under two keys", [{ role: "tool", content: [{ text: "a" }, { value: "b" }] }]],
    ["an empty result with calls", [{ role: "tool", content: null, tool_calls: [call("a", "x")] }]],
    ["an id with escapes", [{ role: "tool", tool_call_id: 'a"b', content: "x" }]],
  ])("are none of %s", (_what, messages) => {
    expect(columnsOf(JSON.stringify({ messages: [{ role: "user" }, ...messages] }))).toBe(
      undefined,
    );
  });

  it("pair calls and results without ids in order, by name where both have one", () => {
    const made = (name: string) => ({ function: { name, arguments: { of: name } } });
    const messages = [
      { role: "assistant", content: "", tool_calls: [made("look"), made("read"), made("look")] },
      { role: "tool", tool_name: "read", content: "1" },
      { role: "tool", content: "2" },
      { role: "tool", name: "look", content: "3" },
      { role: "tool", tool_name: "look", content: "4" },
    ];
    const found = columnsOf(JSON.stringify({ messages }));
    expect(found).toMatchObject({ calls: 3, isClosed: true, notes: REFUSABLE });
    expect(found?.list.map(({ text, flags, tool, args }) => [text, flags, tool, args])).toEqual([
      ["1", HAS_CALL, "read", '{"of":"read"}'],
      ["2", HAS_CALL, "look", '{"of":"look"}'],
      ["3", HAS_CALL, "look", '{"of":"look"}'],
      ["4", 0, "look", -1],
    ]);
  });

  it("read the roles of fine-tuning sets as calls and results", () => {
    const of = (role: string, content: string, more = {}) => ({ role, content, ...more });
    const messages = [
      of("tool_call", '{"name":"look"}'),
      of("tool_response", "1"),
      of("function_call", "{}"),
      of("observation", "2"),
      of("assistant", "{}"),
      of("ipython", "3"),
    ];
    const read = (list: readonly object[]) =>
      columnsOf(JSON.stringify({ messages: list }), FINE_TUNING_CHAT);
    expect(read(messages)).toMatchObject({ calls: 2, toolTurns: 3, chars: 22, notes: REFUSABLE });
    expect(read(messages)?.list.map(({ text, flags, args }) => [text, flags, args])).toEqual([
      ["1", HAS_CALL, '{"name":"look"}'],
      ["2", HAS_CALL, "{}"],
      ["3", 0, -1],
    ]);
    for (const more of [{ name: "a" }, { reasoning: "b" }, { tool_calls: [] }, { note: "c" }])
      expect(read([of("tool_call", "{}", more)])).toBe(undefined);
    expect(columnsOf(JSON.stringify({ messages }))).toBe(undefined);
  });

  it("have the blocks of a result of several texts or with images", () => {
    const blocks = [{ text: "é\n" }, { type: "image_url", image_url: {} }, { text: "b" }];
    const contents = [blocks, blocks.slice(1, 2), blocks.slice(0, 1)];
    const messages = contents.map((content) => ({ role: "tool", content }));
    expect(columnsOf(JSON.stringify({ messages }))).toMatchObject({
      notes: HAS_ODD,
      chars: 5,
      list: [
        { text: JSON.stringify(blocks), chars: 3, flags: IN_BLOCK },
        { text: JSON.stringify(blocks.slice(1, 2)), chars: 0, flags: IN_BLOCK },
        { text: "é\n", chars: 2, flags: IN_BLOCK },
      ],
    });
  });

  it("are none where a key is not spelled as it reads", () => {
    expect(columnsOf('{"m\\u0065ssages":[]}')).toBe(undefined);
    expect(columnsOf('{"messages":[{"rol\\u0065":"tool","content":"x"}]}')).toBe(undefined);
  });

  it.each([
    ["text", "tool_use_id"],
    ["thinking", "content"],
    ["image", "content"],
  ])("are none where a block of %s has the %s of a result", (type, key) => {
    const row = (block: object) =>
      JSON.stringify({ messages: [{ role: "user", content: [{ type, ...block }] }] });
    expect(columnsOf(row({}), ANTHROPIC_CHAT)?.list).toEqual([]);
    expect(columnsOf(row({ [key]: "x" }), ANTHROPIC_CHAT)).toBe(undefined);
  });
});

it("reads by a table as before, after another of which a word cannot be known", () => {
  const call = { id: "c1", type: "function", function: { name: "run", arguments: "{}" } };
  const text = JSON.stringify({
    messages: [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "done" },
    ],
  });
  const before = columnsOf(text);
  expect(before?.calls).toBe(1);
  const unknown = { ...new Key("x"), text: "said", number: 0 } as Key;
  const table = {
    ...OPENAI_CHAT,
    keys: [
      [new Key("chat"), "messages"],
      [unknown, "content"],
    ],
  };
  expect(columnsOf(text, table as unknown as ChatTable)).toBeUndefined();
  expect(columnsOf(text)).toEqual(before);
});
