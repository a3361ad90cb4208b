/** `elision sessions`, on homes that are made up from fixtures. */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { fixtureText, homeWith, NOW, SESSIONS } from "./../support/home.ts";
import { ACME_MODULE, acmeRow } from "../support/own-format.ts";
import { elision, type World } from "../support/shell.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../docs/schemas/sessions.schema.json", import.meta.url), "utf8"),
);
const isList = new Ajv({ strict: true }).compile(schema);

const world = (HOME: string, env: World["env"] = {}): World => ({
  env: { HOME, XDG_DATA_HOME: undefined, ...env },
  now: () => NOW,
});

async function listed(HOME: string, argv: readonly string[] = [], env: World["env"] = {}) {
  const outcome = await elision(["sessions", "--report", "json", ...argv], world(HOME, env));
  expect(outcome.stderr).toBe("");
  const list = JSON.parse(outcome.stdout);
  expect(isList(list), JSON.stringify(isList.errors)).toBe(true);
  return list.sessions as { [key: string]: unknown }[];
}

const agentsOf = (sessions: readonly { [key: string]: unknown }[]) =>
  sessions.map(({ agent }) => agent);

it("lists the sessions of all agents, newest first, and no subagents", async () => {
  const sessions = await listed(homeWith());
  expect(agentsOf(sessions)).toEqual(["codex", "claude", "cursor", "gemini", "pi", "goose"]);
  expect(sessions.map(({ project }) => project)).toEqual([
    "app",
    "shop",
    undefined,
    undefined,
    "charts",
    "parser",
  ]);
  expect(sessions.map(({ model }) => model).slice(0, 2)).toEqual([
    "gpt-5-codex",
    "claude-sonnet-4-5",
  ]);
});

it("says of a session what the main command would say of its file", async () => {
  const home = homeWith([[".claude/projects/p/s.jsonl", 1, long()]]);
  const [session] = await listed(home);
  const file = join(home, ".claude/projects/p/s.jsonl");
  for (const [key, options] of [
    ["windowTokens", ["--window", "10"]],
    ["lossless", ["--preset", "lossless"]],
  ] as const) {
    const { stderr } = await elision(["-n", "--report", "json", ...options, file], world(home));
    const { totals } = JSON.parse(stderr);
    expect(session?.tokens).toBe(Math.ceil(totals.beforeChars / 4));
    const saved = Math.ceil((totals.beforeChars - totals.afterChars) / 4);
    expect(session?.[key === "lossless" ? "losslessTokens" : key]).toBe(saved);
    expect(saved).toBeGreaterThan(0);
  }
});

/** A session of twelve turns, whose results are long and partly the same. */
function long(): string {
  const lines = Array.from({ length: 12 }, (_, turn) => [
    {
      type: "assistant",
      uuid: `a${turn}`,
      parentUuid: turn === 0 ? null : `r${turn - 1}`,
      sessionId: "s",
      cwd: "/srv/mill",
      message: {
        id: `m${turn}`,
        role: "assistant",
        model: "claude-haiku-4-5-20251001",
        content: [{ type: "tool_use", id: `t${turn}`, name: "Bash", input: { command: "make" } }],
        usage: {
          input_tokens: 1000,
          cache_creation_input_tokens: 2000,
          cache_read_input_tokens: 3000,
          output_tokens: 400,
        },
      },
    },
    {
      type: "user",
      uuid: `r${turn}`,
      parentUuid: `a${turn}`,
      sessionId: "s",
      message: {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: `t${turn}`, content: "milled flour ".repeat(40) },
        ],
      },
    },
  ]);
  return `${lines
    .flat()
    .map((line) => JSON.stringify(line))
    .join("\n")}\n`;
}

it("prices recorded usage, a reply on several lines once", async () => {
  const lines = long().trimEnd().split("\n");
  const home = homeWith([
    [".claude/projects/p/s.jsonl", 1, `${[...lines, lines[0]].join("\n")}\n`],
  ]);
  const [session] = await listed(home);
  expect(session?.spent).toEqual({
    inputTokens: 12_000,
    cacheWriteTokens: 24_000,
    cacheReadTokens: 36_000,
    outputTokens: 4800,
    // 12k at $1, 24k at $1.25, 36k at $0.10 and 4.8k at $5 a million.
    usd: expect.closeTo(0.012 + 0.03 + 0.0036 + 0.024, 10),
    basis: "list",
  });
});

