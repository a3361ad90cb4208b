/** Rows with messages that few have, which the kernel reads all the same, like objects. */
import { describe, expect, it, vi } from "vitest";
import { ItemLearner } from "../../../src/engine/plain/learned/item-learner.ts";
import { agree } from "./paths-agree.ts";

const TEXT = "src ".repeat(40);
const BY_CALLS = { placeholder: "{toolName} {callId} {call} {exit} {turn} omitted", minGain: 1 };

const asked = { type: "message", role: "user", content: "Go." };
const called = { type: "function_call", call_id: "a", name: "ls", arguments: "{}" };
const answered = { type: "function_call_output", call_id: "a", output: TEXT };
const responses = (...items: readonly object[]) => ({ input: [asked, ...items, called, answered] });

const parts = (role: string, ...all: readonly object[]) => ({ role, parts: all });
const gemini = (response: object, ...others: readonly object[]) => ({
  contents: [
    parts("user", { text: "Go." }),
    ...others,
    parts("model", { functionCall: { name: "ls", args: {} } }),
    parts("user", { functionResponse: { name: "ls", response } }),
    parts("model", { functionCall: { name: "ls", args: {} } }),
    parts("user", { functionResponse: { name: "ls", response: { output: TEXT } } }),
  ],
});

const bedrock = (...content: readonly object[]) => {
  const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: "ls", input: {} } });
  const result = (toolUseId: string, content: readonly object[]) => ({
    toolResult: { toolUseId, content, status: "success" },
  });
  return {
    messages: [
      { role: "user", content: [{ text: "Go." }] },
      { role: "assistant", content: [use("a"), use("b")] },
      { role: "user", content: [result("a", content), result("b", [{ text: TEXT }])] },
    ],
  };
};

const vercel = (output: object, ...blocks: readonly object[]) => {
  const call = (toolCallId: string) => ({ toolCallId, toolName: "ls" });
  const said = { type: "text", value: TEXT };
  return {
    messages: [
      { role: "user", content: "Go." },
      {
        role: "assistant",
        content: ["a", "b"].map((id) => ({ type: "tool-call", ...call(id), input: {} })),
      },
      {
        role: "tool",
        content: [
          ...blocks,
          { type: "tool-result", ...call("a"), output },
          { type: "tool-result", ...call("b"), output: said },
        ],
      },
    ],
  };
};

const langchain = (content: unknown, said: unknown = "") => ({
  messages: [
    { type: "human", content: "Go." },
    {
      type: "ai",
      content: said,
      tool_calls: [{ name: "ls", args: {}, id: "a", type: "tool_call" }],
    },
    { type: "tool", content, tool_call_id: "a", name: "ls", status: "success" },
  ],
});

