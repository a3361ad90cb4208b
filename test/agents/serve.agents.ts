/**
 * Real agents at work through `elision serve`, over 30 turns: what they see is what the provider sent, and what it gets
 * is what they sent but for results that the log says were shortened. The provider binds reasoning, and refuses none.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Agent } from "./agent.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";
import { installed } from "./installed.ts";
import { opencode } from "./opencode.ts";
import { type OnWire, startProvider } from "./provider.ts";
import { qwenCode } from "./qwen-code.ts";
import { runAgent } from "./run-agent.ts";

const PROGRAM = new URL("../../bin/elision.js", import.meta.url).pathname;
const TURNS = 30;
const MARK = "[shortened at first sight";

const TRIED: readonly Agent[] = [claudeCode, codex, geminiCli, qwenCode, opencode];

describe.each(TRIED.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  const packages = installed(agent);
  if (packages === undefined) {
    console.log(`skipped ${agent.name}: ${agent.packages.join(", ")} could not be installed`);
    it.skip("is not installed", () => {});
    return;
  }

  it("works through a proxy that shortens at first sight", async () => {
    const folder = mkdtempSync(join(tmpdir(), "elision-serve-"));
    const [project, home] = [join(folder, "project"), join(folder, "home")];
    for (const each of [project, home]) mkdirSync(each);
    const upstream = new Map<string, OnWire>();
    const provider = await startProvider({
      commands: TURNS,
      onWire: (each) => void upstream.set(each.id, each),
    });
    const proxy = await startProxy(folder, provider.url);
    const tap = await startTap(proxy.url);
    onTestFinished(async () => {
      proxy.end();
      tap.close();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const world = { home, url: tap.url, packages };
    agent.prepare?.(world);
    await runAgent(agent, world, { project, prompt: "Count things." });
    const asked = provider.taken();
    expect(asked.at(-1)?.results).toHaveLength(TURNS);
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));

    let edited = 0;
    for (const seen of tap.exchanges.filter(({ method }) => method !== "HEAD")) {
      const there = upstream.get(seen.id);
      // The agent sees what the provider sent, to the byte.
      expect([seen.status, seen.reply.toString()]).toEqual([
        there?.status,
        there?.reply.toString(),
      ]);
      if (there === undefined || there.sent.equals(seen.sent)) continue;
      edited++;
      expectShortenedAlone(JSON.parse(seen.sent.toString()), JSON.parse(there.sent.toString()));
    }
    const log = await proxy.lines();
    expect(edited).toBeGreaterThan(TURNS / 2);
    expect(log.filter(({ shortened = 0, kept = 0 }) => shortened + kept > 0)).toHaveLength(edited);
    // What was sent stays: the results of each request begin with those of the one before.
    for (const [at, { results }] of asked.entries())
      expect(results.slice(0, asked[at - 1]?.results.length ?? 0)).toEqual(
        asked[at - 1]?.results ?? [],
      );
  });
});

/** Both are the same but for strings, or the texts of a result in blocks, that were shortened. */
function expectShortenedAlone(came: unknown, went: unknown): void {
  if (isBlocks(came) && isBlocks(went) && went.length < came.length) {
    expect(went).toHaveLength(1);
    expectShortenedAlone({ ...came[0], text: came.map(({ text }) => text).join("") }, went[0]);
  } else if (typeof came === "string" && typeof went === "string" && came !== went) {
    expect(went).toContain(MARK);
    expect(went.length).toBeLessThan(came.length);
  } else if (
    typeof came === "object" &&
    came !== null &&
    typeof went === "object" &&
    went !== null
  ) {
    expect(Object.keys(went)).toEqual(Object.keys(came));
    for (const [key, value] of Object.entries(came))
      expectShortenedAlone(value, (went as Record<string, unknown>)[key]);
  } else expect(went).toEqual(came);
}

function isBlocks(value: unknown): value is readonly { readonly text: string }[] {
  return Array.isArray(value) && value.every((block) => typeof block?.text === "string");
}

interface LogLine {
  readonly shortened?: number;
  readonly kept?: number;
}

async function startProxy(folder: string, upstream: string) {
  const argv = ["--policy", "first-sight", "--first-sight", "1000", "--port", "0"];
  const dirs = ["--state", join(folder, "state"), "--archive", join(folder, "kept")];
  const child = spawn(process.execPath, [
    PROGRAM,
    "serve",
    ...argv,
    ...dirs,
    "--upstream",
    upstream,
  ]);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const url = await new Promise<string>((resolve) =>
    child.stderr.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found !== null) resolve(found[0]);
    }),
  );
  return {
    url,
    end: () => void child.kill("SIGKILL"),
    async lines(): Promise<readonly LogLine[]> {
      child.kill("SIGTERM");
      await ended;
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
  };
}

/** Stands between agent and proxy, and notes what passes; each request gets an id. */
async function startTap(to: string) {
  const exchanges: (OnWire & { readonly method: string | undefined })[] = [];
  const server = http.createServer((request, response) => {
    const id = `${exchanges.length} ${Math.random()}`;
    const sent: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void sent.push(chunk));
    const { method, url, headers } = request;
    const { host: _, ...passed } = headers;
    const options = { method, headers: { ...passed, "x-tap": id }, agent: false };
    const forwarded = http.request(
      new URL(url ?? "/", to),
      options as http.RequestOptions,
      (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => void chunks.push(chunk));
        reply.on("end", () =>
          exchanges.push({
            ...{ id, method, sent: Buffer.concat(sent), status: reply.statusCode ?? 0 },
            reply: Buffer.concat(chunks),
          }),
        );
        reply.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    exchanges,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
