/**
 * A long text that no key of its format has, or that is JSON in a string, may be a result: it is named, on both paths.
 */
import { describe, expect, it } from "vitest";
import { compactWith } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "The quick brown fox jumps over the lazy dog. ".repeat(50);

const CHINESE = "先看解析器，错误在那里。\n".repeat(99);
const LISTING = LONG.replaceAll(" ", "\n");

const ALL = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none", exempt: false } as const;

/** What both paths say was left, by kind; undefined where both refuse the input. */
function kindsLeft(bytes: Uint8Array): readonly string[] | undefined {
  const [columns, objects] = [false, true].map((objects) => {
    try {
      const { bytes: made, file, badLines } = compactWith(bytes, { ...ALL, objects });
      const { unreadRecords, unreadResults } = file;
      return { made: Buffer.from(made).toString(), unreadRecords, unreadResults, badLines };
    } catch (error) {
      if (error instanceof ElisionError) return error.message;
      throw error;
    }
  });
  expect(columns).toEqual(objects);
  if (columns === undefined || typeof columns === "string") return undefined;
  const { unreadRecords, unreadResults, badLines } = columns;
  return [
    ...Object.keys(unreadRecords),
    ...(unreadResults > 0 ? ["unread results"] : []),
    ...badLines.map(({ message }) => message),
  ];
}

const LISTED = "a.txt is 12 lines long, b.txt is empty, and c.txt is a picture";

const call = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }],
};
const answer = { role: "tool", tool_call_id: "a", content: LISTED };
const chat = [{ role: "user", content: "go" }, call, answer, call];

const use = (more = {}) => ({ type: "tool_use", id: "a", name: "ls", input: {}, ...more });
const used = (more = {}) => ({ type: "tool_result", tool_use_id: "a", content: LISTED, ...more });
const blocks = (result: object, more = {}) => [
  { role: "user", content: "go" },
  { role: "assistant", content: [use()] },
  { role: "user", content: [result], ...more },
  { role: "assistant", content: [use()] },
];

const claude = (message: object, more: object = {}) => ({
  ...{ type: "user", uuid: "1", parentUuid: null, sessionId: "s", message, ...more },
});
const codex = (payload: object) => ({ timestamp: "2026-01-01", type: "response_item", payload });
const output = { type: "function_call_output", call_id: "a", output: LISTED };
const asked = { type: "function_call", call_id: "a", name: "ls", arguments: "{}" };

const hollow = { type: "text", text: "", stdout: LONG };

/** Inputs with a text under another key than the results that are read. */
const ODD: Readonly<Record<string, readonly [path: string, records: readonly object[]]>> = {
  "rows of chats": [
    "messages[].stdout",
    twice({ messages: [...chat, { ...answer, stdout: LONG }] }),
  ],
  "rows of chats, with another beside it": [
    "messages[].info.stdout",
    twice({ messages: [...chat, { ...answer, content: "", info: { stdout: LONG } }] }),
  ],
  "rows of chats, in metadata": [
    "messages[].metadata.stdout",
    twice({ messages: [...chat, { ...answer, metadata: { stdout: LONG } }] }),
  ],
  "rows of chats, in a call": [
    "messages[].tool_calls[].answer",
    twice({
      messages: [
        ...chat,
        { ...call, tool_calls: call.tool_calls.map((each) => ({ ...each, answer: LONG })) },
      ],
    }),
  ],
  "rows of chats, where a reply has its refusal": [
    "messages[].refusal",
    twice({ messages: [...chat, { ...answer, refusal: LONG }] }),
  ],
  "lines of chats": ["stdout", [...chat, { ...answer, stdout: LONG }]],
  "rows of blocks": [
    "messages[].content[].stdout",
    twice({ messages: [...blocks(used()), ...blocks(used({ stdout: LONG }))] }),
  ],
  "rows of blocks, in the message": [
    "messages[].stdout",
    twice({ messages: [...blocks(used()), ...blocks(used(), { stdout: LONG })] }),
  ],
  "rows of blocks, in one whose own text is empty": [
    "text",
    twice({ messages: [...blocks(used()), ...blocks(used({ content: [hollow] }))] }),
  ],
  "lines of blocks": ["content[].stdout", [...blocks(used()), ...blocks(used({ stdout: LONG }))]],
  "a session of Claude Code": [
    "message.content[].stdout",
    [
      claude({ role: "user", content: "go" }),
      claude({ role: "user", content: [used()] }),
      claude({ role: "user", content: [used({ stdout: LONG })] }),
    ],
  ],
  "a session of Claude Code, around the message": [
    "stdout",
    [
      claude({ role: "user", content: "go" }),
      claude({ role: "user", content: [used()] }, { uuid: "2", stdout: LONG }),
    ],
  ],
  "a rollout of Codex": [
    "payload.stdout",
    [codex(asked), codex(output), codex(asked), codex({ ...output, stdout: LONG })],
  ],
  "a rollout of Codex, around the item": [
    "stdout",
    [codex(asked), codex(output), codex(asked), { ...codex(output), stdout: LONG }],
  ],
};

