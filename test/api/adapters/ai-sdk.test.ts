/** Loops of the AI SDK with its own mock model: by steps, around the model, streamed. */
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  compactionMiddleware,
  createCompactor,
  prepareStep,
  readBackTool,
} from "../../../src/api/adapters/ai-sdk-adapter.ts";
import { scriptedAiSdk } from "../../support/scripted/ai-sdk-model.ts";
import { expectCompacted, LIMIT, resultOf } from "../../support/scripted/scripted-loop.ts";

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
    const { model, calls } = scriptedAiSdk(steps);
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
    const { model, calls } = scriptedAiSdk(steps);
    const plain = scriptedAiSdk(0);
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
    const { model, calls } = scriptedAiSdk(steps);
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
