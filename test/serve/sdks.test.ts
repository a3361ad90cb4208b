/** The providers' own libraries through the proxy: what they see is what the upstream sent. */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { resultsIn, resultText } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const events = (...all: readonly Record<string, unknown>[]) =>
  all.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join("");

const ANTHROPIC_REPLY = events(
  {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-opus-5.5",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 3,
        cache_read_input_tokens: 50,
        cache_creation_input_tokens: 7,
        output_tokens: 1,
      },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Dé" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "jà." } },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 4 },
  },
  { type: "message_stop" },
);

describe("the SDK of", () => {
  it.each([
    ["small", "Do it."],
    // Requests of more than 256 kB that nobody saw before are not read as a whole before they are sent.
    ["of 300 kB", 'Do it: \u00e9 "\n'.repeat(30_000)],
  ])("Anthropic streams through, over 30 turns with tools, %s", async (_, task) => {
    const { url, arrived, lines } = await proxyWorld({
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const bytes = Buffer.from(ANTHROPIC_REPLY);
        // Cut within a character, as networks do.
        const cut = bytes.indexOf(0xc3) + 1;
        response.write(bytes.subarray(0, cut));
        setImmediate(() => response.end(bytes.subarray(cut)));
      },
    });
    const client = new Anthropic({ apiKey: "key", baseURL: url, maxRetries: 0 });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: task }];
    for (let step = 0; step < 30; step++) {
      messages.push(
        {
          role: "assistant",
          content: [{ type: "tool_use", id: `t${step}`, name: "run", input: {} }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `t${step}`, content: resultText(step) }],
        },
      );
      const stream = client.messages.stream({ model: "claude-opus-5.5", max_tokens: 50, messages });
      const final = await stream.finalMessage();
      expect(final.content).toEqual([expect.objectContaining({ type: "text", text: "Déjà." })]);
      expect(final.usage).toMatchObject({ cache_read_input_tokens: 50, output_tokens: 4 });
    }
    const last = resultsIn(arrived.at(-1)?.body ?? "");
    expect(last.filter((text, step) => text !== resultText(step))).toHaveLength(10);
    for (const [at, { body }] of arrived.entries())
      expect(resultsIn(body)).toEqual(last.slice(0, at + 1));
    const asked = arrived.map(({ body }) => JSON.parse(body.toString()).messages[0].content);
    expect(asked.every((text) => text === task)).toBe(true);
    expect(lines).toHaveLength(30);
    expect(lines.at(-1)?.usage).toEqual({ input: 3, cacheRead: 50, cacheWrite: 7, output: 4 });
  });

  it("OpenAI gets errors with their status and body", async () => {
    const { url } = await proxyWorld({
      answer(response) {
        response.writeHead(429, { "content-type": "application/json", "retry-after": "7" });
        response.end('{"error":{"message":"slow down","type":"rate_limit"}}');
      },
    });
    const client = new OpenAI({ apiKey: "key", baseURL: `${url}/v1`, maxRetries: 0 });
    const asked = client.chat.completions.create({
      model: "gpt",
      messages: [{ role: "user", content: "hi" }],
    });
    await expect(asked).rejects.toMatchObject({ status: 429, message: "429 slow down" });
  });

  it("OpenAI streams chat completions through", async () => {
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "gpt", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const { url } = await proxyWorld({
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          `${chunk({ content: "one " })}${chunk({ content: "two" })}${chunk({}, "stop")}data: [DONE]\n\n`,
        );
      },
    });
    const client = new OpenAI({ apiKey: "key", baseURL: `${url}/v1`, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      model: "gpt",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    });
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    expect(text).toBe("one two");
  });
});