function twice(record: object): readonly object[] {
  return [record, record];
}

describe("a long text under a key that nobody knows is named", () => {
  it.each(Object.entries(ODD))("in %s", (_, [path, records]) => {
    expect(kindsLeft(linesOf(records))).toEqual([path]);
  });

  it.each([
    ["a list", JSON.stringify(Array(500).fill(1))],
    ["of a program", `{${"x;".repeat(500)}}`],
  ])("without a space too, if it is in brackets: %s", (_, stdout) => {
    const lines = [codex(asked), codex(output), codex(asked), codex({ ...output, stdout })];
    expect(kindsLeft(linesOf(lines))).toEqual(["payload.stdout"]);
    for (const [path, result] of [
      ["message.content[].stdout", used({ stdout })],
      ["message.content[].info.stdout", used({ info: { stdout } })],
    ] as const) {
      const said = [
        { role: "user", content: [used()] },
        { role: "user", content: [result] },
      ];
      expect(kindsLeft(linesOf(said.map((each) => claude(each))))).toEqual([path]);
    }
    expect(kindsLeft(linesOf([...chat, { ...answer, stdout }]))).toEqual(["stdout"]);
  });

  it("also if its first words were called", () => {
    const words = "a few words that the agent called the tool with";
    const made = { name: "ls", arguments: JSON.stringify({ words }) };
    const calls = { ...call, tool_calls: [{ id: "a", type: "function", function: made }] };
    const noted = JSON.stringify({ words, answer: LONG });
    const messages = [...chat, { ...calls, noted }, answer];
    expect(kindsLeft(linesOf(twice({ messages })))).toEqual(["messages[].noted"]);
  });

  it.each([
    ["short", LONG.slice(0, 200)],
    ["without a space", LONG.replaceAll(" ", "_")],
    ["a copy of what was called", JSON.stringify({ words: LONG })],
  ])("but not if it is %s", (_, noted) => {
    const made = { name: "ls", arguments: JSON.stringify({ words: LONG }) };
    const calls = { ...call, tool_calls: [{ id: "a", type: "function", function: made }] };
    for (const messages of [
      [...chat, { ...calls, noted }, answer],
      [...chat, calls, { ...answer, noted }],
    ])
      expect(kindsLeft(linesOf(twice({ messages })))).toEqual([]);
  });
});

