/** Agents of LangChain and LangGraph with a scripted model. */
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  compactionMiddleware,
  createCompactor,
  preModelHook,
  readBackTool,
} from "../../../src/api/adapters/langchain-adapter.ts";
import { ScriptedLangChain } from "../../support/scripted/langchain-model.ts";
import { expectCompacted, LIMIT, resultOf } from "../../support/scripted/scripted-loop.ts";

const look = tool(({ step }: { step: number }) => resultOf(step), {
  name: "look",
  description: "Looks.",
  schema: z.object({ step: z.number() }),
});

const INPUT = { messages: [{ role: "user", content: "Look around." }] };

/** What the agent keeps: its messages, not those of the prompt. */
function contents(prompts: readonly BaseMessage[][]): object[][] {
  return prompts.map((prompt) =>
    prompt.map((message) => {
      const { content, tool_calls, tool_call_id } = message as AIMessage & {
        tool_call_id?: string;
      };
      return {
        type: message.getType(),
        content,
        ...(tool_calls && { tool_calls }),
        ...(tool_call_id && { tool_call_id }),
      };
    }),
  );
}

describe.each([12, 60])("an agent with %i steps", (steps) => {
  const about = { shape: "langchain-flat", steps } as const;

  it("of LangChain is compacted by the middleware", async () => {
    const model = new ScriptedLangChain(steps);
    const compactor = createCompactor({ firstSight: LIMIT });
    const agent = createAgent({
      model,
      tools: [look],
      middleware: [compactionMiddleware(compactor)],
    });
    const { messages } = await agent.invoke(INPUT, { recursionLimit: 1000 });
    expect(messages.at(-1)?.content).toBe("done");
    expect(messages[2]?.content).toBe(resultOf(1));
    expect(model.prompts.at(-1)?.[2]).toBeInstanceOf(messages[2]?.constructor);
    expectCompacted(contents(model.prompts), about);
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });

  it("of LangGraph is compacted by the hook before its model", async () => {
    const model = new ScriptedLangChain(steps);
    const compactor = createCompactor({ firstSight: LIMIT });
    const agent = createReactAgent({
      llm: model,
      tools: [look, readBackTool(compactor)],
      preModelHook: preModelHook(compactor),
    });
    const { messages } = await agent.invoke(INPUT, { recursionLimit: 1000 });
    expect(messages[2]?.content).toBe(resultOf(1));
    expectCompacted(contents(model.prompts), about);
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });
});
