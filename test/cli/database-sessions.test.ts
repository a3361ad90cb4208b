/** Sessions that agents keep in databases, in the list and by their names. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { AGENT_DATABASES, makeDatabase } from "../support/databases.ts";
import { folderWith } from "../support/folder.ts";
import { NOW } from "../support/home.ts";
import { elision, type World } from "../support/shell.ts";

const PLACES = {
  opencode: ".local/share/opencode/opencode.db",
  goose: ".local/share/goose/sessions/sessions.db",
  hermes: ".hermes/state.db",
  cursor: ".config/Cursor/User/globalStorage/state.vscdb",
  "cursor-agent": ".cursor/chats/9b1d/5f0c/store.db",
  crush: "garden/.crush/crush.db",
  kiro: ".local/share/kiro-cli/data.sqlite3",
  devin: ".local/share/devin/cli/sessions.db",
} as const;

type Placed = keyof typeof PLACES;

function homeWith(...agents: readonly Placed[]): string {
  const home = folderWith();
  for (const agent of agents) {
    const path = join(home, PLACES[agent]);
    mkdirSync(dirname(path), { recursive: true });
    makeDatabase(path, AGENT_DATABASES[agent].sql);
    utimesSync(path, NOW / 1000 - 3600, NOW / 1000 - 3600);
  }
  if (agents.includes("crush"))
    registerProjects(home, [
      { path: join(home, "gone"), data_dir: join(home, "gone/.crush") },
      { path: join(home, "garden"), data_dir: ".crush" },
    ]);
  return home;
}

/** Writes the list in which Crush keeps its projects. */
function registerProjects(home: string, projects: readonly unknown[]): void {
  const path = join(home, ".local/share/crush/projects.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ projects }));
}

const ALL = Object.keys(PLACES) as readonly Placed[];

const world = (HOME: string): World => ({
  env: { HOME, XDG_DATA_HOME: undefined },
  now: () => NOW,
});

interface Listed {
  readonly id: string;
  readonly agent: string;
  readonly path: string;
  readonly read: string;
  readonly project?: string;
  readonly tokens?: number;
  readonly hint?: string;
}

async function listed(home: string, ...argv: readonly string[]): Promise<readonly Listed[]> {
  const { stdout, stderr, exitCode } = await elision(
    ["sessions", "--report", "json", ...argv],
    world(home),
  );
  expect([stderr, exitCode]).toEqual(["", 0]);
  return JSON.parse(stdout).sessions;
}

it("are listed one by one, with their projects and tokens, newest first", async () => {
  const home = homeWith(...ALL);
  const sessions = await listed(home);
  expect(sessions.map(({ agent, id, project, read }) => [agent, id, project, read])).toEqual([
    ["kiro", "k-1", "pond", "whole"],
    ["devin", "quiet-otter", "weir", "whole"],
    ["crush", "c-1", "garden", "whole"],
    ["hermes", "20261102_0800_bees", "bees", "whole"],
    ["cursor", "5f0c", "garden", "whole"],
    ["goose", "20261101_1", "garden", "whole"],
    ["cursor", "aa", undefined, "whole"],
    ["opencode", "ses_pond", "garden", "whole"],
    ["cursor", "bb", undefined, "whole"],
    ["opencode", "ses_garden", "garden", "whole"],
  ]);
  for (const { tokens } of sessions) expect(tokens).toBeGreaterThan(0);
  expect(sessions.find(({ agent }) => agent === "goose")?.path).toBe(
    `${join(home, PLACES.goose)}#20261101_1`,
  );
  expect(await listed(home)).toEqual(sessions);
});

it("are Kilo's where its database lies, which is like opencode's", async () => {
  const home = folderWith();
  const path = join(home, ".local/share/kilo/kilo.db");
  mkdirSync(dirname(path), { recursive: true });
  makeDatabase(path, AGENT_DATABASES.opencode.sql);
  const sessions = await listed(home);
  expect(sessions.map(({ agent, id, read }) => [agent, id, read])).toEqual([
    ["kilo", "ses_pond", "whole"],
    ["kilo", "ses_garden", "whole"],
  ]);
  const { stdout } = await elision(["inspect", "--report", "json", "@latest:kilo"], world(home));
  expect(JSON.parse(stdout).transcripts).toMatchObject([{ format: "opencode" }]);
});

it("are looked for again once the database or its log has changed", async () => {
  const home = homeWith("goose");
  const path = join(home, PLACES.goose);
  utimesSync(path, 1, 1);
  expect(await listed(home)).toHaveLength(1);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.alloc(bytes.length));
  utimesSync(path, 1, 1);
  expect(await listed(home)).toMatchObject([{ id: "20261101_1", read: "whole" }]);
  writeFileSync(`${path}-wal`, "x");
  expect(await listed(home)).toMatchObject([
    { agent: "goose", read: "not yet", hint: `elision export ${path}` },
  ]);
});

it("are read by name, of an agent, a project or an id", async () => {
  const home = homeWith(...ALL);
  const filesOf = async (...words: string[]) => {
    const { stdout, stderr } = await elision(
      ["inspect", "--report", "json", ...words],
      world(home),
    );
    expect(stderr).toBe("");
    return JSON.parse(stdout).files.map(({ file }: { file: string }) => file.split("#")[1]);
  };
  expect(await filesOf("@latest")).toEqual(["k-1"]);
  expect(await filesOf("@latest:goose", "@latest:opencode")).toEqual(["20261101_1", "ses_pond"]);
  const inGarden = ["c-1", "5f0c", "20261101_1", "ses_pond", "ses_garden"];
  expect(await filesOf("@project:garden")).toEqual(inGarden);
  expect(await filesOf("@ses_g")).toEqual(["ses_garden"]);
});

it("are exported by name, and not written", async () => {
  const home = homeWith("goose");
  const before = readFileSync(join(home, PLACES.goose));
  const { stdout, exitCode } = await elision(["export", "@latest:goose"], world(home));
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: "20261101_1" });
  const refused = await elision(["-i", "@latest:goose"], world(home));
  expect([refused.stdout, refused.exitCode]).toEqual(["", 2]);
  expect(refused.stderr).toContain("elision export ");
  expect(readFileSync(join(home, PLACES.goose)).equals(before)).toBe(true);
});

it("of Crush are found in the projects that it lists, wherever these keep them", async () => {
  const home = homeWith("crush");
  expect(await listed(home)).toMatchObject([{ agent: "crush", id: "c-1", project: "garden" }]);
  for (const broken of [{}, null, "x", { path: 1, data_dir: "" }, { data_dir: "relative" }]) {
    registerProjects(home, [broken]);
    const { stdout, exitCode } = await elision(["sessions", "--report", "json"], world(home));
    expect([JSON.parse(stdout).sessions, exitCode]).toEqual([[], 0]);
  }
  registerProjects(home, [{ data_dir: join(home, "garden/.crush") }]);
  expect(await listed(home)).toMatchObject([{ agent: "crush", id: "c-1", read: "whole" }]);
  const { stdout, exitCode } = await elision(["export", "@latest:crush"], world(home));
  expect([JSON.parse(stdout).id, exitCode]).toEqual(["c-1", 0]);
});

it("of other agents are not looked into", async () => {
  const home = homeWith("opencode", "goose");
  writeFileSync(join(home, PLACES.opencode), "no database");
  expect(await listed(home, "--agent", "goose")).toHaveLength(1);
  const { stderr, exitCode } = await elision(["inspect", "@latest:goose"], world(home));
  expect([stderr, exitCode]).toEqual(["", 0]);
});