it("says that a model has no price only where something was used", async () => {
  const unknown = long().replaceAll("claude-haiku-4-5-20251001", "mill-1");
  const idle = unknown.replaceAll(/"(\w+_tokens)":\d+/g, '"$1":0');
  const said = async (text: string) =>
    (await elision(["sessions"], world(homeWith([[".claude/projects/p/s.jsonl", 1, text]]))))
      .stdout;
  expect(await said(unknown)).toContain("no price is known for mill-1");
  expect(await said(idle)).not.toContain("no price is known");
});

it("counts the files of subagents with the session that they belong to", async () => {
  const part = (agentId: string) =>
    long().replaceAll(
      '"sessionId":"s"',
      `"isSidechain":true,"agentId":"${agentId}","sessionId":"s"`,
    );
  const home = homeWith([
    [".claude/projects/p/s.jsonl", 1, long()],
    [".claude/projects/p/s/subagents/agent-a1.jsonl", 2, part("a1")],
    [".claude/projects/p/agent-a2.jsonl", 3, part("a2")],
    [".claude/projects/p/other.jsonl", 4, long()],
  ]);
  for (let run = 0; run < 2; run++) {
    const [session, other, ...more] = await listed(home);
    expect(more).toEqual([]);
    expect(other).not.toHaveProperty("subagents");
    const spent = session?.spent as { readonly usd: number; readonly outputTokens: number };
    expect(session?.subagents).toEqual({
      files: 2,
      bytes: Buffer.byteLength(part("a1") + part("a2")),
      spent: expect.objectContaining({
        outputTokens: 2 * spent.outputTokens,
        usd: expect.closeTo(2 * spent.usd, 10),
        basis: "list",
      }),
    });
    const { stdout } = await elision(["sessions"], world(home));
    expect(stdout).toContain(`$${(3 * spent.usd).toFixed(2)}`);
    expect(stdout).toContain("spent has that of 2 subagents of 1 of these sessions");
    expect(stdout).toContain(`spent $${(4 * spent.usd).toFixed(2)} in 2 of them`);
  }
});

it("counts the subagents of Qwen Code, which are in a folder of their own", async () => {
  const [session, subagent] = [
    fixtureText("qwen-code/session.jsonl"),
    fixtureText("qwen-code/subagent.jsonl"),
  ];
  const id = /"sessionId":"([^"]+)"/.exec(session)?.[1] ?? "";
  const part = subagent.replaceAll(/"sessionId":"[^"]+"/g, `"sessionId":"${id}"`);
  const home = homeWith([
    [`.qwen/projects/p/chats/${id}.jsonl`, 1, session],
    [`.qwen/projects/p/subagents/${id}/agent-a1.jsonl`, 2, part],
  ]);
  const [listedOne, ...more] = await listed(home);
  expect(more).toEqual([]);
  expect(listedOne?.subagents).toMatchObject({ files: 1, bytes: Buffer.byteLength(part) });
});

it("counts the subagents of Gemini CLI, and lists a session once that it resumed", async () => {
  const chats = ".gemini/tmp/app/chats";
  const session = fixtureText("gemini-cli/session.jsonl");
  const [first = ""] = session.split("\n");
  const { sessionId: id } = JSON.parse(first);
  const part = session.replaceAll(id, "5c0f").replace('"main"', '"subagent"');
  const home = homeWith([
    [`${chats}/session-2026-01-01T10-00-${id.slice(0, 8)}.jsonl`, 3, session],
    [`${chats}/session-2026-01-02T10-00-${id.slice(0, 8)}.jsonl`, 2, `${first}\n`],
    [`${chats}/${id}/5c0f.jsonl`, 1, part],
  ]);
  const all = await listed(home);
  expect(all).toMatchObject([
    { id, agent: "gemini", subagents: { files: 1, bytes: Buffer.byteLength(part) } },
  ]);
  const { stderr, exitCode } = await elision(["-n", `@${id.slice(0, 8)}`], world(home));
  expect(exitCode).toBe(0);
  expect(stderr).toContain("session-2026-01-01T10-00");
});

