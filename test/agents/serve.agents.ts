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
import { countingOn, type OnWire, startProvider } from "./provider.ts";
import { qwenCode } from "./qwen-code.ts";
import { runAgent } from "./run-agent.ts";

const PROGRAM = new URL("../../bin/elision.js", import.meta.url).pathname;
const TURNS = 30;
/** How many lines each result has, and the bytes that a request has at least in the end. */
const SMALL = ["small", 100, 0] as const;
/** Requests of 256 kB and more that were never seen are sent before all of them is read. */
const LARGE = ["large", 1200, 256 * 1024] as const;
const MARK = "[shortened at first sight";

const TRIED: readonly Agent[] = [claudeCode, codex, geminiCli, qwenCode, opencode];
/** Those whose reasoning is bound to all that was sent before it. */
const BINDING: readonly Agent[] = [claudeCode, codex];
/** Those that clear old large results by themselves: what they sent does not stay. */
const CLEARING: readonly Agent[] = [geminiCli, qwenCode];

describe.each(TRIED.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  const packages = installed(agent);
  if (packages === undefined) {
    console.log(`skipped ${agent.name}: ${agent.packages.join(", ")} could not be installed`);
    it.skip("is not installed", () => {});
    return;
  }

  const sizes = CLEARING.includes(agent) ? [SMALL] : [SMALL, LARGE];
  it.each(sizes)("works through a proxy that shortens %s results", async (_, lines, bytes) => {
    const folder = mkdtempSync(join(tmpdir(), "elision-serve-"));
    const [project, home] = [join(folder, "project"), join(folder, "home")];
    for (const each of [project, home]) mkdirSync(each);
    const upstream = new Map<string, OnWire>();
    const provider = await startProvider({
      plan: countingOn(TURNS, lines),
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
    // The provider refused no request, and no reasoning in it had lost what it is bound to.
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const blocks = asked.flatMap((each) => each.blocks);
    expect(blocks).toEqual(blocks.map(() => true));
    if (BINDING.includes(agent)) expect(asked.at(-1)?.blocks).toHaveLength(TURNS);

    /** The numbers of shortened results in each edited request. */
    const edited: number[] = [];
    for (const seen of tap.exchanges.filter(({ method }) => method !== "HEAD")) {
      const there = upstream.get(seen.id);
      // The agent sees what the provider sent, to the byte.
      expect([seen.status, seen.reply.toString()]).toEqual([
        there?.status,
        there?.reply.toString(),
      ]);
      if (seen.sent.length === 0 || there === undefined) continue;
      const [came, went] = [seen.sent, there.sent].map((body) => JSON.parse(body.toString()));
      const shortened = shortenedIn(came, went);
      if (shortened > 0) edited.push(shortened);
      else expect(there.sent.equals(seen.sent)).toBe(true);
    }
    expect(edited.length).toBeGreaterThan(TURNS / 2);
    expect(Math.max(...tap.exchanges.map(({ sent }) => sent.length))).toBeGreaterThan(bytes);
    const log = await proxy.lines();
    const logged = log.map(({ shortened = 0, kept = 0 }) => shortened || kept).filter(Boolean);
    expect(logged.sort(ascending)).toEqual(edited.sort(ascending));
    // What was sent stays: the results of each request begin with those of the one before.
    for (const [at, { results }] of asked.entries())
      expect(results.slice(0, asked[at - 1]?.results.length ?? 0)).toEqual(
        asked[at - 1]?.results ?? [],
      );
  });
});

const ascending = (one: number, other: number) => one - other;

/** How many strings, or texts of a result in blocks, were shortened: all else has to be the same. */
function shortenedIn(came: unknown, went: unknown): number {
  if (isBlocks(came) && isBlocks(went) && went.length < came.length) {
    expect(went).toHaveLength(1);
    const whole = { ...came[0], text: came.map(({ text }) => text).join("") };
    return shortenedIn(whole, went[0]);
  }
  if (typeof came === "string" && typeof went === "string" && came !== went) {
    expect(went).toContain(MARK);
    expect(went.length).toBeLessThan(came.length);
    return 1;
  }
  if (typeof came === "object" && came !== null && typeof went === "object" && went !== null) {
    expect(Object.keys(went)).toEqual(Object.keys(came));
    return Object.entries(came).reduce(
      (all, [key, value]) => all + shortenedIn(value, (went as Record<string, unknown>)[key]),
      0,
    );
  }
  expect(went).toEqual(came);
  return 0;
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
