import { afterEach, describe, expect, test } from "vitest";
import { openModel } from "../../src/model/connect-model.ts";
import type { ModelRequest } from "../../src/model/model-request.ts";
import {
  type Answer,
  bodyOf,
  type ModelServer,
  modelServer,
  raw,
  sendJson,
  silence,
  status,
  torn,
} from "../support/model-server.ts";

const request: ModelRequest = {
  purpose: "summary",
  system: "Be short.",
  prompt: "What is done?",
  maxTokens: 321,
};

const KEY = "sk-very-secret-0123456789";
const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY };

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe.each(["anthropic", "openai"] as const)("a server that speaks as %s's", (protocol) => {
  const waits: number[] = [];
  const notes: string[] = [];
  async function open(
    answers: readonly Answer[],
    options: Partial<Parameters<typeof openModel>[1]> = {},
  ) {
    waits.length = 0;
    notes.length = 0;
    server = await modelServer(protocol, answers);
    return openModel(`${protocol}:m`, {
      url: server.url,
      env,
      note: (line) => notes.push(line),
      wait: async (ms) => void waits.push(ms),
      ...options,
    });
  }

  test("is told all of the request, and its tokens come back", async () => {
    const model = await open(["All of it."]);
    expect(await model.ask(request)).toMatchObject({
      ok: true,
      text: "All of it.",
      inputTokens: 100,
      outputTokens: 20,
    });
    expect(server?.asked).toMatchObject([
      { model: "m", maxTokens: 321, system: "Be short.", prompt: "What is done?" },
    ]);
    await model.close();
    expect(notes).toEqual([
      `texts of transcripts are sent to ${protocol}:m at ${server?.url}`,
      `${protocol}:m: calls: 1, 100 tokens sent and 20 received; replies from the cache: 0`,
    ]);
  });

  test("that is busy is asked again, each time after a longer wait", async () => {
    const model = await open([status(429), status(529), status(503), "At last."]);
    expect(await model.ask(request)).toMatchObject({ ok: true, text: "At last." });
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  test("is asked again when it says so, but within a minute", async () => {
    const model = await open([
      status(429, { "retry-after": "7" }),
      status(429, { "retry-after": "9999" }),
      "Now.",
    ]);
    expect(await model.ask(request)).toMatchObject({ ok: true });
    expect(waits).toEqual([7000, 60_000]);
  });

  test("that stays out of order is given up", async () => {
    const model = await open([status(500)]);
    const reply = await model.ask(request);
    expect(reply).toEqual({
      ok: false,
      reason: expect.stringMatching(/^500.*status 500, sorry.* \(4 attempts\)$/),
    });
    expect(server?.asked).toHaveLength(4);
  });

  test("that breaks off in the middle of its answer is asked again", async () => {
    const model = await open([torn, "Whole."]);
    expect(await model.ask(request)).toMatchObject({ ok: true, text: "Whole." });
  });

  test.each([
    ["no JSON", raw("<html>")],
    ["half a JSON", raw('{"content":')],
    ["another JSON", raw("[1, 2]")],
    ["an empty text", ""],
    ["a blank text", " \n"],
  ])("that answers with %s gives a reason", async (_, answer) => {
    const model = await open([answer]);
    expect(await model.ask(request)).toEqual({ ok: false, reason: expect.stringMatching(/\w/) });
    expect(server?.asked).toHaveLength(1);
  });

  test("that never answers is given up after the time of one attempt", async () => {
    const model = await open([silence], { timeoutMs: 30 });
    expect(await model.ask(request)).toEqual({ ok: false, reason: "no reply within 0.03 s" });
  });

  test("that is not there is not asked a second time", async () => {
    const model = await open(["never"]);
    await server?.close();
    expect(await model.ask(request)).toEqual({
      ok: false,
      reason: "no connection (ECONNREFUSED)",
    });
    expect(waits).toEqual([]);
  });

  test("whose connection fails each time is given up after one call, unless it has answered", async () => {
    const model = await open([torn]);
    const first = await model.ask(request);
    expect(first).toEqual({ ok: false, reason: expect.stringMatching(/\(4 attempts\)$/) });
    expect(await model.ask({ ...request, prompt: "again" })).toEqual(first);
    expect(server?.asked).toHaveLength(4);
    await server?.close();

    const other = await open(["Here.", torn]);
    await other.ask(request);
    for (const prompt of ["one", "two"])
      expect(await other.ask({ ...request, prompt })).toMatchObject({ ok: false });
    expect(server?.asked).toHaveLength(1 + 4 + 4);
  });

  test("that cannot be reached is named with the cause", async () => {
    // fetch refuses this port.
    const model = await open([], { url: "http://127.0.0.1:9" });
    expect(await model.ask(request)).toMatchObject({ reason: expect.stringContaining("bad port") });
  });

  test("that does not know the key is not asked for anything else, and the key is not shown", async () => {
    const model = await open([
      (response, { headers }) => {
        const message = `bad key ${headers["x-api-key"] ?? headers.authorization}`;
        sendJson(response, 401, { error: { message } });
      },
    ]);
    const [one, other] = [
      await model.ask(request),
      await model.ask({ ...request, prompt: "again" }),
    ];
    expect(one).toEqual(other);
    expect(one.ok ? "" : one.reason).toContain("***");
    expect(JSON.stringify([one, notes])).not.toContain(KEY);
    expect(server?.asked).toHaveLength(1);
  });

  test("whose answer is cut off gives no text", async () => {
    const stop = protocol === "anthropic" ? "max_tokens" : "length";
    const model = await open([
      (response) => sendJson(response, 200, bodyOf(protocol, "Half of", stop)),
    ]);
    expect(await model.ask(request)).toEqual({ ok: false, reason: "cut off at 321 tokens" });
  });
});

describe("keys", () => {
  test.each([
    ["anthropic", "ANTHROPIC_API_KEY"],
    ["openai:m", "OPENAI_API_KEY"],
  ])("of %s must be in the environment", async (spec, variable) => {
    await expect(openModel(spec, { env: {}, note: () => {} })).rejects.toMatchObject({
      code: "no-key",
      message: expect.stringContaining(`${variable} is not set`),
    });
  });

  test("are not needed for a server of one's own that speaks as OpenAI's", async () => {
    server = await modelServer("openai", ["Free."]);
    const model = await openModel("openai:m", { url: server.url, env: {}, note: () => {} });
    expect(await model.ask(request)).toMatchObject({ ok: true, text: "Free." });
  });
});

test("anthropic alone is the model of seed 5", async () => {
  server = await modelServer("anthropic", ["Yes."]);
  const model = await openModel("anthropic", { url: server.url, env, note: () => {} });
  await model.ask(request);
  expect(server.asked[0]?.model).toBe("claude-haiku-4-5-20251001");
});
