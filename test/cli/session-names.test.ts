/** `@latest` and its like, on homes that are made up from fixtures. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { homeWith, NOW, SESSIONS } from "../support/home.ts";
import { elision, type World } from "../support/shell.ts";

const world = (HOME: string): World => ({
  env: { HOME, XDG_DATA_HOME: undefined },
  now: () => NOW,
});

/** The files that a command says it has read. */
async function filesOf(home: string, ...words: string[]): Promise<string[]> {
  const { stdout, stderr } = await elision(["inspect", "--report", "json", ...words], world(home));
  expect(stderr).toBe("");
  const { files } = JSON.parse(stdout);
  return files.map(({ file }: { file: string }) => file.slice(home.length + 1));
}

async function refusal(home: string, ...words: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await elision(words, world(home));
  expect([stdout, exitCode]).toEqual(["", 2]);
  return stderr;
}

const [codex, claude, cursor, , pi, goose] = SESSIONS.map(([path]) => path);

it("finds the newest session, of any agent or of one", async () => {
  const home = homeWith();
  expect(await filesOf(home, "@latest")).toEqual([codex]);
  expect(await filesOf(home, "@latest:goose", "@latest:pi")).toEqual([goose, pi]);
});

it("takes the name of a format in which one agent saves for the agent", async () => {
  const home = homeWith();
  expect(await filesOf(home, "@latest:claude-code")).toEqual([claude]);
  const { stdout } = await elision(
    ["sessions", "--report", "json", "--agent", "claude-code"],
    world(home),
  );
  expect(JSON.parse(stdout).sessions).toMatchObject([{ agent: "claude" }]);
  expect(await refusal(home, "-n", "@latest:openai-chat")).toContain(
    'no sessions of "openai-chat"',
  );
});

it("finds a session by the start of its id", async () => {
  const home = homeWith();
  expect(await filesOf(home, "@111122")).toEqual([claude]);
  expect(await filesOf(home, "@20260101_1")).toEqual([goose]);
});

it("finds the sessions of a project, and of the current folder", async () => {
  const here = process.cwd();
  const at = (path: string) => `${JSON.stringify({ type: "session", id: path, cwd: path })}
{"type":"message","message":{"role":"user","content":"Hello"}}\n`;
  const home = homeWith([
    [".pi/agent/sessions/a/1.jsonl", 1, at(here)],
    [".pi/agent/sessions/a/2.jsonl", 2, at(join(here, "below"))],
    [".pi/agent/sessions/a/3.jsonl", 3, at(`${here}-2`)],
    [".pi/agent/sessions/a/4.jsonl", 4, at("/srv/mill")],
  ]);
  const names = (files: readonly string[]) => files.map((file) => file.slice(-7));
  expect(names(await filesOf(home, "@project"))).toEqual(["1.jsonl", "2.jsonl"]);
  expect(names(await filesOf(home, "@project:mill"))).toEqual(["4.jsonl"]);
  expect(names(await filesOf(home, "@project:/srv"))).toEqual(["4.jsonl"]);
});

it("names the candidates where a name is of none, or of several", async () => {
  const home = homeWith();
  const several = await refusal(home, "-n", "@7");
  expect(several).toContain("@7: 2 sessions have ids that begin so");
  expect(several).toContain("@7a2e9d10 (gemini, yesterday), @7c1f0000 (pi, charts, 3 d ago)");
  const none = await refusal(home, "-n", "@zz");
  expect(none).toContain("@zz: no session has an id that begins so");
  expect(none).toContain("@019f0000 (codex, app, 5 min ago)");
  expect(await refusal(home, "check", "@latest:codx")).toContain('(did you mean "codex"?)');
  expect(await refusal(home, "compare", "@latest:copilot")).toContain(
    "there are sessions of codex, claude, gemini, pi, goose",
  );
  expect(await refusal(home, "@project:chart")).toContain('(did you mean "charts"?)');
  const elsewhere = await refusal(home, "@project");
  expect(elsewhere).toContain("no sessions of the current folder");
  expect(elsewhere).toContain("; @project:NAME takes those of one");
  expect(await refusal(homeWith([]), "-n", "@latest")).toContain("no sessions of any agent");
});

