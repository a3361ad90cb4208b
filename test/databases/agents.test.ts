/** Each database is read as its agent exports it, and its sessions are of the format that it says. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../src/databases/index.ts";
import { openDatabase } from "../../src/databases/open-database.ts";
import {
  AGENT_DATABASES,
  cursorStore,
  makeDatabase,
  type Sql,
  using,
} from "../support/databases.ts";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

type Agent = keyof typeof AGENT_DATABASES;
const AGENTS = Object.keys(AGENT_DATABASES) as readonly Agent[];

function databaseOf(agent: Agent, more: Sql = []): string {
  const { file, sql } = AGENT_DATABASES[agent];
  const path = join(folderWith(), file);
  makeDatabase(path, [...sql, ...more]);
  return path;
}

interface ReadMessage {
  readonly role?: string;
  readonly created?: number;
  readonly content?: unknown;
  readonly info?: { readonly id: string };
  readonly parts?: readonly object[];
  readonly tool_calls?: readonly { readonly function: object }[];
}

interface ReadRecord {
  readonly info?: object;
  readonly messages: readonly ReadMessage[];
  readonly conversation: readonly ReadMessage[];
}

async function recordsOf(agent: Agent, more: Sql = []): Promise<readonly ReadRecord[]> {
  return using(openDatabase(databaseOf(agent, more)), ({ lines, sessions }) =>
    [...lines(sessions)]
      .join("")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line)),
  );
}

it("has sessions of every agent for the tests", () => {
  expect(DATABASES.map(({ agent }) => agent).sort()).toEqual([...AGENTS].sort());
});

describe.each(AGENTS)("%s", (agent) => {
  const format = DATABASES.find((each) => each.agent === agent)?.format;

  it("has a tool result in its first session, which inspect finds and masking takes out", async () => {
    const path = databaseOf(agent);
    const { stdout, stderr, exitCode } = await elision(["inspect", "--report", "json", path]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    const { totals } = JSON.parse(stdout);
    expect(totals).toMatchObject({ observations: 1 });
    expect(Object.keys(totals.formats)).toEqual([format]);
    const exported = await elision(["export", path]);
    expect([exported.stderr, exported.exitCode]).toEqual(["", 0]);
    const masked = await elision(["--window", "0", "--report", "json"], { stdin: exported.stdout });
    expect(JSON.parse(masked.stderr).totals).toMatchObject({ maskedCount: 1 });
  });

  it("is found by its content: an export is of its format with no other word", async () => {
    const { stdout } = await elision(["export", databaseOf(agent)]);
    const { totals } = JSON.parse(
      (await elision(["inspect", "--report", "json"], { stdin: stdout })).stdout,
    );
    expect(Object.keys(totals.formats)).toEqual([format]);
  });
});

describe("opencode", () => {
  it("is read as opencode export prints it", async () => {
    const [garden, pond, ...others] = await recordsOf("opencode");
    expect(others).toEqual([]);
    expect(garden?.info).toEqual({
      id: "ses_garden",
      slug: "calm-0",
      projectID: "global",
      directory: "/home/dev/garden",
      title: "Water the ses_garden",
      model: { id: "m1", providerID: "local" },
      version: "1.18.33",
      summary: { files: 0 },
      cost: 0,
      tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
      permission: [{ permission: "bash", action: "allow" }],
      time: { created: 1000, updated: 2000 },
    });
    expect(garden?.messages.map(({ info }) => info?.id)).toEqual(["msg_1", "msg_2"]);
    expect(garden?.messages[1]?.info).toMatchObject({ role: "assistant", sessionID: "ses_garden" });
    expect(garden?.messages[1]?.parts?.[1]).toMatchObject({
      id: "prt_21",
      messageID: "msg_2",
      sessionID: "ses_garden",
      callID: "call_1",
      state: { output: "wet ü\n".repeat(100) },
    });
    expect(pond?.messages).toHaveLength(1);
  });

  it("keeps the bytes of messages, and puts them on one line", async () => {
    const data = '{ "role": "user",\n "time": {"created": 1.0, "big": 12345678901234567890} }';
    const path = databaseOf("opencode", [
      `INSERT INTO message VALUES ('msg_9', 'ses_empty', 9, 9, '${data}')`,
    ]);
    const { stdout } = await elision(["export", path, "--session", "ses_empty"]);
    expect(stdout).toContain('"created": 1.0, "big": 12345678901234567890}');
    expect(stdout.split("\n")).toHaveLength(2);
  });

  it("is refused where sessions are in the table of a newer version alone", async () => {
    const path = databaseOf("opencode", [
      "INSERT INTO session_message VALUES ('m', 'ses_empty', 'user', 1, 1, 1, '{}')",
    ]);
    const { stdout, stderr, exitCode } = await elision(["export", path]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(
      "a newer opencode, which are in a table that elision does not read: 1",
    );
  });
});

it.each([
  ["seconds", 1_793_600_000],
  ["milliseconds", 1_793_600_000_000],
])("goose's newest message dates a session without a date, in %s", async (_, time) => {
  const path = databaseOf("goose", [
    `UPDATE messages SET created_timestamp = ${time}`,
    "UPDATE sessions SET updated_at = ''",
  ]);
  const changed = await using(openDatabase(path), ({ sessions }) => sessions[0]?.changedMs);
  expect(changed).toBe(1_793_600_000_000);
});

it("goose is read as goose session export prints it", async () => {
  const [session] = await recordsOf("goose");
  expect(session).toMatchObject({
    id: "20261101_1",
    working_dir: "/home/dev/garden",
    name: "Prune the hedge",
    created_at: "2026-11-01T08:00:00Z",
    updated_at: "2026-11-01T09:30:00Z",
    total_tokens: 70,
    model_config: { model_name: "m1" },
  });
  expect(session?.conversation.map(({ role, created }) => [role, created])).toEqual([
    ["user", 1],
    ["assistant", 2],
    ["user", 2],
  ]);
  expect(session?.conversation[0]).toEqual({
    id: "msg_user_1",
    role: "user",
    created: 1,
    content: [{ type: "text", text: "Prune the hedge." }],
    metadata: { userVisible: true, agentVisible: true },
  });
});

it("hermes is read with its system prompt, and without what was rewound", async () => {
  const [session] = await recordsOf("hermes");
  expect(session).toMatchObject({ id: "20261102_0800_bees", system_prompt: "You keep bees." });
  expect(session?.messages.map(({ content }) => content)).toEqual([
    "Count the bees.",
    "",
    "bee\n".repeat(100),
    [{ type: "text", text: "And the hive?" }],
  ]);
  expect(session?.messages[1]?.tool_calls?.[0]).toMatchObject({ id: "c1", type: "function" });
});

it("crush is read as it would be sent: from its summary on, which the user says", async () => {
  const [session] = await recordsOf("crush");
  expect(session?.messages).toEqual([
    { role: "user", content: "So far: the hens are hungry." },
    {
      role: "user",
      content: [
        { type: "text", text: "Feed them." },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
      ],
    },
    {
      role: "assistant",
      content: "",
      reasoning_content: "Grain first.",
      tool_calls: [
        { id: "t1", type: "function", function: { name: "bash", arguments: '{"command":"feed"}' } },
      ],
    },
    { role: "tool", tool_call_id: "t1", content: "fed\n".repeat(100) },
  ]);
});

it("cursor is read in the order of its headers, and drafts are left out", async () => {
  const [inline, session, ...others] = await recordsOf("cursor");
  expect(others).toEqual([]);
  expect(inline?.messages).toEqual([
    { role: "user", content: "Old words." },
    { role: "assistant", content: "Old answer." },
  ]);
  expect(session?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(session?.messages[1]?.tool_calls?.[0]?.function).toEqual({
    name: "run_terminal_command_v2",
    arguments: '{"command":"mend"}',
  });
});

describe("cursor-agent", () => {
  it("is read in the order of its root, without what that does not name", async () => {
    const [session] = await recordsOf("cursor-agent");
    expect(session).toMatchObject({ id: "5f0c", model: "m1" });
    const roles = session?.messages.map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "tool"]);
  });

  it("is read in the order of its rows where a root names no message", async () => {
    const user = { role: "user", content: "Fern." };
    const about = { agentId: "a1", latestRootBlobId: "none" };
    const path = join(folderWith(), "store.db");
    makeDatabase(path, cursorStore({ about, named: [], unnamed: [user, { type: "other" }] }));
    const lines = await using(openDatabase(path), (open) => [...open.lines(open.sessions)]);
    expect(JSON.parse(lines.join(""))).toEqual({ id: "a1", messages: [user] });
  });

  it("is refused where a message of its root is missing, and where it is of no agent", async () => {
    const missing = await elision([
      "export",
      databaseOf("cursor-agent", [`DELETE FROM blobs WHERE id = '${"2".padStart(64, "0")}'`]),
    ]);
    expect([missing.stdout, missing.exitCode]).toEqual(["", 2]);
    expect(missing.stderr).toContain("a message of the session is missing: 0000");
    const other = await elision(["export", databaseOf("cursor-agent", ["DELETE FROM meta"])]);
    expect([other.stdout, other.exitCode]).toEqual(["", 2]);
    expect(other.stderr).toContain("tables that elision does not know");
  });
});

describe("kiro", () => {
  it("is read as it would be sent: its summary, and what of its history is in range", async () => {
    const [session, ...others] = await recordsOf("kiro");
    expect(others).toEqual([]);
    expect(session).toMatchObject({ id: "k-1", model: "m1" });
    expect(session?.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "So far: eels."],
      ["user", "Count the eels."],
      ["assistant", "I count."],
      ["tool", "eel\n".repeat(100)],
      ["assistant", "A hundred."],
      ["user", "Stop."],
      ["assistant", "I stop."],
    ]);
    expect(session?.messages[2]?.tool_calls).toEqual([
      { id: "t1", type: "function", function: { name: "fs_read", arguments: '{"path":"eels"}' } },
    ]);
  });

  it("is refused by name where a conversation is something else", async () => {
    const more = ["INSERT INTO conversations_v2 VALUES ('/x', 'odd', '[]', 1, 1)"];
    const { stdout, stderr, exitCode } = await elision(["export", databaseOf("kiro", more)]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain("conversation odd is not what Kiro saves");
  });
});

it("devin is read along its chain, without what was taken back", async () => {
  const [session, ...others] = await recordsOf("devin");
  expect(others).toEqual([]);
  expect(session).toMatchObject({ id: "quiet-otter", model: "swe-2" });
  expect(session?.messages).toEqual([
    { role: "system", content: "You are Devin." },
    { role: "user", content: "Open the weir." },
    {
      role: "assistant",
      content: "",
      reasoning_content: "The gate first.",
      tool_calls: [
        { id: "e1", type: "function", function: { name: "exec", arguments: '{"command":"weir"}' } },
      ],
    },
    { role: "tool", tool_call_id: "e1", content: "open\n".repeat(100) },
  ]);
});
