/**
 * Real agents play scenes in one session: calls at once, an error, a picture, a subagent, a compaction of their own, an
 * interrupted turn. What they send next is what `elision replay` says of the file, before it is compacted and after.
 * The outcomes are in docs/resume.md.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { Agent } from "./agent.ts";
import { AGENTS } from "./all-agents.ts";
import { elisionIn } from "./elision-in.ts";
import { installed } from "./installed.ts";
import { layOut, playScene, sessionIn } from "./play.ts";
import { type Asked, startProvider } from "./provider.ts";
import { planScenes, type Scene, sceneOf } from "./scenes.ts";

const STORED = new URL("scenes.json", import.meta.url).pathname;

/** Scenes after which the session is compared with what is sent next. */
const BEFORE: readonly Scene[] = ["calls", "picture", "helper", "full", "more", "open"];

/** A row of the table in docs/resume.md: what of these a session has, as its agent sent it. */
interface Row {
  readonly agent: string;
  /** Calls in a reply, and results of it that the format marks as errors or that begin as one does. */
  readonly parallel: number;
  readonly errors: number;
  /** Pictures that elision found in the session, and that were sent. */
  readonly images: readonly [found: number, sent: number];
  /** Whether a subagent ran a command of its own. */
  readonly subagent: boolean;
  /** Whether the agent compacted its session itself. */
  readonly compacted: boolean;
  /** What is left of a turn that was interrupted: `kept` with its calls, or `left out`; or the agent went on. */
  readonly interrupted: "kept" | "left out" | "went on";
  /** Results that are sent when the session is resumed with a window of 1, if elision writes it, and those masked. */
  readonly resumed?: readonly [sent: number, masked: number];
}

const rows: Row[] = [];

const stored = JSON.parse(readFileSync(STORED, "utf8")) as readonly Row[];

/** Those that have played them to the end; with UPDATE_AGENTS any of them may. */
const PLAYERS = AGENTS.filter(
  ({ name }) => process.env.UPDATE_AGENTS || stored.some(({ agent }) => agent === name),
);

describe.each(PLAYERS.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  const packages = installed(agent);
  if (packages === undefined) {
    console.log(`skipped ${agent.name}: ${agent.packages.join(", ")} could not be installed`);
    it.skip("is not installed", () => {});
    return;
  }

  it("sends what the session says, whatever happened in it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "elision-scenes-"));
    const [project, home] = [join(folder, "project"), join(folder, "home")];
    mkdirSync(home);
    layOut(project);
    const provider = await startProvider({ plan: planScenes(project, agent), refuses: false });
    onTestFinished(async () => {
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const world = { home, url: provider.url, packages };
    agent.prepare?.(world);
    const play = (scene: Scene) => playScene(agent, world, { provider, project, scene });

    const seen = new Map<Scene, Seen>();
    const asked = new Map<Scene, readonly Asked[]>();
    for (const scene of BEFORE) {
      asked.set(scene, await play(scene));
      seen.set(scene, read(home, fileIn(home, agent)));
    }
    for (const [at, scene] of BEFORE.slice(1).entries()) {
      const first = asked.get(scene)?.find(({ talk }) => sceneOf(talk) === scene);
      const before = seen.get(BEFORE[at] ?? "calls");
      // The agent compacts its session between these two.
      if (scene !== "more") expectSent(agent, first, before, scene);
    }

    const file = fileIn(home, agent);
    if (!agent.isReadOnly) compact(home, file);
    const told = read(home, file);
    agent.load?.(world, file);
    const [last] = (await play("end")).filter(({ talk }) => sceneOf(talk) === "end");
    expectSent(agent, last, told, "end");

    const all = [...asked.values(), [last]].flat();
    const of = (scene: Scene) => all.filter((each) => each && sceneOf(each.talk) === scene);
    const sizeAfter = (scene: Scene) => seen.get(scene)?.results.length ?? 0;
    const isKept = sizeAfter("open") > sizeAfter("more");
    rows.push({
      agent: agent.name,
      parallel: seen.get("calls")?.parallel ?? 0,
      errors: seen.get("calls")?.errors ?? 0,
      images: [seen.get("picture")?.images ?? 0, imagesIn(of("helper")[0])],
      subagent: of("counting").length > 0,
      compacted: sizeAfter("more") <= sizeAfter("helper"),
      interrupted: of("open").length > 2 ? "went on" : isKept ? "kept" : "left out",
      ...(!agent.isReadOnly && { resumed: [told.results.length, told.masked] as const }),
    });
  });
});

