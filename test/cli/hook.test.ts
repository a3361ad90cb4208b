/** `elision hook` as agents run it: silent, done, and never in their way. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { version } from "../../src/base/version.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, shell } from "../support/process.ts";
import { elision, elisionIn } from "../support/shell.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FIXTURES = join(ROOT, "fixtures");

/** A folder with a session of Claude Code and the event that names it. */
function sessionWith(event: object): { readonly folder: string; readonly session: string } {
  const folder = folderWith();
  const session = join(folder, "session.jsonl");
  copyFileSync(join(FIXTURES, "claude-code/session.jsonl"), session);
  const about = { session_id: "s", transcript_path: session, cwd: folder, ...event };
  writeFileSync(join(folder, "event.json"), JSON.stringify(about));
  return { folder, session };
}

const PRE_COMPACT = { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" };
const SESSION_END = { hook_event_name: "SessionEnd", reason: "other" };

/** Runs the hook in a shell with an archive of its own, and gives what it said. */
async function hooked(folder: string, line: string) {
  const { stdout, stderr, code } = await shell(`export XDG_DATA_HOME="$PWD/data"; ${line}`, folder);
  return { stdout, stderr, code };
}

/** Runs another command within the tests, in a folder with an archive of its own. */
async function within(folder: string, ...argv: readonly string[]): Promise<string> {
  const env = { ...CLEAN_ENV, XDG_DATA_HOME: join(folder, "data") };
  return (await elisionIn(folder, argv, { env })).stdout;
}

const SILENT = { stdout: "", stderr: "", code: 0 };

describe("elision hook claude-code", () => {
  it.each([PRE_COMPACT, SESSION_END])(
    "archives every result at $hook_event_name",
    async (event) => {
      const { folder, session } = sessionWith(event);
      const before = readFileSync(session);
      expect(await hooked(folder, "elision hook claude-code < event.json")).toEqual(SILENT);
      expect(readFileSync(session).equals(before)).toBe(true);
      const stdout = await within(folder, "archive", "ls");
      const texts = stdout.split("\n").filter((line) => /^[0-9a-f]{12} /.test(line));
      expect(texts.length).toBeGreaterThan(3);
      // A second time nothing is added.
      expect(await hooked(folder, "elision hook claude-code < event.json")).toEqual(SILENT);
      expect(await within(folder, "archive", "ls")).toBe(stdout);
    },
  );

  it("compacts what has ended if asked to, and restores", async () => {
    const { folder, session } = sessionWith(SESSION_END);
    const before = readFileSync(session);
    const line =
      "ELISION_WINDOW=0 ELISION_MIN_GAIN=1 elision hook claude-code --compact-ended < event.json";
    expect(await hooked(folder, line)).toEqual(SILENT);
    expect(readFileSync(session).length).toBeLessThan(before.length);
    await within(folder, "restore", "-i", "session.jsonl");
    expect(readFileSync(session).equals(before)).toBe(true);
  });

  it("compacts nothing before the agent does, which goes on", async () => {
    const { folder, session } = sessionWith(PRE_COMPACT);
    const before = readFileSync(session);
    const line = "ELISION_WINDOW=0 elision hook claude-code --compact-ended < event.json";
    expect(await hooked(folder, line)).toEqual(SILENT);
    expect(readFileSync(session).equals(before)).toBe(true);
  });

  it.each([
    ["another event", { hook_event_name: "Stop" }],
    ["a session that is not there", { ...SESSION_END, transcript_path: "/nowhere/s.jsonl" }],
  ])("does nothing at %s", async (_, event) => {
    const { folder } = sessionWith(event);
    expect(await hooked(folder, "elision hook claude-code < event.json")).toEqual(SILENT);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it.each([
    ["no event", "printf '' | elision hook claude-code", "expected an event as JSON"],
    ["half an event", "printf '{\"a\"' | elision hook claude-code", "expected an event as JSON"],
    [
      "a path that is none",
      `echo '{"hook_event_name":"SessionEnd","transcript_path":"s.jsonl"}' | elision hook claude-code`,
      "expected the path of a session",
    ],
    [
      "a file that is no session of it",
      `echo hello > other.jsonl; echo '{"hook_event_name":"SessionEnd","transcript_path":"'"$PWD"'/other.jsonl"}' | elision hook claude-code`,
      "other.jsonl",
    ],
    [
      "an archive that cannot be written",
      "touch file; elision hook claude-code --archive file/archive < event.json",
      "elision: ",
    ],
  ])("lets the agent go on after %s", async (_, line, message) => {
    const { folder } = sessionWith(SESSION_END);
    const { stdout, stderr, code } = await hooked(folder, line);
    expect([stdout, code]).toEqual(["", 0]);
    expect(stderr).toContain(message);
  });

  it("lets the agent go on when its time is up, with the session as it was", async () => {
    const { folder, session } = sessionWith(SESSION_END);
    const before = readFileSync(session);
    const line =
      "ELISION_WINDOW=0 elision hook claude-code --compact-ended --limit 0s < event.json";
    const { stdout, code } = await hooked(folder, line);
    expect([stdout, code]).toEqual(["", 0]);
    expect(readFileSync(session).equals(before)).toBe(true);
  });

  it("does not wait for the end of stdin", async () => {
    const { folder } = sessionWith(PRE_COMPACT);
    const line = "mkfifo pipe; exec 3<>pipe; cat event.json >&3; elision hook claude-code <&3";
    expect(await hooked(folder, line)).toEqual(SILENT);
    expect(existsSync(join(folder, "data/elision/archive"))).toBe(true);
  });

  it("says how it is run where a person runs it", async () => {
    const { stderr, exitCode } = await elision(["hook", "claude-code"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("hook is run by an agent");
    expect((await elision(["hook", "emacs"], { stdin: "{}" })).exitCode).toBe(2);
  });
});

it("elision hook codex archives the session that the notification names", async () => {
  const folder = folderWith();
  const home = `export HOME="$PWD" CODEX_HOME="$PWD/codex"; mkdir -p codex/sessions/2026/11/22`;
  const file = "codex/sessions/2026/11/22/rollout-2026-11-22T11-55-00-c0de.jsonl";
  const copy = `cp ${FIXTURES}/codex/rollout.jsonl ${file}`;
  const { stdout } = await hooked(folder, `${home}; ${copy}; elision sessions --report json`);
  const [{ id }] = JSON.parse(stdout).sessions;
  const notification = JSON.stringify({
    type: "agent-turn-complete",
    "thread-id": id,
    cwd: folder,
  });
  expect(await hooked(folder, `${home}; elision hook codex '${notification}'`)).toEqual(SILENT);
  const texts = await within(folder, "archive", "ls");
  expect(texts).toMatch(/^[0-9a-f]{12} /m);
  const unknown = await hooked(folder, `${home}; elision hook codex '{"thread-id":"none"}'`);
  expect([unknown.stdout, unknown.code]).toEqual(["", 0]);
  expect(unknown.stderr).toContain("no session has an id that begins so");
});

describe("the plugin of Claude Code", () => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, "plugins", name), "utf8"));

  it("is of this version, with the members that are documented", () => {
    const plugin = read("claude-code/.claude-plugin/plugin.json");
    expect(plugin.version).toBe(version);
    expect(plugin.name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    const known = [
      "name",
      "version",
      "description",
      "author",
      "homepage",
      "repository",
      "license",
      "keywords",
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(plugin)));
    const { plugins, owner, name } = read(".claude-plugin/marketplace.json");
    expect([name, owner.name, plugins.length]).toEqual(["elision", "elision", 1]);
    expect(plugins[0]).toMatchObject({ name: plugin.name, source: "./claude-code" });
    expect(existsSync(join(ROOT, "plugins", plugins[0].source, ".claude-plugin"))).toBe(true);
  });

  it("has the hooks that setup writes", async () => {
    const file = join(folderWith(), "settings.json");
    await elision(["setup", "claude-code", "--yes", "--settings", file]);
    expect(read("claude-code/hooks/hooks.json").hooks).toEqual(
      JSON.parse(readFileSync(file, "utf8")).hooks,
    );
  });

  it("has a command with a description, which changes nothing", () => {
    const text = readFileSync(join(ROOT, "plugins/claude-code/commands/savings.md"), "utf8");
    const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    expect(head).toMatch(/^description: \S/m);
    expect(head).toMatch(/^allowed-tools: Bash\(elision inspect:\*\), Bash\(elision diff:\*\)$/m);
  });
});
