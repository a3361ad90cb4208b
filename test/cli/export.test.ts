import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeDatabase, OPENCODE } from "../support/databases.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, PROGRAM } from "../support/process.ts";
import { elision } from "../support/shell.ts";

const FIXTURE = fileURLToPath(
  new URL("../../fixtures/databases/uncheckpointed.db", import.meta.url),
);

function opencode(): string {
  const path = join(folderWith(), "opencode.db");
  makeDatabase(path, OPENCODE);
  return path;
}

describe("elision export", () => {
  it("writes all sessions as lines, or the one whose id begins so, to stdout or a file", async () => {
    const path = opencode();
    const all = await elision(["export", path]);
    expect(all.stdout.trimEnd().split("\n")).toHaveLength(2);
    const one = await elision(["export", path, "--session", "ses_g"]);
    expect(one.stdout).toBe(`${all.stdout.split("\n")[0]}\n`);
    expect(await elision(["export", `${path}#ses_garden`])).toEqual(one);
    const output = join(folderWith(), "a.jsonl");
    expect(await elision(["export", path, "--session", "ses_garden", "-o", output])).toEqual({
      stdout: "",
      stderr: "",
      exitCode: 0,
    });
    expect(readFileSync(output, "utf8")).toBe(one.stdout);
  });

  it("lists them on a terminal, or when asked", async () => {
    const path = opencode();
    const { stdout } = await elision(["export", path, "--list"], { columns: 100 });
    expect(stdout).toContain("ses_garden  1970-01-01 00:00  2 ");
    expect(stdout).not.toContain("ses_empty");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("2 sessions of opencode");
    const terminal = await elision(["export", path], { stdoutTerminal: true, columns: 100 });
    expect(terminal.stdout).toContain("2 sessions of opencode");
  });

  it("has what the log alone holds", async () => {
    const { stdout } = await elision(["export", FIXTURE]);
    const { messages } = JSON.parse(stdout);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
    ]);
  });

  it.each([
    [["ses_"], "2 sessions have ids that begin with ses_"],
    [["pond"], "no session pond with messages in it"],
  ])("refuses %s", async ([id], message) => {
    const path = opencode();
    const { stdout, stderr, exitCode } = await elision(["export", path, "--session", id ?? ""]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`elision export ${path} --list lists them`);
  });

  it("refuses what is no database, none of an agent, several, and to write over one", async () => {
    const folder = folderWith({ "a.jsonl": "{}\n", "empty.db": "" });
    makeDatabase(join(folder, "other.db"), ["CREATE TABLE t (a TEXT)"]);
    const path = opencode();
    writeFileSync(`${path}-wal`, "");
    const before = readFileSync(path);
    for (const [argv, message] of [
      [[join(folder, "a.jsonl")], "not a SQLite database"],
      [[join(folder, "empty.db")], "not a SQLite database"],
      [[join(folder, "other.db")], "a SQLite database with tables that elision does not know"],
      [[path, path], "export: too many arguments"],
      [[], "export: <database> is missing"],
      [[path, "-o", path], "is both input and output"],
      [[path, "-o", `${path}-wal`], "is a part of"],
    ] as const) {
      const { stdout, stderr, exitCode } = await elision(["export", ...argv]);
      expect([stdout, exitCode]).toEqual(["", 2]);
      expect(stderr).toContain(message);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(statSync(`${path}-wal`).size).toBe(0);
  });
});

/** Starts an export of a large database, and waits until its copy is being read. */
async function startReading(TMPDIR: string) {
  const path = join(folderWith(), "opencode.db");
  makeDatabase(path, [
    ...OPENCODE,
    `WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 300)
      INSERT INTO message SELECT 'msg_x' || k, 'ses_pond', 9, 9, '{"a":"' || hex(zeroblob(10000)) || '"}' FROM n`,
  ]);
  const child = spawn(process.execPath, [PROGRAM, "export", path], {
    env: { ...CLEAN_ENV, TMPDIR },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  // What is not read keeps it from its end.
  await new Promise((resolve) => child.stdout.once("readable", resolve));
  return { child, ended };
}

/** What lies in a folder for temporary files; from version 22 on, Node keeps compiled code there. */
function temporaryIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name !== "node-compile-cache");
}

it("leaves no copy behind when a signal ends it", async () => {
  const TMPDIR = folderWith();
  const { child, ended } = await startReading(TMPDIR);
  expect(temporaryIn(TMPDIR)).toHaveLength(1);
  child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
  expect(temporaryIn(TMPDIR)).toEqual([]);
});

