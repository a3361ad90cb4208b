/** What a server may do to who asks it: send it elsewhere, never end, count below nothing, answer oddly. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openModel } from "../../src/model/connect-model.ts";
import type { ModelRequest } from "../../src/model/model-request.ts";
import {
  type Answer,
  bodyOf,
  type ModelServer,
  modelServer,
  sendJson,
  status,
} from "../support/model-server.ts";

const request: ModelRequest = { purpose: "summary", system: "S", prompt: "P", maxTokens: 50 };
const env = { ANTHROPIC_API_KEY: "sk-1", OPENAI_API_KEY: "sk-2", PATH: process.env.PATH };

const servers: (ModelServer | { close(): Promise<void> })[] = [];
afterEach(async () => {
  for (const each of servers.splice(0)) await each.close();
});

/** A server of another origin, which counts what reaches it. */
async function elsewhere() {
  const heard: unknown[] = [];
  const server: Server = createServer((incoming, response) => {
    heard.push(incoming.headers);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ close: async () => void server.close() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

/** A body of the protocol with one value put in place of another. */
function changed(protocol: "anthropic" | "openai", change: Readonly<Record<string, unknown>>) {
  const body = bodyOf(protocol, "Whole.") as Record<string, unknown> & {
    choices?: { message: Record<string, unknown> }[];
  };
  const [choice] = body.choices ?? [];
  if (choice !== undefined && "content" in change) choice.message.content = change.content;
  else Object.assign(body, change);
  return (response: Parameters<Exclude<Answer, string>>[0]) => sendJson(response, 200, body);
}

describe.each(["anthropic", "openai"] as const)("a server that speaks as %s's", (protocol) => {
  async function open(
    answers: Parameters<typeof modelServer>[1],
    options: Partial<Parameters<typeof openModel>[1]> = {},
  ) {
    const waits: number[] = [];
    const notes: string[] = [];
    const server = await modelServer(protocol, answers);
    servers.push(server);
    const model = await openModel(`${protocol}:m`, {
      url: server.url,
      env,
      note: (line) => notes.push(line),
      wait: async (ms) => void waits.push(ms),
      ...options,
    });
    return { server, model, waits, notes };
  }

  test.each([301, 302, 307, 308])("that sends elsewhere by %i is not followed", async (code) => {
    const { url, heard } = await elsewhere();
    const { server, model } = await open([status(code, { location: `${url}/v1` })]);
    expect(await model.ask(request)).toEqual({
      ok: false,
      reason: `${server.url} redirects to ${url}: refused, the texts are for ${server.url} only`,
    });
    expect(heard).toEqual([]);
    await model.ask({ ...request, prompt: "another" });
    expect(server.asked).toHaveLength(1);
  });

  test("that sends to another path of its own is followed, and without end is not", async () => {
    const { model } = await open([status(307, { location: "/moved" }), "Here."]);
    expect(await model.ask(request)).toMatchObject({ ok: true, text: "Here." });
    const round = await open([status(308, { location: "/round" })]);
    expect(await round.model.ask(request)).toMatchObject({
      ok: false,
      reason: `${round.server.url} redirects without end`,
    });
  });

  test("that never stops is stopped at 10 MB, also in an error", async () => {
    for (const code of [200, 400]) {
      let sent = 0;
      const { model } = await open([
        (response) => {
          response.writeHead(code, { "content-type": "application/json" });
          const piece = Buffer.alloc(64 * 1024, " ");
          const more = () => {
            while (!response.destroyed) {
              sent += piece.length;
              if (sent > 200_000_000) return response.end();
              if (!response.write(piece)) return response.once("drain", more);
            }
            return undefined;
          };
          more();
        },
      ]);
      expect(await model.ask(request)).toEqual({
        ok: false,
        reason: expect.stringMatching(/larger than 10 MB/),
      });
      expect(sent).toBeLessThan(60_000_000);
    }
  });

  test("is waited for no longer in all than an attempt may take", async () => {
    const late = status(429, { "retry-after": "3" });
    const { model, waits } = await open([late, late, "Now."], { timeoutMs: 5000 });
    expect(await model.ask(request)).toMatchObject({ ok: true });
    expect(waits).toEqual([3000, 2000]);
  });

  test("is given up when the time for waits is used up", async () => {
    const late = status(429, { "retry-after": "3600" });
    const { model, waits } = await open([late, late, "Now."], { timeoutMs: 5000 });
    const reason = expect.stringMatching(/ \(2 attempts\)$/);
    expect(await model.ask(request)).toMatchObject({ ok: false, reason });
    expect(waits).toEqual([5000]);
  });

  test.each([
    ["below nothing", -5],
    ["a text", "12"],
    ["no number", null],
    ["a fraction", 1.5],
  ])("that counts tokens as %s is not believed", async (_, count) => {
    const usage = {
      input_tokens: count,
      output_tokens: count,
      prompt_tokens: count,
      completion_tokens: count,
    };
    const { model, notes } = await open([changed(protocol, { usage })]);
    expect(await model.ask(request)).toEqual({ ok: true, text: "Whole." });
    await model.close();
    expect(notes.at(-1)).toBe(
      `${protocol}:m: calls: 1, 1 tokens sent and 2 received; replies from the cache: 0`,
    );
  });

  test.each([
    ["a number", 5, { ok: false, reason: "the server's answer is none of its protocol" }],
    [
      "an object",
      { text: "a" },
      { ok: false, reason: "the server's answer is none of its protocol" },
    ],
    ["nothing", null, { ok: false, reason: "the reply is empty" }],
    ["a text", "Plain.", { ok: true, text: "Plain." }],
    [
      "parts",
      [{ type: "text", text: "One, " }, 7, null, { type: "image" }, { type: "text", text: "two." }],
      { ok: true, text: "One, two." },
    ],
    [
      "parts of which none is text",
      [{ type: "text", text: 9 }],
      { ok: false, reason: "the reply is empty" },
    ],
  ])("whose content is %s gives a reason or its text", async (_, content, expected) => {
    const { model } = await open([changed(protocol, { content })]);
    expect(await model.ask(request)).toMatchObject(expected);
  });

  test.each([
    ["choices as a number", { choices: 3 }],
    ["choices as a text", { choices: "abc" }],
    ["no choices", { choices: null }],
    ["nothing of its protocol", { content: undefined, choices: [null], usage: 7 }],
  ])("that answers with %s gives a reason", async (_, change) => {
    const { model } = await open([changed(protocol, { content: [], ...change })]);
    expect(await model.ask(request)).toEqual({ ok: false, reason: expect.stringMatching(/\w/) });
  });
});

test("a command that never stops is stopped at 10 MB", async () => {
  const model = await openModel("command:yes", { env, note: () => {} });
  expect(await model.ask(request)).toEqual({
    ok: false,
    reason: "the reply is larger than 10 MB",
  });
});
