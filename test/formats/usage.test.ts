/** What providers counted of prompts, as each format that records it says so. */
import { describe, expect, it } from "vitest";
import { readTranscriptsIn } from "../../src/engine/input/read-transcripts.ts";
import { FORMATS, type FormatName } from "../../src/formats/index.ts";
import { memoryStore } from "../../src/io/store.ts";
import { foundIn } from "../support/found.ts";

const RECORDS: Readonly<Partial<Record<FormatName, { record: unknown; tokens: number }>>> = {
  "claude-code": {
    record: {
      type: "assistant",
      sessionId: "s",
      uuid: "u",
      message: {
        role: "assistant",
        id: "m",
        content: [{ type: "text", text: "hi" }],
        usage: {
          input_tokens: 3,
          cache_creation_input_tokens: 20,
          cache_read_input_tokens: 100,
          output_tokens: 9,
        },
      },
    },
    tokens: 123,
  },
  "claude-stream-json": {
    record: {
      type: "assistant",
      session_id: "s",
      message: {
        role: "assistant",
        id: "m",
        content: [{ type: "text", text: "hi" }],
        usage: { input_tokens: 3, cache_read_input_tokens: 40 },
      },
    },
    tokens: 43,
  },
  codex: {
    record: {
      type: "event_msg",
      payload: {
        type: "token_count",
        info: { last_token_usage: { input_tokens: 77, cached_input_tokens: 70 } },
      },
    },
    tokens: 77,
  },
  pi: {
    record: {
      type: "message",
      id: "a",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "hi" }],
        usage: { input: 1, output: 50, cacheRead: 20, cacheWrite: 300 },
      },
    },
    tokens: 321,
  },
  opencode: {
    record: {
      info: {},
      messages: [
        {
          info: { role: "assistant", id: "m", tokens: { input: 5, cache: { read: 6, write: 7 } } },
          parts: [],
        },
      ],
    },
    tokens: 18,
  },
  "gemini-cli": {
    record: { id: "m", type: "gemini", content: "hi", tokens: { input: 90, cached: 80 } },
    tokens: 90,
  },
  "qwen-code": {
    record: {
      ...{ type: "assistant", uuid: "u", parentUuid: null, sessionId: "s" },
      message: { role: "model", parts: [{ text: "hi" }] },
      usageMetadata: { promptTokenCount: 88, cachedContentTokenCount: 80 },
    },
    tokens: 88,
  },
  cline: {
    record: {
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: [{ type: "text", text: "hi" }],
          metrics: { inputTokens: 35, cacheReadTokens: 30 },
        },
      ],
    },
    tokens: 35,
  },
  openhands: {
    record: [
      {
        id: 1,
        source: "agent",
        action: "run",
        args: { command: "ls" },
        tool_call_metadata: { model_response: { usage: { prompt_tokens: 55 } } },
      },
    ],
    tokens: 55,
  },
  atif: {
    record: {
      schema_version: "ATIF-v1.4",
      session_id: "s",
      agent: { name: "a", version: "1" },
      steps: [{ step_id: 1, source: "agent", message: "hi", metrics: { prompt_tokens: 66 } }],
    },
    tokens: 66,
  },
};

describe("usage", () => {
  it.each(Object.entries(RECORDS))(
    "of %s is that of the whole prompt",
    (name, { record, tokens }) => {
      const { usages } = foundIn(FORMATS[name as FormatName], record);
      expect(usages).toEqual([tokens]);
    },
  );

  it("is of the turn that answers the prompt; what is said again of it changes nothing", () => {
    const line = (id: string, tokens: number, content: unknown) => ({
      type: "assistant",
      sessionId: "s",
      uuid: `${id}-${tokens}`,
      message: { role: "assistant", id, content, usage: { input_tokens: tokens } },
    });
    const call = (id: string) => [{ type: "tool_use", id, name: "Bash", input: {} }];
    const records = [
      { type: "user", sessionId: "s", uuid: "u", message: { role: "user", content: "go" } },
      line("a", 10, [{ type: "text", text: "I look." }]),
      line("a", 11, call("c")),
      {
        type: "user",
        sessionId: "s",
        uuid: "r",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c", content: "x" }],
        },
      },
      line("b", 20, [{ type: "text", text: "Done." }]),
    ];
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const usageOf = (findsUsage: boolean) => {
      let usage: readonly (readonly [number, number])[] = [];
      readTranscriptsIn(
        bytes,
        {
          file: "run.jsonl",
          strict: true,
          findsUsage,
          onBadLine() {},
          onTranscript({ transcript }) {
            usage = [...transcript.usage];
          },
        },
        { store: memoryStore() },
      );
      return usage;
    };
    expect(usageOf(true)).toEqual([
      [1, 10],
      [2, 20],
    ]);
    expect(usageOf(false)).toEqual([]);
  });
});