it("leaves a copy that says whose it is after SIGKILL, which the next run removes", async () => {
  const TMPDIR = folderWith();
  const { child, ended } = await startReading(TMPDIR);
  const { child: other, ended: otherEnded } = await startReading(TMPDIR);
  child.kill("SIGKILL");
  await ended;
  const copyOf = (pid: number | undefined) =>
    expect.stringMatching(`^\\.opencode\\.db\\.elision-${pid}-.*\\.tmp$`);
  const left = temporaryIn(TMPDIR);
  expect(left).toHaveLength(2);
  expect(left).toEqual(expect.arrayContaining([copyOf(child.pid), copyOf(other.pid)]));
  const next = await startReading(TMPDIR);
  const then = temporaryIn(TMPDIR);
  expect(then).toHaveLength(2);
  expect(then).toEqual(expect.arrayContaining([copyOf(other.pid), copyOf(next.child.pid)]));
  for (const each of [other, next.child]) each.kill("SIGINT");
  await Promise.all([otherEnded, next.ended]);
  expect(temporaryIn(TMPDIR)).toEqual([]);
});

describe("a database among the inputs", () => {
  it.each([["inspect", "--report", "csv"], ["check"], ["compare"], ["diff", "--window", "0"]])(
    "%s reads it, whole or one session",
    async (...argv) => {
      const path = opencode();
      const exported = join(folderWith(), "all.jsonl");
      await elision(["export", path, "-o", exported]);
      const expected = await elision([...argv, exported]);
      const read = await elision([...argv, path]);
      expect(read.stdout.replaceAll(path, exported)).toBe(expected.stdout);
      expect(read.exitCode).toBe(expected.exitCode);
      expect((await elision([...argv, `${path}#ses_garden`])).exitCode).toBe(expected.exitCode);
    },
  );

  it("is replayed", async () => {
    const { stdout, exitCode } = await elision(["replay", `${opencode()}#ses_garden`]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ step: 0 });
  });

  it("counts twice where two sessions of it are named, and once where one is named twice", async () => {
    const path = opencode();
    const names = [`${path}#ses_garden`, `${path}#ses_pond`, `${path}#ses_pond`];
    const { stdout } = await elision(["inspect", "--report", "json", ...names]);
    expect(JSON.parse(stdout).totals).toMatchObject({ inputs: 2, transcripts: 2 });
  });

  it("is found in a folder by the names that agents give it, and others are skipped", async () => {
    const folder = folderWith({ "notes.txt": "hello" });
    makeDatabase(join(folder, "opencode.db"), OPENCODE);
    makeDatabase(join(folder, "other.db"), ["CREATE TABLE t (a TEXT)"]);
    makeDatabase(join(folder, "state.db"), ["CREATE TABLE t (a TEXT)"]);
    const { stdout, exitCode } = await elision(["inspect", "--report", "json", folder]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).totals).toMatchObject({ inputs: 1, skippedFiles: 3, transcripts: 2 });
  });

  it.each([[["--window", "1"]], [["-i"]], [["-n"]], [["restore"]]])(
    "is refused by what writes: elision %s",
    async (argv) => {
      const path = opencode();
      const before = readFileSync(path);
      for (const [name, hint] of [
        [path, "elision only reads it: elision export FILE"],
        [`${path}#ses_garden`, `elision export ${path} --session ses_garden`],
      ]) {
        const { stdout, stderr, exitCode } = await elision([...argv, name ?? ""]);
        expect([stdout, exitCode]).toEqual(["", 2]);
        expect(stderr).toContain("a SQLite database");
        expect(stderr).toContain(hint);
      }
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(join(path, ".."))).toEqual(["opencode.db"]);
    },
  );

  it("is refused on stdin, which has no log", async () => {
    const { stderr, exitCode } = await elision(["inspect"], { stdin: readFileSync(FIXTURE) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("got a SQLite database");
  });

  it("may have a # in its name", async () => {
    const folder = folderWith();
    copyFileSync(FIXTURE, join(folder, "state#1.vscdb"));
    copyFileSync(`${FIXTURE}-wal`, join(folder, "state#1.vscdb-wal"));
    const whole = await elision(["inspect", "--report", "json", join(folder, "state#1.vscdb")]);
    expect(JSON.parse(whole.stdout).totals).toMatchObject({ transcripts: 1 });
    const one = await elision(["inspect", "--report", "json", join(folder, "state#1.vscdb#log")]);
    expect(JSON.parse(one.stdout).totals).toMatchObject({ transcripts: 1 });
    expect(existsSync(join(folder, "state#1.vscdb-shm"))).toBe(false);
  });
});