it("lists a conversation of OpenHands, a folder of events, and finds it by its id", async () => {
  const home = homeWith([
    [`${CONVERSATION}/events/event-00000-x.json`, 9, JSON.stringify(EVENTS[0])],
    [`${CONVERSATION}/events/event-00001-y.json`, 5, JSON.stringify(EVENTS[1])],
    [`${CONVERSATION}/base_state.json`, 1, '{"workspace":{"working_dir":"/srv/mill"}}'],
    [".openhands/conversations/none/base_state.json", 1, "{}"],
  ]);
  expect(await listed(home, ["--whole"])).toMatchObject([
    {
      id: "0a1b",
      agent: "openhands",
      project: "mill",
      changed: "2026-11-22T11:55:00.000Z",
      read: "whole",
    },
  ]);
  const named = await elision(["inspect", "--report", "json", "@latest:openhands"], world(home));
  expect([named.stderr, named.exitCode]).toEqual(["", 0]);
  expect(JSON.parse(named.stdout).totals).toMatchObject({
    messages: 2,
    formats: { "openhands-sdk": 1 },
  });
});

const CONVERSATION = ".openhands/conversations/0a1b";
const EVENTS = ["user", "agent"].map((source, id) => ({
  id: `${id}`,
  source,
  kind: "MessageEvent",
  llm_message: {
    role: source === "user" ? "user" : "assistant",
    content: [{ type: "text", text: "Turn the mill." }],
  },
}));

it("filters by agent, project and age", async () => {
  const home = homeWith();
  expect(agentsOf(await listed(home, ["--agent", "pi", "--agent", "goose"]))).toEqual([
    "pi",
    "goose",
  ]);
  expect(agentsOf(await listed(home, ["--project", "Charts"]))).toEqual(["pi"]);
  expect(agentsOf(await listed(home, ["--project", "/srv"]))).toEqual(["codex", "pi", "goose"]);
  expect(agentsOf(await listed(home, ["--since", "90m"]))).toEqual(["codex", "claude"]);
});

it("finds a project of Gemini CLI by the hash of its path", async () => {
  const hash = createHash("sha256").update("/srv/well").digest("hex");
  const text = fixtureText("gemini-cli/session.jsonl").replace(
    /"projectHash":\s*"[^"]*"/,
    `"projectHash":"${hash}"`,
  );
  const home = homeWith([[".gemini/tmp/x/chats/session-1.jsonl", 1, text]]);
  expect(agentsOf(await listed(home, ["--project", "/srv/well/"]))).toEqual(["gemini"]);
  const { stdout, stderr } = await elision(["sessions", "--project", "/srv/we"], world(home));
  expect(stdout).toBe("");
  expect(stderr).toContain("none of the 1 sessions on this machine is asked for");
});

it("refuses an agent that it does not know", async () => {
  const { stderr, exitCode } = await elision(["sessions", "--agent", "coedx"], world(homeWith()));
  expect(stderr).toContain('no agent "coedx" (did you mean "codex"?)');
  expect(exitCode).toBe(2);
});

it.each([
  ["CLAUDE_CONFIG_DIR", ".claude", "projects/p/s.jsonl", "claude-code/session.jsonl"],
  ["CODEX_HOME", ".codex", "archived_sessions/rollout-1.jsonl", "codex/rollout.jsonl"],
  ["GEMINI_CLI_HOME", "", ".gemini/tmp/a/chats/session-1.json", "gemini-cli/document.json"],
  ["PI_CODING_AGENT_DIR", ".pi/agent", "sessions/x/1.jsonl", "pi/version-3.jsonl"],
  ["OPENCLAW_STATE_DIR", ".openclaw", "agents/a/sessions/1.jsonl", "pi/version-3.jsonl"],
  ["COPILOT_HOME", ".copilot", "session-state/a/events.jsonl", "copilot/events.jsonl"],
  ["XDG_DATA_HOME", ".local/share", "goose/sessions/1.jsonl", "goose/session.jsonl"],
  ["CLINE_DATA_DIR", ".cline/data", "sessions/a/a.messages.json", "cline/session.messages.json"],
])("looks where %s says, else in ~/%s", async (variable, base, path, fixture) => {
  const home = homeWith([
    [join("moved", path), 1, { fixture }],
    [join(base, path), 2, { fixture }],
  ]);
  const moved = join(home, "moved");
  const [there, ...more] = await listed(home, [], { [variable]: moved });
  expect(there).toMatchObject({ path: join(moved, path), read: "whole" });
  expect(more).toEqual([]);
  const [here] = await listed(home);
  expect(here).toMatchObject({ path: join(home, base, path), read: "whole" });
});