const searched = [
  { type: "server_tool_use", id: "s", name: "web_search", input: { query: "x" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "s",
    content: [{ type: "web_search_result", title: "Found" }],
  },
];

const vercelUi = () => {
  const output = {
    content: [
      { type: "text", text: TEXT },
      { type: "image", data: "QUFB".repeat(40), mimeType: "image/png" },
    ],
    structuredContent: { text: TEXT },
  };
  const about = { toolCallId: "a", state: "output-available", input: {} };
  return {
    messages: [
      { id: "u", role: "user", parts: [{ type: "text", text: "Go." }] },
      { id: "m", role: "assistant", parts: [{ type: "tool-ls", ...about, output }] },
    ],
  };
};

const pydantic = () => {
  const about = { tool_name: "ls", tool_call_id: "a" };
  return {
    messages: [
      { kind: "request", parts: [{ content: "Go.", part_kind: "user-prompt" }] },
      { kind: "response", parts: [{ ...about, args: "{}", part_kind: "tool-call" }] },
      {
        kind: "request",
        parts: [
          { ...about, content: TEXT, part_kind: "tool-return" },
          { ...about, tool_name: null, content: "Say it again.", part_kind: "retry-prompt" },
        ],
      },
    ],
  };
};

const agentFramework = (result: object) => ({
  messages: [
    { type: "message", role: "user", contents: [{ type: "text", text: "Go." }] },
    {
      type: "message",
      role: "assistant",
      contents: [{ type: "function_call", call_id: "a", name: "ls", arguments: "{}" }],
    },
    {
      type: "message",
      role: "tool",
      contents: [{ type: "function_result", call_id: "a", ...result }],
    },
  ],
});

const miniSweAgent = () => ({
  trajectory_format: "mini-swe-agent-1.1",
  messages: [
    { role: "user", content: "Go." },
    {
      role: "assistant",
      content: "So.",
      tool_calls: [{ id: "a", function: { name: "bash", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content: TEXT, extra: { returncode: 0, raw_output: TEXT } },
    { role: "exit", content: "It is done, and this is what came of it." },
  ],
});

/** Calls a second time, as blocks of what is said. */
const repeated = (args: string) => ({
  messages: [
    { role: "user", content: [{ type: "text", text: "Go." }] },
    {
      role: "assistant",
      content: [{ type: "tool_call", tool_call_id: "a", name: "write", arguments: args }],
      tool_calls: [{ id: "a", type: "function", function: { name: "write", arguments: args } }],
    },
    { role: "tool", tool_call_id: "a", content: [{ type: "tool_output", text: TEXT }] },
  ],
});

const printed = { stdout: TEXT, stderr: "", outcome: { type: "exit", exit_code: 0 } };

/** A call, and its result as JSON in a string. */
const inJson = (text: string) => {
  const output = JSON.stringify({ output: text, metadata: { exit_code: 1 } });
  return [
    { ...called, call_id: `j${text.length}` },
    { ...answered, call_id: `j${text.length}`, output },
  ];
};

const search = { type: "web_search_call", id: "s", status: "completed", action: { query: "x" } };
const listed = [{ name: "ls", description: "Lists the files of a folder" }];
const image = {
  type: "image_url",
  image_url: { url: `data:image/png;base64,${"QUFB".repeat(40)}` },
};

describe("rows whose messages are like earlier ones", () => {
  it.each([
    ["a search of the provider", responses(search)],
    ["an image of the provider", responses({ ...search, type: "image_generation_call" })],
    [
      "files that were looked for",
      responses({ type: "file_search_call", id: "f", queries: ["x"], results: null }),
    ],
    [
      "a call of a server's tool",
      responses({ ...called, type: "mcp_call", id: "m", output: TEXT, error: null }),
    ],
    ["lists of tools", responses({ type: "mcp_list_tools", id: "l", tools: listed })],
    [
      "a screenshot",
      responses(
        { type: "computer_call", call_id: "c", action: { type: "click" } },
        {
          type: "computer_call_output",
          call_id: "c",
          output: { type: "computer_screenshot", image_url: `data:${"QUFB".repeat(40)}` },
        },
      ),
    ],
    [
      "what shells print",
      responses(
        { type: "shell_call", call_id: "h", action: { commands: ["ls", "rm"] } },
        {
          type: "shell_call_output",
          call_id: "h",
          output: [printed, { ...printed, stderr: "no" }],
        },
      ),
    ],
    [
      "results that are JSON in a string",
      responses(...inJson(TEXT), ...inJson('"é\\ \n'.repeat(30))),
    ],
    [
      "texts that were found",
      responses({
        ...{ type: "file_search_call", id: "f", queries: ["x"] },
        results: ["a", "b"].map((filename) => ({ filename, text: TEXT, score: 0.5 })),
      }),
    ],
    [
      "logs",
      responses({
        ...{ type: "code_interpreter_call", id: "i", code: "1", status: "completed" },
        outputs: Array(2).fill({ type: "logs", logs: TEXT }),
      }),
    ],
    ["sealed summaries", responses({ type: "compaction", encrypted_content: "QUFB" })],
    ["an error", gemini({ error: "no such file, or no such folder" })],
    ["an empty reply", gemini({ output: TEXT }, { role: "model" })],
    ["a result that is an image", langchain([image])],
    ["a result of nothing", bedrock()],
    ["null as a result", vercel({ type: "json", value: null })],
    ["a refusal", vercel({ type: "execution-denied", reason: "not while it is raining" })],
    [
      "what a user allows",
      vercel(
        { type: "text", value: TEXT },
        { type: "tool-approval-response", approvalId: "p", approved: true },
      ),
    ],
    ["results in lists of strings", langchain([TEXT])],
    ["results in lists of two strings", langchain([TEXT, TEXT])],
    ["something said under the id of a call", pydantic()],
    ["results that are saved twice", agentFramework({ result: TEXT, items: [{ text: TEXT }] })],
    ["results without blocks", agentFramework({ result: TEXT })],
    ["an end of the run", miniSweAgent()],
    ["a copy after an image", vercelUi()],
    ["blocks that repeat a call", repeated('{"path":"a"}')],
    ["blocks that repeat a long call", repeated(`{"path":"a","text":"${TEXT.repeat(8)}"}`)],
    ["tools that Anthropic runs", langchain([TEXT], searched)],
  ])("are read by the kernel, with %s in them", (_, row) => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const rows = Array.from({ length: 12 }, (__, id) => JSON.stringify({ id, ...row }));
    const bytes = Buffer.from(`${rows.join("\n")}\n`);
    agree(bytes, { preserveRecentRawTurns: 0 });
    const columns = learn.mock.results.filter(({ value }) => value !== undefined);
    const [reads, read] = [learn.mock.calls.length, columns.length];
    learn.mockRestore();
    expect(read).toBeGreaterThan(0);
    expect(reads - read).toBeLessThan(2);
    agree(bytes, { ...BY_CALLS, preserveRecentRawTurns: 1, keepErrors: "none" });
    agree(bytes, { preserveRecentRawTurns: 0, maxInputChars: 120 });
    agree(bytes, { preserveRecentRawTurns: 0, minGain: 1, sideCopies: "mask" });
  });

  it("leave images that have a text as well to their format", () => {
    for (const blocks of [
      [{ ...image, text: TEXT }],
      [
        { type: "text", text: "So." },
        { ...image, text: TEXT },
      ],
    ]) {
      const row = JSON.stringify(langchain(blocks));
      agree(Buffer.from(`${row}\n${row}\n${row}\n`), { preserveRecentRawTurns: 0 });
    }
  });
});

it("are left to their format if a long text is said nowhere else", () => {
  const [asked, called, answered] = repeated(`{"text":"${TEXT.repeat(8)}"}`).messages;
  const note = { type: "note", name: "ls", arguments: `not ${TEXT.repeat(8)}` };
  const about = { tool_call_id: "a", name: "ls", text: null, result: "no" };
  for (const block of [note, { ...note, ...about }, about]) {
    const content = [...(called?.content ?? []), block];
    const row = JSON.stringify({ messages: [asked, { ...called, content }, answered] });
    agree(Buffer.from(`${Array(4).fill(row).join("\n")}\n`), { preserveRecentRawTurns: 0 });
  }
});

it("answer calls without ids by a name that only their format knows", () => {
  const messages = [
    { role: "assistant", tool_calls: [{ function: { name: "bash", arguments: "{}" } }] },
    { role: "user", content: TEXT },
  ];
  const run = JSON.stringify({ trajectory_format: "mini-swe-agent-1.1", messages });
  const rows = Buffer.from(`${Array(4).fill(run).join("\n")}\n`);
  agree(rows, { preserveRecentRawTurns: 0, keepOrphans: true });
  agree(rows, { ...BY_CALLS, preserveRecentRawTurns: 0 });
});

/** A chat whose messages differ in how many tools they call, and in which. */
const longMessages = (toolName: string) =>
  Array.from({ length: 12 }, (_, m) => [
    { id: `u${m}`, role: "user", parts: [{ type: "text", text: `${m}, please.` }] },
    {
      ...{ id: `m${m}`, role: "assistant" },
      parts: Array.from({ length: 40 + m }, (_, k) => {
        const about = { toolCallId: `${m} ${k}`, state: "output-available", input: { k } };
        if (k % 7 === 0) return { type: "step-start" };
        const output = `${k} ${TEXT}`;
        if (k % 5 === 0) return { type: "dynamic-tool", toolName, ...about, output };
        return { type: `tool-${k % 3}`, ...about, output };
      }),
    },
  ]).flat();

it.each([
  ["a document", 1],
  ["rows", 6],
])("have messages that are too long to be learned read one by one, in %s", (_, count) => {
  const written = (messages: readonly object[]) => {
    const rows = Array.from({ length: count }, (_, id) => JSON.stringify({ id, messages }));
    return Buffer.from(rows.join("\n"));
  };
  const learn = vi.spyOn(ItemLearner.prototype, "read");
  agree(written(longMessages("ls")), { preserveRecentRawTurns: 3 });
  const columns = learn.mock.results.map(({ value }) => value);
  learn.mockRestore();
  expect(columns.length).toBeGreaterThan(0);
  expect(columns).not.toContain(undefined);
  agree(written(longMessages("ls")), { ...BY_CALLS, preserveRecentRawTurns: 1 });
  agree(written(longMessages('l\u00e9s "')), { ...BY_CALLS, keepErrors: "none" });
});
