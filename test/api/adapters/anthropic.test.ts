/** Loops with Anthropic's SDK and a server on this machine. */
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { createCompactor } from "../../../src/api/adapters/anthropic-adapter.ts";
import { type Reply, serveJson } from "../../support/json-server.ts";
import { expectCompacted, LIMIT, refIn, resultOf } from "../../support/scripted-loop.ts";

const LOOK: Anthropic.Tool = {
  name: "look",
  description: "Looks.",
  input_schema: { type: "object", properties: { step: { type: "integer" } } },
};

/** A server that calls a tool so many times, reads the last result again, and is done. */
async function scripted(steps: number) {
  const requests: Anthropic.MessageCreateParams[] = [];
  const reply = (body: Anthropic.MessageCreateParams): Reply => {
    const step = requests.push(body);
    const block =
      step > steps + 1
        ? { type: "text", text: "done" }
        : step > steps
          ? { type: "tool_use", id: `c${step}`, name: "read_original", input: { ref: refIn(body) } }
          : { type: "tool_use", id: `c${step}`, name: "look", input: { step } };
    const stop_reason = block.type === "text" ? "end_turn" : "tool_use";
    const head = { id: `m${step}`, type: "message", role: "assistant", model: "m" };
    const usage = { input_tokens: 1, output_tokens: 1 };
    if (body.stream !== true) return { json: { ...head, content: [block], stop_reason, usage } };
    const { input, text, ...start } = { input: undefined, text: undefined, ...block };
    const delta =
      text === undefined
        ? { type: "input_json_delta", partial_json: JSON.stringify(input) }
        : { type: "text_delta", text };
    return {
      events: [
        { type: "message_start", message: { ...head, content: [], usage } },
        {
          type: "content_block_start",
          index: 0,
          content_block: text === undefined ? { ...start, input: {} } : { ...start, text: "" },
        },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason }, usage },
        { type: "message_stop" },
      ] as readonly { type: string }[],
    };
  };
  const baseURL = await serveJson(reply);
  return { client: new Anthropic({ baseURL, apiKey: "none", maxRetries: 0 }), requests };
}

describe.each([12, 60])("a loop of Anthropic's SDK with %i steps", (steps) => {
  it.each([false, true])("is compacted; streamed: %s", async (isStreamed) => {
    const { client, requests } = await scripted(steps);
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
