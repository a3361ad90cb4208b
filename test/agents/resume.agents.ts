/**
 * Real agents resume sessions that were compacted in place: what they then send is what was said of it, and a
 * provider that binds reasoning answers as was said. The outcomes are in docs/resume.md.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "./agent.ts";
import { AGENTS } from "./all-agents.ts";
import { elisionIn } from "./elision-in.ts";
import { installed } from "./installed.ts";
import { COMMANDS, type Provider, startProvider } from "./provider.ts";
import { runAgent } from "./run-agent.ts";

/** What elision does to the session before it is resumed. */
const MODES = {
  raw: undefined,
  mask: ["--window", "1", "--reasoning", "keep"],
  drop: ["--window", "1", "--reasoning", "drop"],
  fit: ["--window", "1", "--reasoning", "fit"],
  budget: ["--window", "1", "--max-input-chars", "2k"],
  aggressive: ["--preset", "aggressive"],
} as const satisfies Record<string, readonly string[] | undefined>;

/** A line that the commands print; a placeholder may name the command itself. */
const RAW = /result line \d/;

/** A row of the table in docs/resume.md. */
interface Outcome {
  readonly agent: string;
  /** The options of `elision -i`; empty for a session that was left as it was. */
  readonly options: string;
  /** What `elision check --resumable` said. */
  readonly said: string;
  readonly results: number;
  readonly masked: number;
  /** Blocks of reasoning that the request brought back, and those that were valid. */
  readonly blocks: number;
  readonly valid: number;
  readonly answer: 200 | 400;
}

const outcomes: Outcome[] = [];
const OUTCOMES = new URL("outcomes.json", import.meta.url).pathname;

const WRITTEN = AGENTS.filter(({ isReadOnly }) => !isReadOnly);

describe.each(WRITTEN.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  const packages = installed(agent);
  if (packages === undefined) {
    console.log(`skipped ${agent.name}: ${agent.packages.join(", ")} could not be installed`);
    it.skip("is not installed", () => {});
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "elision-agent-"));
  const project = join(folder, "project");
  // Agents know where their sessions are by whole paths: every run has the same home.
  const home = join(folder, "home");
  const recorded = join(folder, "recorded");
  let provider: Provider;
  beforeAll(async () => {
    for (const each of [project, home]) mkdirSync(each);
    provider = await startProvider();
    const world = { home, url: provider.url, packages };
    agent.prepare?.(world);
    await runAgent(agent, world, { project, prompt: "Count things." });
    expect(provider.taken().at(-1)?.results).toHaveLength(COMMANDS);
    agent.save?.(world);
    cpSync(home, recorded, { recursive: true });
  });
  afterAll(async () => {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(MODES))(
    "%s: sends what was said, and is answered so",
    async (_mode, options) => {
      rmSync(home, { recursive: true });
      cpSync(recorded, home, { recursive: true });
      const original = sessionIn(recorded, agent);
      const file = sessionIn(home, agent);
      if (options !== undefined) elisionIn(home, "-i", "-q", ...options, file);
      const said = elisionIn(home, "check", "--resumable", "--against", original, file).trim();
      const told = replayed(home, file);
      const world = { home, url: provider.url, packages };
      agent.load?.(world, file);

      await runAgent(agent, world, { project, prompt: "Go on.", session: agent.idOf(file) });
      const [asked] = provider.taken();
      const { blocks = [], status = 200 } = asked ?? {};
      const results = (asked?.results ?? []).map((result) => agent.bare?.(result) ?? result);
      expect(results).toEqual(told);
      const valid = blocks.filter(Boolean).length;
      const lost = blocks.length - valid;
      expect(status).toBe(said.startsWith("no:") ? 400 : 200);
      expect(lost).toBe(
        Number(/losing (\d+)/.exec(said)?.[1] ?? /^no: (\d+)/.exec(said)?.[1] ?? 0),
      );
      outcomes.push({
        agent: agent.name,
        options: options?.join(" ") ?? "",
        said: said.split(":")[0] ?? "",
        results: results.length,
        masked: results.filter((text) => !RAW.test(text)).length,
        blocks: blocks.length,
        valid,
        answer: status,
      });
    },
  );
});

/** Rows of agents that were not run in every mode stay as they are. */
afterAll(() => {
  if (!process.env.UPDATE_AGENTS) return;
  const stored = JSON.parse(readFileSync(OUTCOMES, "utf8")) as readonly Outcome[];
  const rows = AGENTS.flatMap(({ name }) => {
    const isOf = ({ agent }: Outcome) => agent === name;
    const seen = outcomes.filter(isOf);
    return seen.length === Object.keys(MODES).length ? seen : stored.filter(isOf);
  });
  writeFileSync(OUTCOMES, `${JSON.stringify(rows, undefined, 2)}\n`);
});

it("all outcomes are those that docs/resume.md shows", () => {
  const stored = JSON.parse(readFileSync(OUTCOMES, "utf8")) as readonly Outcome[];
  const seen = new Set(outcomes.map(({ agent }) => agent));
  if (!process.env.UPDATE_AGENTS)
    expect(outcomes).toEqual(stored.filter(({ agent }) => seen.has(agent)));
});

/** The only session in a home. */
function sessionIn(home: string, { sessions }: Agent): string {
  const paths = readdirSync(home, { recursive: true }).map(String);
  const [path = ""] = paths.filter((each) => sessions.test(each));
  return join(home, path);
}

/** The tool results that the next prompt has, as `elision replay` says of the file as it is. */
function replayed(home: string, file: string): readonly string[] {
  const inspected = JSON.parse(elisionIn(home, "inspect", "--report", "json", file));
  const step = `${inspected.transcripts[0].turns}`;
  const row = elisionIn(home, "replay", "--no-masking", "--step", step, file);
  const { messages } = JSON.parse(row) as { messages: { role: string; content: string }[] };
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}
