/** Loops of the AI SDK with its own mock model: by steps, around the model, streamed. */
import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  compactionMiddleware,
  createCompactor,
  prepareStep,
  readBackTool,
} from "../../../src/api/adapters/ai-sdk-adapter.ts";
import { expectCompacted, LIMIT, refIn, resultOf } from "../../support/scripted-loop.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls a tool so many times, reads the last result again, and is done. */
function scripted(steps: number) {
  const calls: LanguageModelV3CallOptions[] = [];
  const reply = (options: LanguageModelV3CallOptions) => {
    const step = calls.push(options);
    if (step > steps + 1) return { text: "done" };
    const [toolName, input] =
      step > steps ? ["read_original", { ref: refIn(options.prompt) }] : ["look", { step }];
    return { call: { toolCallId: `c${step}`, toolName, input: JSON.stringify(input) } };
  };
  const model = new MockLanguageModelV3({
    doGenerate: async (options) => {
      const { text, call } = reply(options);
      return {
        content: [
          call === undefined ? { type: "text", text: text ?? "" } : { type: "tool-call", ...call },
        ],
        finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
    doStream: async (options) => {
      const { text, call } = reply(options);
      const parts: LanguageModelV3StreamPart[] =
        call === undefined
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: text ?? "" },
              { type: "text-end", id: "t" },
            ]
          : [{ type: "tool-call", ...call }];
      const unified = call === undefined ? "stop" : "tool-calls";
      const stream: LanguageModelV3StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason: { unified, raw: undefined }, usage: USAGE },
      ];
      return { stream: convertArrayToReadableStream(stream) };
    },
  });
  return { model, calls };
}

const look = tool({
  description: "Looks.",
  inputSchema: z.object({ step: z.number() }),
  execute: ({ step }) => resultOf(step),
});

describe.each([12, 60])("a loop of the AI SDK with %i steps", (steps) => {
  const about = { shape: "vercel-model", steps } as const;
  const rest = (compactor: ReturnType<typeof createCompactor>) => ({
    tools: { look, read_original: readBackTool(compactor) },
    stopWhen: stepCountIs(1000),
    prompt: "Look around.",
  });

  it("is compacted step by step", async () => {
    const { model, calls } = scripted(steps);
    const compactor = createCompactor({ firstSight: LIMIT });
    const all = { ...rest(compactor), prepareStep: prepareStep(compactor) };
    const { text, response } = await generateText({ model, ...all });
    expect(text).toBe("done");
    expectCompacted(
      calls.map(({ prompt }) => prompt),
      about,
    );
    // The agent itself keeps what the tools said.
    expect(JSON.stringify(response.messages)).toContain(JSON.stringify(resultOf(1)).slice(1, -1));
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });

  it("is compacted around the model, tools untouched", async () => {
    const { model, calls } = scripted(steps);
    const plain = scripted(0);
    const compactor = createCompactor({ firstSight: LIMIT });
    const wrapped = wrapLanguageModel({ model, middleware: compactionMiddleware(compactor) });
    await generateText({ model: wrapped, ...rest(compactor) });
    expectCompacted(
      calls.map(({ prompt }) => prompt),
      about,
    );
    await generateText({ model: plain.model, ...rest(compactor) });
    expect(calls[0]?.tools).toEqual(plain.calls[0]?.tools);
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0 });
  });

  it("is compacted where replies are streamed", async () => {
    const { model, calls } = scripted(steps);
    const compactor = createCompactor({ firstSight: LIMIT });
    const wrapped = wrapLanguageModel({ model, middleware: compactionMiddleware(compactor) });
    const result = streamText({ model: wrapped, ...rest(compactor) });
    expect(await result.text).toBe("done");
    expectCompacted(
      calls.map(({ prompt }) => prompt),
      about,
    );
  });
});
