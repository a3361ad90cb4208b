/** Loops with Anthropic's SDK and a server on this machine. */
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { createCompactor } from "../../../src/api/adapters/anthropic-adapter.ts";
import { scriptedAnthropic } from "../../support/scripted/anthropic-server.ts";
import { expectCompacted, LIMIT, resultOf } from "../../support/scripted/scripted-loop.ts";

const LOOK: Anthropic.Tool = {
  name: "look",
  description: "Looks.",
  input_schema: { type: "object", properties: { step: { type: "integer" } } },
};

describe.each([12, 60])("a loop of Anthropic's SDK with %i steps", (steps) => {
  it.each([false, true])("is compacted; streamed: %s", async (isStreamed) => {
    const { baseURL, requests } = await scriptedAnthropic(steps);
    const client = new Anthropic({ baseURL, apiKey: "none", maxRetries: 0 });
    const compactor = createCompactor({ firstSight: LIMIT });
    const tools = [LOOK, compactor.definition];
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Look around." }];
    for (;;) {
      const params = { model: "m", max_tokens: 99, tools, messages: compactor.next(messages) };
      const { content, stop_reason } = isStreamed
        ? await client.messages.stream(params).finalMessage()
        : await client.messages.create(params);
      messages.push({ role: "assistant", content });
      if (stop_reason !== "tool_use") break;
      const results = content.flatMap((block): Anthropic.ToolResultBlockParam[] => {
        if (block.type !== "tool_use") return [];
        const { step } = block.input as { step: number };
        return [
          compactor.answerTo(block) ?? {
            type: "tool_result",
            tool_use_id: block.id,
            content: resultOf(step),
          },
        ];
      });
      messages.push({ role: "user", content: results });
    }
    expect(messages.at(-1)?.content).toMatchObject([{ text: "done" }]);
    expectCompacted(
      requests.map((request) => request.messages),
      { shape: "anthropic", steps },
    );
    expect(requests[0]?.tools?.[0]).toEqual(LOOK);
    expect(compactor.stats()).toMatchObject({ shortened: steps, restarts: 0, readBacks: 1 });
  });
});