it("lists a database that it cannot read, with the command that says why", async () => {
  const [session] = (await listed(homeWith())).filter(({ agent }) => agent === "cursor");
  expect(session).toEqual({
    id: "u",
    agent: "cursor",
    path: expect.stringContaining("store.db"),
    bytes: 16,
    changed: "2026-11-22T10:00:00.000Z",
    read: "not yet",
    hint: expect.stringMatching(/^elision export .*store\.db$/),
  });
});

it("names a session by its folder, also one further up", async () => {
  const home = homeWith([
    [".kimi/sessions/0a1b/1111-aaaa/context.jsonl", 1, { fixture: "kimi-cli/context.jsonl" }],
    [
      ".kimi-code/sessions/wd_app/session_2222/agents/main/wire.jsonl",
      2,
      { fixture: "kimi-code/session.jsonl" },
    ],
    [
      ".kimi-code/sessions/wd_app/session_2222/agents/agent-0/wire.jsonl",
      3,
      { fixture: "kimi-code/session.jsonl" },
    ],
  ]);
  expect(await listed(home)).toMatchObject([
    { id: "1111-aaaa", agent: "kimi" },
    { id: "session_2222", agent: "kimi", model: "kimi-k2" },
  ]);
  const { stderr } = await elision(["-n", "@latest:kimi"], world(home));
  expect(stderr).toContain("context.jsonl");
});

it("says why a session cannot be read, and lists the others", async () => {
  const home = homeWith([
    [".codex/sessions/1/1/1/rollout-1.jsonl", 1, '{"no":"session"}\n'],
    [".claude/projects/p/s.jsonl", 2, { fixture: "claude-code/session.jsonl" }],
  ]);
  const { stdout, exitCode } = await elision(["sessions"], world(home));
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^rollout- +codex .*failed/m);
  expect(stdout).toMatch(/rollout-1: .*format/);
  expect(stdout).toMatch(/^s +claude .*2026-11-22 11:58 .*404/m);
});

it("reads what has changed, and nothing else, a second time", async () => {
  const home = homeWith();
  const [before] = await listed(home);
  const file = String(before?.path);
  const { mtime, size } = statSync(file);
  writeFileSync(file, "x".repeat(size)); // Of the same size and time: what is known holds.
  utimesSync(file, mtime, mtime);
  expect((await listed(home))[0]).toEqual(before);
  appendFileSync(file, "\n");
  utimesSync(file, mtime, mtime);
  expect((await listed(home))[0]).toMatchObject({ read: "failed" });
});

it("estimates the tokens of sessions past the newest twenty, and says so", async () => {
  const text = fixtureText("claude-code/session.jsonl");
  const home = homeWith(
    Array.from({ length: 22 }, (_, k) => [`.claude/projects/p/s${k + 10}.jsonl`, k + 1, text]),
  );
  const sessions = await listed(home);
  expect(sessions.map(({ read }) => read)).toEqual([...Array(20).fill("whole"), "head", "head"]);
  expect(sessions[21]).toMatchObject({ tokens: sessions[0]?.tokens, project: "shop" });
  const { stdout } = await elision(["sessions"], world(home));
  expect(stdout).toContain("… and 2 more (see --all)");
  const all = await elision(["sessions", "--all"], world(home));
  expect(all.stdout).toMatch(/^s31 .* ~404 /m);
  expect(all.stdout).toContain("~ 2 not read whole");
  const whole = await listed(home, ["--whole"]);
  expect(whole.every(({ read }) => read === "whole")).toBe(true);
});

