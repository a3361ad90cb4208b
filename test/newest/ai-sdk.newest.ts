/** The same loops with the AI SDK 7, whose models have another version of the specification. */
import { generateText, stepCountIs, streamText, ToolLoopAgent, tool, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as adapter from "../../src/api/adapters/ai-sdk-adapter.ts";
import { expectCompacted, LIMIT, resultOf } from "../support/scripted/scripted-loop.ts";
import { scriptedAiSdk7 } from "./ai-sdk-model.ts";

const look = tool({
  description: "Looks.",
  inputSchema: z.object({ step: z.number() }),
  execute: ({ step }: { step: number }) => resultOf(step),
});

describe.each([12, 60])("a loop of the AI SDK 7 with %i steps", (steps) => {
  const begin = () => {
    const compactor = adapter.createCompactor({ firstSight: LIMIT });
    const tools = { look, read_original: adapter.readBackTool(compactor) as never };
    const { model, calls } = scriptedAiSdk7(steps);
    const expectShortened = () => {
      expectCompacted(
        calls.map(({ prompt }) => prompt),
        { shape: "vercel-model", steps },
      );
      expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
    };
    return { compactor, tools, model, stopWhen: stepCountIs(1000), expectShortened };
  };

  it("is compacted step by step", async () => {
    const { compactor, expectShortened, ...rest } = begin();
    const step = adapter.prepareStep(compactor) as never;
    const { text } = await generateText({ ...rest, prompt: "Look.", prepareStep: step });
    expect(text).toBe("done");
    expectShortened();
  });

  it("is compacted in the steps of an agent", async () => {
    const { compactor, expectShortened, ...rest } = begin();
    const agent = new ToolLoopAgent({
      ...rest,
      prepareStep: adapter.prepareStep(compactor) as never,
    });
    expect((await agent.generate({ prompt: "Look." })).text).toBe("done");
    expectShortened();
  });

  it("is compacted around the model, where replies are streamed", async () => {
    const { compactor, expectShortened, model, ...rest } = begin();
    const middleware = adapter.compactionMiddleware(compactor) as never;
    const wrapped = wrapLanguageModel({ model, middleware });
    expect(await streamText({ ...rest, model: wrapped, prompt: "Look." }).text).toBe("done");
    expectShortened();
  });
});
