import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { ConversationReader } from "../../src/engine/input/transcripts/conversation-reader.ts";
import { openaiChat } from "../../src/formats/openai-chat/openai-chat.ts";
import { agree } from "../engine/plain/paths-agree.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { linesOf } from "../support/lines.ts";

const OLD = "almond, apple and apricot were counted; of plums nobody kept a count";
const NEW = "the cellar holds twelve crates of pears, and two of quinces from last year";

const task = { role: "user", content: "count the crates" };
const answered = [
  { role: "assistant", tool_calls: [{ id: "a", function: { name: "count", arguments: "{}" } }] },
  { role: "tool", tool_call_id: "a", content: OLD },
  { role: "assistant", tool_calls: [{ id: "b", function: { name: "count", arguments: "{}" } }] },
  { role: "tool", tool_call_id: "b", content: NEW },
];
const chat = [task, ...answered];
/** The same as rows of verifiers have it: calls are JSON in strings, and results name no call. */
const quoted = answered.map(({ role, content, tool_calls: calls }) =>
  content === undefined
    ? { role, content: "", tool_calls: calls?.map((call) => JSON.stringify(call)) }
    : { role, content, tool_calls: null },
);
const blocks = [
  task,
  { role: "assistant", content: [{ type: "tool_use", id: "t", name: "count", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: OLD }] },
  { role: "assistant", content: [{ type: "tool_use", id: "u", name: "count", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "u", content: NEW }] },
];
const converse = [
  { role: "user", content: [{ text: "count the crates" }] },
  { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "count", input: {} } }] },
  { role: "user", content: [{ toolResult: { toolUseId: "a", content: [{ text: OLD }] } }] },
  { role: "assistant", content: [{ toolUse: { toolUseId: "b", name: "count", input: {} } }] },
  { role: "user", content: [{ toolResult: { toolUseId: "b", content: [{ text: NEW }] } }] },
];
const items = [
  task,
  { type: "function_call", call_id: "a", name: "count", arguments: "{}" },
  { type: "function_call_output", call_id: "a", output: OLD },
  { type: "function_call", call_id: "b", name: "count", arguments: "{}" },
  { type: "function_call_output", call_id: "b", output: NEW },
];

