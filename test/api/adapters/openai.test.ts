/** Loops with OpenAI's SDK and a server on this machine, and of the Agents SDK with a scripted model. */
import { Agent, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  agentsInputFilter,
  agentsTool,
  createChatCompactor,
  createResponsesCompactor,
} from "../../../src/api/adapters/openai-adapter.ts";
import { serveJson } from "../../support/json-server.ts";
import { callAt, scriptedAgents, scriptedChat } from "../../support/scripted/openai-models.ts";
import { expectCompacted, LIMIT, resultOf } from "../../support/scripted/scripted-loop.ts";

const PARAMETERS = { type: "object", properties: { step: { type: "integer" } } };

function clientOf(baseURL: string): OpenAI {
  return new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
}

describe.each([12, 60])("a loop with %i steps", (steps) => {
  it("of chat completions is compacted", async () => {
    const { baseURL: url, requests } = await scriptedChat(steps);
    const compactor = createChatCompactor({ firstSight: LIMIT });
    const look: OpenAI.ChatCompletionTool = {
      type: "function",
      function: { name: "look", parameters: PARAMETERS },
    };
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Look." }];
    for (;;) {
      const { choices } = await clientOf(url).chat.completions.create({
        model: "m",
        tools: [look, compactor.definition],
        messages: compactor.next(messages),
      });
      const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
      messages.push(message);
      if (message.tool_calls === undefined) break;
      for (const call of message.tool_calls) {
        if (call.type !== "function") continue;
        const { step } = JSON.parse(call.function.arguments) as { step: number };
        messages.push(
          compactor.answerTo(call) ?? {
            role: "tool",
            tool_call_id: call.id,
            content: resultOf(step),
          },
        );
      }
    }
    expectCompacted(
      requests.map((request) => request.messages),
      { shape: "openai-chat", steps },
    );
    expect(requests[0]?.tools?.[0]).toEqual(look);
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });

  it("of the Responses API is compacted", async () => {
    const requests: OpenAI.Responses.ResponseCreateParams[] = [];
    const url = await serveJson((body: OpenAI.Responses.ResponseCreateParams) => {
      const step = requests.push(body);
      const asked = callAt(step, steps, body.input);
      const content = [{ type: "output_text", text: "done", annotations: [] }];
      const item =
        asked === undefined
          ? { type: "message", id: `m${step}`, role: "assistant", status: "completed", content }
          : { type: "function_call", id: `f${step}`, call_id: `c${step}`, ...asked };
      return { json: { id: "r", object: "response", output: [item] } };
    });
    const compactor = createResponsesCompactor({ firstSight: LIMIT });
    const look: OpenAI.Responses.Tool = {
      type: "function",
      name: "look",
      parameters: PARAMETERS,
      strict: false,
    };
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Look." }];
    for (;;) {
      const { output } = await clientOf(url).responses.create({
        model: "m",
        store: false,
        tools: [look, compactor.definition],
        input: compactor.next(input),
      });
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      const call = output.find((item) => item.type === "function_call");
      if (call === undefined) break;
      const { step } = JSON.parse(call.arguments) as { step: number };
      input.push(
        compactor.answerTo(call) ?? {
          type: "function_call_output",
          call_id: call.call_id,
          output: resultOf(step),
        },
      );
    }
    expectCompacted(
      requests.map((request) => request.input as object[]),
      { shape: "openai-responses", steps },
    );
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });

  it("of the Agents SDK is compacted by its input filter", async () => {
    const { model, requests } = scriptedAgents(steps);
    const compactor = createResponsesCompactor({ firstSight: LIMIT });
    const look = tool({
      name: "look",
      description: "Looks.",
      parameters: z.object({ step: z.number() }),
      execute: ({ step }) => resultOf(step),
    });
    const agent = new Agent({ name: "a", model, tools: [look, tool(agentsTool(compactor))] });
    const runner = new Runner({ tracingDisabled: true });
    const { finalOutput } = await runner.run(agent, "Look around.", {
      maxTurns: 1000,
      callModelInputFilter: agentsInputFilter(compactor),
    });
    expect(finalOutput).toBe("done");
    expectCompacted(
      requests.map(({ input }) => input as object[]),
      { shape: "openai-responses", steps },
    );
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });
});