describe("texts that public data sets keep next to their messages are no results", () => {
  const said = "I look at the parser first, since the error is raised in it. ".repeat(20);
  const talk = [
    { role: "user", content: "go" },
    { role: "assistant", content: "It is so." },
  ];
  const schema = { type: "object", properties: { tool_result: { type: "string" } } };
  const tools = [{ type: "function", function: { name: "ls", description: LONG, ...schema } }];
  const blocks = [{ type: "reasoning.text", text: LONG, signature: "abc" }];
  const row = (more: object) => ({ messages: chat, ...more });
  const spoken = (more: object) => row({ messages: [...chat, { ...call, ...more }, answer] });

  it.each<readonly [string, object]>([
    ["the conversation as its template renders it", row({ text: `<|im_start|>user\n${LONG}` })],
    ["the task, the patch and its tests", row({ problem_statement: LONG, patch: LONG })],
    ["lists of tests as JSON", row({ PASS_TO_PASS: JSON.stringify(LONG.split(" ")) })],
    ["definitions of tools as JSON", row({ tools: JSON.stringify(tools) })],
    ["the same, next to a chat without tools", { messages: talk, tools: JSON.stringify(tools) }],
    ["reasoning twice", spoken({ reasoning: "I look.", reasoning_details: blocks })],
    ["reasoning three times", spoken({ reasoning_content: LONG, thinking_blocks: blocks })],
    ["a reply as the model wrote it", spoken({ content: said, raw: `${said}<tool_call>${LONG}` })],
    ["the same in Chinese", spoken({ content: CHINESE, raw: `${CHINESE}<tool_call>` })],
    ["the same of many lines", spoken({ content: LISTING, raw: `${LISTING}<tool_call>` })],
    ["pages that a reply cites", { messages: [...talk, { ...talk[1], annotations: [LONG] }] }],
  ])("%s", (_, record) => {
    expect(kindsLeft(linesOf(twice(record)))).toEqual([]);
  });
});

it("a result of Continue's as JSON in a string is named", () => {
  const outputs = [[{ content: LISTED }], JSON.stringify([{ content: LONG }])];
  const history = outputs.map((output) => ({
    message: { role: "assistant", content: "", toolCalls: call.tool_calls },
    ...{ contextItems: [], toolCallStates: [{ toolCallId: "a", status: "done", output }] },
  }));
  const session = { sessionId: "s", workspaceDirectory: "/", history };
  expect(kindsLeft(linesOf([session]))).toContain("unread results");
});

it("data of an MCP server next to its result in a session of Claude Code is none", () => {
  const mcpMeta = { structuredContent: { tool_output: LONG }, _meta: {} };
  const session = [
    claude({ role: "user", content: "go" }),
    claude({ role: "user", content: [used()] }, { uuid: "2", parentUuid: "1", mcpMeta }),
  ];
  expect(kindsLeft(linesOf(session))).toEqual([]);
});

describe("a message of which nothing is read is named by its role", () => {
  const noted = "the words of a message";

  it.each([
    ["an object", { content: { text: noted } }],
    ["another key", { noted }],
    ["a key for objects of any kind", { content: null, metadata: { noted } }],
    ["a key next to an empty list", { content: [], noted }],
  ])("if its text is in %s", (_, message) => {
    for (const role of ["assistant", "user"]) {
      const messages = [...chat, { role, ...message }];
      expect(kindsLeft(linesOf(twice({ messages })))).toEqual([role]);
    }
  });

  it("on a line too", () => {
    const lines = [...chat, { role: "assistant", content: [], noted }];
    expect(kindsLeft(linesOf(lines))).toEqual(["assistant"]);
  });
});

it("messages whose results have their text where nobody looks for it are refused", () => {
  const content = [{ tool_call_result: { result: LISTED, origin: { id: "a" } } }];
  const messages = [...chat.slice(0, 2), { role: "tool", content }];
  for (const records of [messages, twice({ messages }), [{ id: "1", messages }]])
    expect(kindsLeft(linesOf(records))).toBeUndefined();
});

