import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openModel } from "../../src/model/connect-model.ts";
import type { ModelRequest } from "../../src/model/model-request.ts";
import { isRunning } from "../support/process.ts";

const folder = mkdtempSync(join(tmpdir(), "elision-model-"));
afterAll(() => rmSync(folder, { recursive: true }));

const request: ModelRequest = {
  purpose: "summary",
  system: "Be short.",
  prompt: "What is done?",
  maxTokens: 100,
};

const env = { PATH: process.env.PATH };

function open(spec: string, options: Partial<Parameters<typeof openModel>[1]> = {}) {
  const notes: string[] = [];
  const model = openModel(spec, { env, note: (line) => notes.push(line), ...options });
  return { model, notes };
}

describe("a model behind a command", () => {
  test("gets what it is told and the prompt, and its output is the reply", async () => {
    const { model, notes } = open("command:cat");
    const reply = await (await model).ask(request);
    expect(reply).toEqual({ ok: true, text: "Be short.\n\nWhat is done?" });
    expect(notes).toEqual(['texts of transcripts are sent to the command "cat"']);
  });

  test("may leave the prompt unread", async () => {
    const { model } = open("command:echo done");
    const reply = await (await model).ask({ ...request, prompt: "x".repeat(1_000_000) });
    expect(reply).toEqual({ ok: true, text: "done\n" });
  });

  test.each([
    ["echo why >&2; exit 3", "ended with 3: why"],
    ["true", "the reply is empty"],
    ["echo; echo", "the reply is empty"],
    ["kill -9 $$", "ended with SIGKILL"],
  ])("that fails is a reply without a text: %s", async (command, reason) => {
    const { model } = open(`command:${command}`);
    expect(await (await model).ask(request)).toEqual({ ok: false, reason });
  });

  test.skipIf(process.platform === "win32")("takes what it started with it", async () => {
    const pid = join(folder, "pid");
    const { model } = open(`command:sleep 60 & echo $! > '${pid}'; wait`, { timeoutMs: 500 });
    expect(await (await model).ask(request)).toMatchObject({ ok: false });
    const started = Number(readFileSync(pid, "utf8"));
    expect(started).toBeGreaterThan(0);
    await vi.waitFor(() => expect(isRunning(started)).toBe(false));
  });

  test("may leave something running that it started, once it has ended", async () => {
    const pid = join(folder, "left");
    const { model } = open(
      `command:sleep 60 > '${pid}.out' 2>&1 < /dev/null & echo $! | tee '${pid}'`,
    );
    expect(await (await model).ask(request)).toMatchObject({ ok: true });
    const started = Number(readFileSync(pid, "utf8"));
    expect(isRunning(started)).toBe(true);
    process.kill(started);
  });

  test("is given up after its time", async () => {
    const { model } = open("command:sleep 60; echo late", { timeoutMs: 20 });
    expect(await (await model).ask(request)).toEqual({
      ok: false,
      reason: "no reply within 0.02 s",
    });
  });
});

describe("a model's name", () => {
  test.each(["", "gpt-4", "openai:", "anthropic:", "command:", "command: ", "nobody:x"])(
    "that says nothing is refused: %j",
    async (spec) => {
      await expect(open(spec).model).rejects.toThrow(
        `--model: expected anthropic, anthropic:NAME, openai:NAME or command:COMMAND (got ${JSON.stringify(spec)})`,
      );
    },
  );
});

describe("caps", () => {
  test("on calls leave the others without a reply", async () => {
    const { model, notes } = open("command:cat", { maxCalls: 2 });
    const opened = await model;
    const replies = await Promise.all(
      ["a", "b", "c"].map((prompt) => opened.ask({ ...request, prompt })),
    );
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(replies[2]).toEqual({ ok: false, reason: "the cap of 2 calls is reached" });
    await opened.close();
    expect(notes.at(-1)).toMatch(/^command:cat: calls: 2, \d+ tokens sent/);
  });

  test("on tokens count what a call may come to, and then what it came to", async () => {
    const { model } = open("command:echo ok", { maxTokens: 120, concurrency: 1 });
    const opened = await model;
    const ask = (prompt: string) => opened.ask({ ...request, prompt });
    expect((await ask("a")).ok).toBe(true);
    expect((await ask("b".repeat(40))).ok).toBe(true);
    expect(await ask("c".repeat(400))).toEqual({
      ok: false,
      reason: "the cap of 120 tokens is reached",
    });
  });
});

describe("the cache of replies", () => {
  test("answers what was asked before without a call", async () => {
    const cacheFile = join(folder, "again.ndjson");
    const counter = join(folder, "count");
    const spec = `command:echo x >> ${counter}; cat`;
    for (const prompt of ["one", "two", "one"]) {
      const { model } = open(spec, { cacheFile });
      const opened = await model;
      const reply = await opened.ask({ ...request, prompt });
      expect(reply).toEqual({ ok: true, text: `Be short.\n\n${prompt}` });
      await opened.close();
    }
    expect(readFileSync(counter, "utf8")).toBe("x\nx\n");
  });

  test("asks once for what is asked twice at once", async () => {
    const counter = join(folder, "once");
    const opened = await open(`command:echo x >> ${counter}; cat`).model;
    await Promise.all([opened.ask(request), opened.ask(request)]);
    expect(readFileSync(counter, "utf8")).toBe("x\n");
  });

  test("passes over a torn last line and goes on after it", async () => {
    const cacheFile = join(folder, "torn.ndjson");
    const first = await open("command:cat", { cacheFile }).model;
    await first.ask(request);
    await first.close();
    const [line = ""] = readFileSync(cacheFile, "utf8").split("\n");
    appendFileSync(cacheFile, line.slice(0, 40));
    const second = await open("command:cat", { cacheFile }).model;
    await second.ask({ ...request, prompt: "other" });
    await second.close();
    const { model, notes } = open("command:cat", { cacheFile, maxCalls: 0 });
    const third = await model;
    expect((await third.ask(request)).ok).toBe(true);
    expect((await third.ask({ ...request, prompt: "other" })).ok).toBe(true);
    await third.close();
    expect(notes).toEqual(["command:cat: calls: 0; replies from the cache: 2"]);
  });

  test("holds nothing that failed, and nothing of another model", async () => {
    const cacheFile = join(folder, "failed.ndjson");
    const failing = await open("command:exit 1", { cacheFile }).model;
    await failing.ask(request);
    await failing.close();
    expect(readFileSync(cacheFile, "utf8")).toBe("");
    const one = await open("command:echo one", { cacheFile }).model;
    const two = await open("command:echo two", { cacheFile }).model;
    await one.ask(request);
    expect(await two.ask(request)).toEqual({ ok: true, text: "two\n" });
    await one.close();
    await two.close();
  });

  test("that cannot be opened is named", async () => {
    const cacheFile = join(folder, "none", "cache.ndjson");
    writeFileSync(join(folder, "file"), "");
    await expect(open("command:cat", { cacheFile }).model).rejects.toMatchObject({
      code: "io",
      file: cacheFile,
    });
  });
});