/** Rows of agents that were not run stay as they are. */
afterAll(() => {
  if (!process.env.UPDATE_AGENTS) return;
  const all = AGENTS.flatMap(({ name }) => {
    const isOf = ({ agent }: Row) => agent === name;
    return rows.find(isOf) ?? stored.find(isOf) ?? [];
  });
  writeFileSync(STORED, `${JSON.stringify(all, undefined, 2)}\n`);
});

it("all sessions have what docs/resume.md says", () => {
  const seen = new Set(rows.map(({ agent }) => agent));
  if (!process.env.UPDATE_AGENTS)
    expect(rows).toEqual(stored.filter(({ agent }) => seen.has(agent)));
});

/** A line that commands print. */
const COUNTED = /result line \d/;

interface Result {
  readonly id: string;
  readonly text: string;
}

/** What elision says of a session. */
interface Seen {
  readonly results: readonly Result[];
  /** Calls in the reply that has most. */
  readonly parallel: number;
  readonly errors: number;
  readonly images: number;
  readonly masked: number;
}

/** What was sent has every result that elision tells of, and others only for calls that nothing answered. */
function expectSent(
  agent: Agent,
  asked: Asked | undefined,
  seen: Seen | undefined,
  scene: Scene,
): void {
  const told = seen?.results ?? [];
  const talk = asked?.talk ?? [];
  const known = new Set(told.map(({ id }) => id));
  // Gemini CLI has the tool's name before an id in the file, and sends each result of a session that it resumes twice.
  const idOf = (id: string) => told.find((each) => each.id.endsWith(`__${id}`))?.id ?? id;
  const sent = talk
    .filter(({ from }) => from === "tool")
    .map(({ id = "", text }) => ({ text: agent.bare?.(text) ?? text, id: idOf(id) }))
    .filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at);
  // Results of calls at once are in the file as they came, and Copilot CLI sends them as they were called.
  const answers = told.flatMap(({ id }) => sent.find((each) => each.id === id) ?? []);
  expect({ scene, answers }).toEqual({ scene, answers: told });
  const others = sent.filter(({ id }) => !known.has(id));
  const counted = others.filter(({ text }) => COUNTED.test(text));
  expect({ scene, counted }).toEqual({ scene, counted: [] });
}

/** Compacts a session in place: a second run changes nothing, and it can be restored. */
function compact(home: string, file: string): void {
  const original = readFileSync(file);
  elisionIn(home, "-i", "-q", "--window", "1", "--reasoning", "drop", file);
  const masked = readFileSync(file);
  elisionIn(home, "-i", "-q", "--window", "1", "--reasoning", "drop", file);
  expect(readFileSync(file).equals(masked)).toBe(true);
  elisionIn(home, "restore", "-i", "-q", file);
  expect(readFileSync(file).equals(original)).toBe(true);
  writeFileSync(file, masked);
}

function read(home: string, file: string): Seen {
  const inspected = JSON.parse(elisionIn(home, "inspect", "--report", "json", file));
  const [{ turns, errorObservations, images, maskedObservations }] = inspected.transcripts;
  const [row = "{}"] = elisionIn(home, "replay", "--no-masking", "--step", `${turns}`, file).split(
    "\n",
  );
  const { messages } = JSON.parse(row) as { readonly messages: readonly Message[] };
  return {
    results: messages
      .filter(({ role }) => role === "tool")
      .map(({ tool_call_id: id, content }) => ({ id, text: content })),
    parallel: Math.max(0, ...messages.map(({ tool_calls = [] }) => tool_calls.length)),
    errors: errorObservations,
    images,
    masked: maskedObservations,
  };
}

function imagesIn(asked: Asked | undefined): number {
  return (asked?.talk ?? []).reduce((sum, { images }) => sum + images, 0);
}

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id: string;
  readonly tool_calls?: readonly unknown[];
}

function fileIn(home: string, agent: Agent): string {
  const file = sessionIn(home, agent);
  if (file === undefined) throw new Error(`${agent.name} saved no session`);
  return file;
}
