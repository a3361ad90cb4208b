/** Google's own library and the AI SDK through the proxy, over 30 turns: what they see is what the upstream sent. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type Content, GoogleGenAI } from "@google/genai";
import { type ModelMessage, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { resultsIn, resultText } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const TURNS = 30;

/** The texts that reached the upstream: large ones shortened, the same in every request. */
function expectShortened(bodies: readonly Buffer[]): void {
  const last = resultsIn(bodies.at(-1) ?? "");
  expect(last).toHaveLength(TURNS);
  last.forEach((text, step) => {
    if (step % 3 === 0) expect(text).toContain("[shortened at first sight");
    else expect(text).toBe(resultText(step));
  });
  for (const [at, body] of bodies.entries()) expect(resultsIn(body)).toEqual(last.slice(0, at + 1));
}

describe("the SDK of", () => {
  it("Google streams through, and reads its usage", async () => {
    const usageMetadata = {
      promptTokenCount: 90,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 5,
    };
    const chunk = (text: string, more = {}) =>
      `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }], ...more })}\r\n\r\n`;
    const { url, arrived, lines } = await proxyWorld({
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk("Dé"));
        response.end(chunk("jà.", { usageMetadata }));
      },
    });
    const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: url } });
    const contents: Content[] = [{ role: "user", parts: [{ text: "Do it." }] }];
    for (let step = 0; step < TURNS; step++) {
      contents.push(
        { role: "model", parts: [{ functionCall: { name: "run", args: { step } } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "run", response: { output: resultText(step) } } }],
        },
      );
      const stream = await client.models.generateContentStream({ model: "gemini-3", contents });
      let text = "";
      let usage: unknown;
      for await (const each of stream) {
        text += each.text ?? "";
        usage = each.usageMetadata ?? usage;
      }
      expect([text, usage]).toEqual(["Déjà.", usageMetadata]);
    }
    expectShortened(arrived.map(({ body }) => body));
    expect(lines.at(-1)).toMatchObject({
      wire: "gemini",
      usage: { input: 30, cacheRead: 60, output: 5 },
    });
  });

  it("Vercel streams through", async () => {
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const { url, arrived } = await proxyWorld({
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          `${chunk({ content: "Dé" })}${chunk({ content: "jà." })}${chunk({}, "stop")}data: [DONE]\n\n`,
        );
      },
    });
    const model = createOpenAICompatible({ name: "local", baseURL: `${url}/v1`, apiKey: "key" })(
      "m",
    );
    const messages: ModelMessage[] = [{ role: "user", content: "Do it." }];
    for (let step = 0; step < TURNS; step++) {
      const call = { toolCallId: `t${step}`, toolName: "run" };
      messages.push(
        { role: "assistant", content: [{ type: "tool-call", ...call, input: { step } }] },
        {
          role: "tool",
          content: [
            { type: "tool-result", ...call, output: { type: "text", value: resultText(step) } },
          ],
        },
      );
      expect(await streamText({ model, messages }).text).toBe("Déjà.");
    }
    expectShortened(arrived.map(({ body }) => body));
  });
});