function compacted(...records: unknown[]) {
  const { bytes, file, transcripts, badLines } = compact(linesOf(records), {
    preserveRecentRawTurns: 1,
  });
  return { text: Buffer.from(bytes).toString(), file, transcripts, badLines };
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("a conversation under other keys is read", () => {
  it.each<readonly [string, unknown]>([
    ["a request of OpenAI's batch files", { custom_id: "1", body: { model: "m", messages: chat } }],
    ["one with items", { custom_id: "1", body: { model: "m", input: items } }],
    ["a request of Anthropic's", { custom_id: "1", params: { model: "m", messages: blocks } }],
    ["a log of requests", { request: { body: { messages: blocks } }, response: { status: 200 } }],
    ["a body that is JSON in a string", { request_body: JSON.stringify({ messages: chat }) }],
    ["messages that are JSON in a string", { id: "1", messages: JSON.stringify(blocks) }],
    ["a prompt and its completion", { prompt: [task], completion: answered }],
    ["a row of verifiers, with calls as JSON in strings", { prompt: [task], completion: quoted }],
    ["conversations of role and content", { conversations: chat }],
    ["a page of a list", { object: "list", data: [{ id: "1", messages: chat }] }],
    ["a session with its runs", { session_id: "s", runs: [{ run_id: "r", messages: chat }] }],
    ["a log of Bedrock's", { input: { inputBodyJson: { messages: converse } }, output: {} }],
    ["a run with its state", { run_type: "chain", outputs: { messages: chat } }],
  ])("in %s", (_, record) => {
    const { text, file, transcripts } = compacted(record);
    expect(transcripts).toMatchObject([{ format: "wrapped-chat", maskedCount: 1 }]);
    expect(file).toMatchObject({ observations: 2, unreadResults: 0, unreadRecords: {} });
    expect([count(text, OLD), count(text, NEW)]).toEqual([0, 1]);
    // One after another in the same memory.
    agree(linesOf([record, { id: 1, messages: chat }, record]), { preserveRecentRawTurns: 1 });
  });

  it("each with a window of its own, where there are several", () => {
    const { text, transcripts } = compacted({ chosen: chat, rejected: blocks });
    expect(transcripts).toMatchObject([{ maskedCount: 1 }, { maskedCount: 1 }]);
    expect([count(text, OLD), count(text, NEW)]).toEqual([0, 2]);
  });

  it("each of a list with a window of its own", () => {
    const { text, transcripts } = compacted({ data: [{ messages: chat }, { messages: blocks }] });
    expect(transcripts).toMatchObject([{ maskedCount: 1 }, { maskedCount: 1 }]);
    expect([count(text, OLD), count(text, NEW)]).toEqual([0, 2]);
  });

  it("below runs of runs", () => {
    const run = (inputs: unknown, child_runs: unknown[] = []) => ({ inputs, child_runs });
    const nested = run({}, [run({}, [run({ messages: [chat] })])]);
    expect(compacted(nested).transcripts).toMatchObject([{ maskedCount: 1 }]);
  });

  it("both in a row's messages and in its trajectory, also if that is JSON in a string", () => {
    for (const trajectory of [chat, JSON.stringify(chat)]) {
      const { file, transcripts } = compacted({ messages: chat, trajectory });
      expect(transcripts).toMatchObject([{ maskedCount: 1 }, { maskedCount: 1 }]);
      expect(file).toMatchObject({ observations: 4, unreadResults: 0 });
    }
  });

  it("in a prompt and its completion as columns, whatever else is in the row", () => {
    const read = vi.spyOn(ConversationReader.prototype, "read");
    const rows = [
      { id: 1, prompt: [task], completion: answered, score: 0.5 },
      { prompt: chat.slice(0, 3), completion: chat.slice(3), info: { of: ["a", "b"] } },
      { prompt: chat, completion: [{ role: "assistant", content: "two" }] },
    ];
    agree(linesOf(rows), { preserveRecentRawTurns: 1, minGain: 1 });
    // Only as objects.
    expect(read).toHaveBeenCalledTimes(rows.length);
    read.mockRestore();
    const others: readonly object[] = [
      { completion: answered, prompt: [task] },
      { prompt: [task], completion: answered, output: "the crates were counted" },
      { prompt: [task], completion: blocks.slice(1) },
      { prompt: JSON.stringify([task]), completion: answered },
      { prompt: { messages: [task] }, completion: answered },
      { prompt: [task], completion: [...answered, "more"] },
      { prompt: [task], completion: [{ role: "assistant", prompt: chat }, ...answered] },
    ];
    for (const other of others)
      agree(linesOf([other, ...rows, other]), {
        preserveRecentRawTurns: 1,
        windowUnit: "messages",
      });
  });

  it("next to a prompt and its completion, under a key that held none in earlier rows", () => {
    const row = (rejected: unknown) => ({ prompt: [task], completion: answered, rejected });
    const other = [task, { role: "assistant", content: "twelve, or thirteen" }];
    const rows = linesOf([row(null), row(null), row(other), row(null)]);
    agree(rows, { preserveRecentRawTurns: 1 });
    const transcripts = compact(rows).transcripts.map(({ line, messages }) => [line, messages]);
    expect(transcripts).toEqual([...[1, 2, 3].map((line) => [line, 5]), [3, 2], [4, 5]]);
  });

  it("unless the user answers like a tool in another; nothing is read as objects to tell that", () => {
    const said = (...texts: readonly string[]) => [
      task,
      ...texts.flatMap((content) => [
        { role: "assistant", content: "So." },
        { role: "user", content },
      ]),
    ];
    const read = vi.spyOn(openaiChat, "read");
    const row = { prompt: said("Go on."), completion: answered };
    const count = (rows: number) => {
      compacted(...Array(rows).fill(row));
      return read.mock.calls.splice(0).length;
    };
    expect(count(8)).toBe(count(2));
    read.mockRestore();
    for (const log of [said("Observation:\n5"), said("Go on.", "API output: 5")])
      expect(() => compacted({ body: { messages: chat }, log })).toThrow(ElisionError);
  });

  it("and what is of an unknown kind next to it is named", () => {
    for (const messages of [chat, JSON.stringify(chat)]) {
      const record = { log: [{ messages }, { type: "note", text: "of a bowl of quinces" }] };
      expect(compacted(record).file.unreadRecords).toEqual({ note: 1 });
      agree(linesOf([record, record]), { preserveRecentRawTurns: 1 });
    }
  });

  it("but not where no tool is in it", () => {
    expect(() => compacted({ body: { messages: [task] } })).toThrow(ElisionError);
  });

  const [firstCall, firstOutput] = [items[1], items[2]];
  const realtime = [
    { type: "response.done", response: { output: [firstCall] } },
    { type: "conversation.item.created", item: firstOutput },
  ];
  const ofAnother = [
    { role: "assistant", steps: [{ type: "function_call", call_id: "a", name: "count" }] },
    { role: "tool", steps: [{ type: "function_result", call_id: "a", result: OLD }] },
  ];
  const updates = [
    { agent: { messages: [{ type: "ai", tool_calls: [{ name: "count", args: {}, id: "a" }] }] } },
    { tools: { messages: [{ type: "tool", tool_call_id: "a", content: OLD }] } },
  ];
  it.each([
    ["events of OpenAI's Realtime API", realtime],
    ["messages of a framework", ofAnother],
    ["updates of LangGraph's nodes", updates],
  ])("nor where only calls are: %s are refused, not passed over", (_, records) => {
    expect(() => compact(linesOf(records))).toThrow(ElisionError);
    expect(() => compacted(records)).toThrow(ElisionError);
    const { file, badLines } = compacted({ body: { messages: chat } }, ...records);
    expect(file).toMatchObject({ observations: 2, otherRecords: 2 });
    expect(badLines.at(-1)).toMatchObject({ line: 3, isUnread: true });
  });

  it("and results in other places of the record are named", () => {
    const tool_result = [{ text: `${OLD}, says another` }];
    const { file } = compacted({ body: { messages: chat }, log: { tool_result } });
    expect(file).toMatchObject({ observations: 2, unreadResults: 1 });
  });
});

it.each(["uuid", "sessionId"])("a row of chat completions may have a %s", (key) => {
  const { transcripts } = compacted({ [key]: "5f", messages: chat });
  expect(transcripts).toMatchObject([{ format: "openai-chat", maskedCount: 1 }]);
});

it("calls that are JSON in strings are paired with their results", () => {
  const messages = chat.map((message) =>
    "tool_calls" in message
      ? { ...message, tool_calls: message.tool_calls?.map((call) => JSON.stringify(call)) }
      : message,
  );
  const placeholder = "a result of {toolName} ({callId}) was here";
  for (const record of [{ messages }, { id: 1, prompt: [task], completion: messages.slice(1) }]) {
    const { bytes, transcripts } = compact(linesOf([record]), {
      preserveRecentRawTurns: 1,
      placeholder,
    });
    expect(Buffer.from(bytes).toString()).toContain("a result of count (a) was here");
    expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
    agree(linesOf([record, { messages: chat }, record]), {
      preserveRecentRawTurns: 1,
      placeholder,
    });
  }
});

it("every conversation of the fixtures is found", () => {
  const counts = ["batch.jsonl", "request-log.jsonl", "preference.json"].map((name) => {
    const bytes = readFileSync(new URL(`../../fixtures/wrapped-chat/${name}`, import.meta.url));
    return compact(bytes, { preserveRecentRawTurns: 0 }).transcripts.map(
      ({ maskedCount }) => maskedCount,
    );
  });
  expect(counts).toEqual([
    [3, 2],
    [3, 3],
    [3, 3, 2],
  ]);
});

it.each([
  ...(["anthropic", "bedrock", "gemini-contents", "langchain", "langchain-dict"] as const),
  ...(["langchain-flat", "openai-chat", "openai-responses", "sharegpt"] as const),
  ...(["vercel-model", "vercel-ui"] as const),
])("all results of %s are found under other keys", (format) => {
  for (const { bytes } of fixturesOf(format)) {
    const { layout, observations } = compact(bytes).file;
    const records = layout === "document" ? [jsonIn(bytes)] : recordsIn(bytes);
    const wrapped = (layout === "lines" ? [records] : records).map((of) => ({
      id: 1,
      made: { of },
    }));
    expect(compact(linesOf(wrapped)).file).toMatchObject({ observations, unreadResults: 0 });
    expect(observations).toBeGreaterThan(0);
  }
});

const jsonIn = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** The records of lines or rows; a file of one row may be spread over lines. */
function recordsIn(bytes: Buffer): readonly unknown[] {
  const lines = bytes.toString().trimEnd().split("\n");
  return lines[0] === "{" || lines[0] === "["
    ? [jsonIn(bytes)]
    : lines.map((line) => JSON.parse(line));
}
