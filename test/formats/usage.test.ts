/** What providers counted of prompts, as each format that records it says so. */
import { describe, expect, it } from "vitest";
import { readTranscriptsIn } from "../../src/engine/input/read-transcripts.ts";
import { FORMATS, type FormatName } from "../../src/formats/index.ts";
import { memoryStore } from "../../src/io/store/store.ts";
import type { RequestUsage } from "../../src/transcript/model/request-usage.ts";
import { foundIn } from "../support/found.ts";

const RECORDS: Readonly<Partial<Record<FormatName, { record: unknown; usage: RequestUsage }>>> = {
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
    usage: { prompt: 123, read: 100, write: 20, output: 9 },
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
    usage: { prompt: 43, read: 40 },
  },
  codex: {
    record: {
      type: "event_msg",
      payload: {
        type: "token_count",
        info: { last_token_usage: { input_tokens: 77, cached_input_tokens: 70 } },
      },
    },
    usage: { prompt: 77, read: 70 },
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
    usage: { prompt: 321, read: 20, write: 300, output: 50 },
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
    usage: { prompt: 18, read: 6, write: 7 },
  },
  "gemini-cli": {
    record: { id: "m", type: "gemini", content: "hi", tokens: { input: 90, cached: 80 } },
    usage: { prompt: 90, read: 80 },
  },
  "qwen-code": {
    record: {
      ...{ type: "assistant", uuid: "u", parentUuid: null, sessionId: "s" },
      message: { role: "model", parts: [{ text: "hi" }] },
      usageMetadata: { promptTokenCount: 88, cachedContentTokenCount: 80 },
    },
    usage: { prompt: 88, read: 80 },
  },
  "kimi-code": {
    record: {
      type: "context.append_loop_event",
      event: {
        type: "step.end",
        usage: { inputOther: 4, output: 50, inputCacheRead: 70, inputCacheCreation: 800 },
      },
    },
    usage: { prompt: 874, read: 70, write: 800, output: 50, keepsLong: false },
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
    usage: { prompt: 35, read: 30 },
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
    usage: { prompt: 55 },
  },
  atif: {
    record: {
      schema_version: "ATIF-v1.4",
      session_id: "s",
      agent: { name: "a", version: "1" },
      steps: [{ step_id: 1, source: "agent", message: "hi", metrics: { prompt_tokens: 66 } }],
    },
    usage: { prompt: 66 },
  },
};

describe("usage", () => {
  it.each(Object.entries(RECORDS))(
    "of %s is that of the whole prompt",
    (name, { record, usage }) => {
      const { usages } = foundIn(FORMATS[name as FormatName], record);
      expect(usages).toEqual([expect.objectContaining(usage)]);
    },
  );

  it("is of the turn that answers the prompt; said again, only its output grows", () => {
    const line = (id: string, tokens: number, content: unknown) => ({
      type: "assistant",
      sessionId: "s",
      uuid: `${id}-${tokens}`,
      message: {
        role: "assistant",
        id,
        content,
        usage: { input_tokens: tokens, output_tokens: tokens },
      },
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
      let usage: readonly (readonly [number, RequestUsage])[] = [];
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
      [1, expect.objectContaining({ prompt: 10, output: 11 })],
      [2, expect.objectContaining({ prompt: 20, output: 20 })],
    ]);
    expect(usageOf(false)).toEqual([]);
  });
});