it("says of a session that no format reads that it is not read yet", async () => {
  expect(cursor).toBeDefined();
  expect(await refusal(homeWith(), "-n", "@u")).toContain("sessions of cursor are not read yet");
});

it("takes ./@latest, and a name after it, for files", async () => {
  const home = homeWith();
  const folder = folderWith();
  mkdirSync(join(folder, "x"));
  const file = join(folder, "x", "@latest");
  writeFileSync(file, readFileSync(join(home, String(claude))));
  const { stderr, exitCode } = await elision(["-n", "--report", "json", file], world(home));
  expect([JSON.parse(stderr).files[0].file, exitCode]).toEqual([file, 0]);
  expect(await refusal(home, "-n", "./@latest")).toContain("./@latest: no such file");
});

it("leaves sessions alone with -i that were just changed, unless told not to", async () => {
  const home = homeWith();
  const argv = [
    "-i",
    "--window",
    "0",
    "--min-gain",
    "1",
    "--placeholder",
    "seed",
    "@latest",
    "@latest:claude",
  ];
  const before = readFileSync(join(home, String(codex)));
  const first = await elision([...argv], world(home));
  expect(first.stderr).toContain("which may be in use, skipped: 1 (--min-age 0 takes them too)");
  expect(first.exitCode).toBe(0);
  expect(readFileSync(join(home, String(codex)))).toEqual(before);
  expect(readFileSync(join(home, String(claude)), "utf8")).toContain("[observation masked");

  const second = await elision([...argv, "--min-age", "0"], world(home));
  expect(second.stderr).not.toContain("skipped");
  expect(readFileSync(join(home, String(codex)), "utf8")).toContain("[observation masked");
});

it("restores no session in place that was just changed, unless told to", async () => {
  const home = homeWith();
  const file = join(home, String(codex));
  const original = readFileSync(file);
  const compact = ["-i", "-q", "--window", "0", "--min-gain", "1", "--min-age", "0", "@latest"];
  expect((await elision(compact, world(home))).exitCode).toBe(0);
  const compacted = readFileSync(file);
  expect(compacted).not.toEqual(original);

  const first = await elision(["restore", "-i", "@latest"], world(home));
  expect(first.stderr).toContain("which may be in use, skipped: 1 (--min-age 0 takes them too)");
  expect(first.exitCode).toBe(0);
  expect(readFileSync(file)).toEqual(compacted);

  const toStdout = await elision(["restore", "-q", "@latest"], world(home));
  expect(toStdout.stdout).toBe(original.toString());
  const second = await elision(["restore", "-i", "--min-age", "0", "@latest"], world(home));
  expect(second.stderr).not.toContain("skipped");
  expect(readFileSync(file)).toEqual(original);
});

it("compacts a file in place that is named by its path, however new", async () => {
  const home = homeWith();
  const file = join(home, String(codex));
  await elision(
    ["-i", "-q", "--window", "0", "--min-gain", "1", "--placeholder", "seed", file],
    world(home),
  );
  expect(readFileSync(file, "utf8")).toContain("[observation masked");
});

it("says what it found when it is called with nothing on a terminal", async () => {
  const { stdout, stderr, exitCode } = await elision([], { ...world(homeWith()), terminal: true });
  expect(stderr).toContain(
    "found 5 sessions on this machine (codex 1, claude 1, gemini 1, pi 1,\ngoose 1)",
  );
  expect(stderr).toContain("The newest: codex, app, 5 min ago");
  expect(stderr.match(/^ {2}elision .*/gm)).toHaveLength(3);
  expect([stdout, exitCode]).toEqual(["", 2]);
  const none = await elision([], { ...world(homeWith([])), terminal: true });
  expect(none.stderr).toContain("no input: name a file or a folder");
});

it.each([36, 60, 80])(
  "puts nothing beyond %i columns when it says what it found",
  async (columns) => {
    const { stderr } = await elision([], { ...world(homeWith()), terminal: true, columns });
    for (const line of stderr.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stderr.match(/^ {2}elision .*/gm)).toHaveLength(3);
    expect(stderr).toContain("what masking would remove from");
  },
);