it.each([60, 80, 120])("fits %i columns", async (columns) => {
  const { stdout } = await elision(["sessions"], {
    ...world(homeWith()),
    stdoutTerminal: true,
    columns,
  });
  const lines = stdout.replace(/\u001b\[\d+m/g, "").split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(stdout).toContain("yesterday");
});

it("says so where there are no sessions", async () => {
  const { stdout, stderr, exitCode } = await elision(["sessions"], world(homeWith([])));
  expect(stderr).toContain("no sessions of any agent were found");
  expect([stdout, exitCode]).toEqual(["", 0]);
});

it("writes rows and lines as well", async () => {
  const home = homeWith();
  const csv = await elision(["sessions", "--report", "csv"], world(home));
  expect(csv.stdout.split("\n")[0]).toMatch(/^id,agent,path,/);
  expect(csv.stdout.trimEnd().split("\n")).toHaveLength(SESSIONS.length);
  const ndjson = await elision(["sessions", "--report", "ndjson"], world(home));
  const types = ndjson.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect(types).toEqual([...Array(6).fill("session"), "totals"]);
});

it("finds the sessions of a format of one's own", async () => {
  const home = homeWith([
    ["own/notes/1.jsonl", 1, acmeRow(3)],
    ["acme.mjs", 1, ACME_MODULE],
    [
      "own.mjs",
      1,
      `import acme from "./acme.mjs";
export default { ...acme, saved: { places: [{ agent: "me", base: "~/own", files: "notes/*.jsonl" }] } };`,
    ],
  ]);
  const own = ["--format-module", join(home, "own.mjs")];
  const [session] = await listed(home, [...own, "--agent", "me"]);
  expect(session).toMatchObject({ agent: "me", id: "1", read: "whole" });
  const { stderr } = await elision(["-n", "--report", "json", ...own, "@latest:me"], world(home));
  expect(JSON.parse(stderr).files).toHaveLength(1);
});

it("finds sessions of Continue and threads of Amp, but not Continue's list of sessions", async () => {
  const home = homeWith([
    [".continue/sessions/5e55.json", 20, { fixture: "continue/session.json" }],
    [".continue/sessions/sessions.json", 20, "[]"],
    [".local/share/amp/threads/T-019b.json", 30, { fixture: "amp/thread.json" }],
  ]);
  const listed = await elision(["sessions", "--report", "ndjson"], world(home));
  const rows = listed.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const agents = rows.flatMap(({ agent }) => (agent === undefined ? [] : [agent]));
  expect(agents.toSorted()).toEqual(["amp", "continue"]);
  for (const name of agents) {
    const { stderr, exitCode } = await elision(
      ["-n", "--window", "1", `@latest:${name}`],
      world(home),
    );
    expect(exitCode).toBe(0);
    expect(stderr).toContain("masking");
  }
});

it("names what could not be looked at, and lists all the others", async () => {
  const home = homeWith([[".claude/projects/p/s.jsonl", 1, long()]]);
  const projects = join(home, ".claude/projects");
  // For root as for others they cannot be read, and are not missing.
  symlinkSync("folder", join(projects, "folder"));
  symlinkSync("file.jsonl", join(projects, "p/file.jsonl"));
  const { stdout, stderr, exitCode } = await elision(["sessions"], world(home));
  const faults = ["folder", "p/file.jsonl"].map(
    (name) => `${join(projects, name)}: too many symbolic links; sessions there are not found`,
  );
  expect(stderr).toBe(faults.map((fault) => `elision: ${fault}\n`).join(""));
  expect([stdout, exitCode]).toEqual([expect.stringContaining("1 session; "), 0]);
  const named = await elision(["inspect", "@latest"], world(home));
  expect(named).toMatchObject({ exitCode: 0, stderr });
  const none = await elision(["inspect", "@latest:codex"], world(home));
  expect(none.stderr).toContain(`there are sessions of claude; ${faults.join("; ")}\n`);
});

it("leaves nothing half done where what it found cannot be kept", async () => {
  const home = homeWith();
  const cache = join(home, ".cache/elision");
  mkdirSync(join(cache, "sessions.json/in-the-way"), { recursive: true });
  await listed(home);
  expect(readdirSync(cache)).toEqual(["sessions.json"]);
});