describe("messages that a row has a second time as JSON in a string are named", () => {
  const copy = JSON.stringify({ model: "m", messages: [...chat, { ...answer, content: LONG }] });

  it("next to messages with results", () => {
    const row = { messages: chat, request_body: copy, spend: 1 };
    expect(kindsLeft(linesOf(twice(row)))).toEqual(["request_body"]);
    const below = { messages: chat, metadata: { request: { body: copy } } };
    expect(kindsLeft(linesOf(twice(below)))).toEqual(["metadata.request.body"]);
  });

  it("and refused where no other has results", () => {
    const row = { messages: chat.slice(0, 1), request_body: copy };
    expect(kindsLeft(linesOf(twice(row)))).toBeUndefined();
  });
});

describe("a result as JSON in a string of a session is named", () => {
  const packed = JSON.stringify({ ...answer, content: LONG });

  it.each([
    ["", packed],
    [", in an array", JSON.stringify([{ ...answer, content: LONG }])],
  ])("next to what is said and thought%s", (_, raw) => {
    const said = { type: "message", role: "assistant" };
    const text = { type: "output_text", text: "so" };
    for (const item of [
      { ...said, content: [text], raw },
      { ...said, content: [{ ...text, raw }] },
      { ...said, content: [text], more: { raw: [raw] } },
      { type: "reasoning", summary: [], encrypted_content: "x", raw },
    ])
      expect(kindsLeft(linesOf([codex(asked), codex(output), codex(item)]))).toHaveLength(1);
    for (const block of [
      { type: "text", text: "so", raw },
      { type: "thinking", thinking: "so", signature: "x", raw },
    ]) {
      const message = { role: "assistant", content: [block] };
      const lines = [
        claude({ role: "user", content: [used()] }),
        claude(message, { type: "assistant" }),
      ];
      expect(kindsLeft(linesOf(lines))).toHaveLength(1);
    }
  });
});

describe("a result as JSON in a text of the user is named, next to others that are read", () => {
  const packed = (value: object) => JSON.stringify(value);

  it.each([
    ["a block", packed(used())],
    ["blocks", packed([used()])],
    ["a message", packed(answer)],
  ])("%s", (_, text) => {
    const said = { role: "user", content: text };
    const inBlock = {
      role: "user",
      content: [
        { type: "text", text: "go" },
        { type: "text", text },
      ],
    };
    for (const [messages, path] of [
      [[...chat, said], "messages[].content"],
      [[...blocks(used()), said], "messages[].content"],
      [[...chat, inBlock], "messages[].content[].text"],
      [[...blocks(used()), inBlock], "messages[].content[].text"],
    ] as const)
      expect(kindsLeft(linesOf(twice({ messages })))).toEqual([path]);
  });
});

describe("texts of the user that begin as results of agents without tool calls do", () => {
  const asked = { role: "user", content: "where is it?" };
  const talk = (...answers: readonly string[]) => [
    asked,
    ...answers.flatMap((content) => [
      { role: "assistant", content: "Look." },
      { role: "user", content },
    ]),
  ];
  const shareGpt = (messages: readonly { role: string; content: string }[]) =>
    messages.map(({ role, content }) => ({
      from: role === "user" ? "human" : "gpt",
      value: content,
    }));

  it.each([
    ["Observation: a drawer", "Observation: a key"],
    ["Tool result: a drawer", "Tool Output (look): a key"],
  ])("are named if most do: %j", (...answers) => {
    const messages = talk(...answers);
    for (const records of [
      twice({ messages }),
      messages,
      twice({ conversations: shareGpt(messages) }),
    ])
      expect(kindsLeft(linesOf(records))?.[0]).toBe("unread results");
    const plain = compactWith(linesOf(twice({ messages })), { ...ALL, format: "plain" });
    expect(plain.file.observations).toBe(4);
  });

  it("but not if a few do, or a tool has answered", () => {
    const few = talk("Observation: a drawer", "I see.", "And then?");
    expect(kindsLeft(linesOf(twice({ messages: few })))).toEqual([]);
    const answered = [...chat, ...talk("Observation: a drawer", "Observation: a key")];
    expect(kindsLeft(linesOf(twice({ messages: answered })))).toEqual([]);
  });
});
