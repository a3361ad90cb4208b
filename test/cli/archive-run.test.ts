/** Compaction with an archive, and the way back, through the program. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { digestOf } from "../../src/base/digest.ts";
import { textWith } from "../../src/restore/kept-texts.ts";
import { folderWith } from "../support/folder.ts";
import { shell, start } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision, elisionIn } from "../support/shell.ts";

const LINES = sessionLines(30);
const ROWS = Array.from({ length: 60 }, (_, k) => sessionRow(12 + (k % 5), { chars: 100 + k }));
const WINDOW = ["-q", "--window", "2"];
/** The first observation of `LINES`. */
const FIRST = "0 ".padEnd(400, "o");
const REF = digestOf(FIRST).slice(0, 12);

describe("a run with an archive", () => {
  it("names each observation by its ref, and keeps it", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [run, archive] = [join(folder, "run.jsonl"), join(folder, "kept")];
    const { stdout } = await elision([...WINDOW, run, "--archive", archive]);
    expect(stdout).toContain(`[old tool result: look \\u2014 ok, 400 chars; elision show ${REF}]`);
    const opened = openArchive(archive);
    expect(textWith(opened, digestOf(FIRST))).toBe(FIRST);
    opened.close();
    expect(statSync(archive).mode & 0o777).toBe(0o700);
  });

  it("has on disk what is taken out before a byte is written that needs it", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS.join("").repeat(15) });
    const [rows, archive] = [join(folder, "rows.jsonl"), join(folder, "kept")];
    let writes = 0;
    await elision([...WINDOW, rows, "--archive", archive], {
      onWrite(piece) {
        writes++;
        const log = gunzipSync(readFileSync(join(archive, LOG_NAME))).toString("latin1");
        for (const [, ref] of piece.toString().matchAll(/elision show ([0-9a-f]{12})\]/g))
          expect(log).toContain(`"text","digest":"${ref}`);
      },
    });
    expect(writes).toBeGreaterThan(1);
  });

  it("writes nothing when it is only to say what would be done", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [run, archive] = [join(folder, "run.jsonl"), join(folder, "kept")];
    const dry = await elision(["-n", "--window", "2", run, "--archive", archive]);
    expect(existsSync(archive)).toBe(false);
    const wet = await elision(["--window", "2", run, "--archive", archive]);
    expect(dry.stderr.split("\n")[1]).toBe(wet.stderr.split("\n")[1]);
  });

  it("takes the folder from the environment and the user's settings, not from a project", async () => {
    const folder = folderWith({
      "run.jsonl": LINES,
      "home/elision/elision.toml": 'archive = "from-user"\n',
      "project/elision.toml": 'archive = "from-project"\n',
      "project/.git/HEAD": "",
    });
    const argv = ["-q", "run.jsonl"];
    const home = { XDG_CONFIG_HOME: join(folder, "home") };
    const user = await elisionIn(folder, argv, { env: home });
    expect([user.exitCode, readdirSync(folder)]).toEqual([
      0,
      expect.arrayContaining(["from-user"]),
    ]);
    const set = await elisionIn(folder, argv, { env: { ELISION_ARCHIVE: "from-env" } });
    expect([set.exitCode, readdirSync(folder)]).toEqual([0, expect.arrayContaining(["from-env"])]);
    const project = await elisionIn(join(folder, "project"), ["-q", "../run.jsonl"]);
    expect(project.exitCode).toBe(2);
    expect(project.stderr).toContain("elision.toml:1:1");
    expect(readdirSync(join(folder, "project"))).toEqual([".git", "elision.toml"]);
  });

  it("does not take an archive for a folder of transcripts", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const argv = ["-i", folder, "--archive", join(folder, "kept")];
    await elision(["-q", "--window", "2", ...argv]);
    const { stderr } = await elision([...argv, "--window", "1", "--report", "json"]);
    expect(JSON.parse(stderr).totals).toMatchObject({ inputs: 1, skippedFiles: 0 });
  });

  it("leaves alone what one without an archive masked, and the reverse", async () => {
    const archive = join(folderWith(), "kept");
    const without = await elision(WINDOW, { stdin: LINES });
    const then = await elision([...WINDOW, "--archive", archive], { stdin: without.stdout });
    expect(then.stdout).toBe(without.stdout);
    const having = await elision([...WINDOW, "--archive", archive], { stdin: LINES });
    expect((await elision(WINDOW, { stdin: having.stdout })).stdout).toBe(having.stdout);
  });
});

describe("restore", () => {
  it.each([
    ["lines", LINES],
    ["rows", ROWS.join("")],
    ["a document", JSON.stringify({ messages: LINES.trim().split("\n") }, null, 2)],
    ["lines in one go with a budget", LINES, "--max-input-chars", "3000"],
  ])("gives back %s from a pipe", async (name, content, ...options) => {
    const original =
      name === "a document"
        ? JSON.stringify(
            {
              messages: LINES.trim()
                .split("\n")
                .map((l) => JSON.parse(l)),
            },
            null,
            2,
          )
        : content;
    const archive = join(folderWith(), "kept");
    const argv = [...WINDOW, ...options, "--archive", archive];
    const { stdout } = await elision(argv, { stdin: original });
    expect(stdout).not.toBe(original);
    const restored = await elision(["restore", "-q", "--archive", archive], { stdin: stdout });
    expect(restored).toEqual({ stdout: original, stderr: "", exitCode: 0 });
  });

  it("puts files back in place, plain and compressed, with their mode and time", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "b/c.jsonl.gz": gzipSync(ROWS.join("")) });
    const archive = join(folder, "..", `${folder}-kept`);
    const file = join(folder, "a.jsonl");
    chmodSync(file, 0o640);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    await elision([...WINDOW, "-i", folder, "--archive", archive]);
    expect(readFileSync(file, "utf8")).not.toBe(LINES);
    const argv = ["restore", "-i", "--backup", ".small", folder, "--archive", archive];
    const { exitCode, stderr } = await elision(argv);
    expect([exitCode, stderr.split("\n").at(-2)]).toEqual([0, "restored: 2 of 2 files"]);
    expect(readFileSync(file, "utf8")).toBe(LINES);
    const { mode, mtimeMs } = statSync(file);
    expect([mode & 0o777, mtimeMs]).toEqual([0o640, 1_700_000_000_000]);
    expect(gunzipSync(readFileSync(join(folder, "b/c.jsonl.gz"))).toString()).toBe(ROWS.join(""));
    expect(readFileSync(join(folder, "a.jsonl.small"), "utf8")).toContain(REF);
  });

  it("only says what it would do when that is asked, and does not write what is as it was", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [run, archive] = [join(folder, "run.jsonl"), join(folder, "kept")];
    await elision([...WINDOW, "-i", run, "--archive", archive]);
    const small = readFileSync(run, "utf8");
    const dry = await elision(["restore", "-n", "-i", run, "--archive", archive]);
    expect(dry.stderr).toContain("run.jsonl: restored whole; bytes ");
    expect(readFileSync(run, "utf8")).toBe(small);
    await elision(["restore", "-q", "-i", run, "--archive", archive]);
    const { ctimeNs } = statSync(run, { bigint: true });
    const again = await elision(["restore", "-i", run, "--archive", archive]);
    expect(again.stderr).toContain("run.jsonl: nothing to restore");
    expect(statSync(run, { bigint: true }).ctimeNs).toBe(ctimeNs);
  });

  it("lists of several files those that were restored, and counts the others", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "b.jsonl": LINES, "c.jsonl": LINES });
    const archive = join(folder, "kept");
    await elision([...WINDOW, "-q", "-i", join(folder, "b.jsonl"), "--archive", archive]);
    const { stderr } = await elision(["restore", "-i", folder, "--archive", archive]);
    const [line = "", ...others] = stderr.trimEnd().split("\n");
    expect(line).toContain("b.jsonl: restored whole; bytes ");
    expect(others).toEqual(["restored: 1 of 3 files, nothing to restore: 2"]);
  });

  it("says what could not be restored, in the exit code too", async () => {
    const archive = join(folderWith(), "kept");
    await elision([...WINDOW, "--archive", archive], { stdin: LINES });
    const { stdout: foreign } = await elision(WINDOW, { stdin: LINES });
    const argv = ["restore", "--report", "json", "--archive", archive];
    const { exitCode, stdout, stderr } = await elision(argv, { stdin: foreign });
    expect([exitCode, stdout]).toEqual([1, foreign]);
    expect(stderr).toContain("stdin: placeholders whose original is not known: 28");
    const report = JSON.parse(stderr.slice(stderr.indexOf("{"), stderr.lastIndexOf("}") + 1));
    expect(report.totals).toMatchObject({ files: 1, restoredFiles: 0, lostObservations: 28 });
  });

  it("needs an archive, and names one that is not there", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const none = await elision(["restore", join(folder, "run.jsonl")]);
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining("--archive")]);
    const gone = await elision(["restore", join(folder, "run.jsonl"), "--archive", `${folder}/no`]);
    expect([gone.exitCode, gone.stderr]).toEqual([2, expect.stringContaining("no archive here")]);
  });
});

describe("several threads", () => {
  it("archive what one does, from one file and from several", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS.join(""), "a.jsonl": LINES });
    const run = async (argv: readonly string[]) => (await start(argv, { cwd: folder }).ended).code;
    const alone = async (argv: readonly string[]) => (await elisionIn(folder, argv)).exitCode;
    const parts = ["-j", "3", "rows.jsonl", "-o", "small.jsonl", "--archive", "one"];
    expect(await run([...WINDOW, ...parts])).toBe(0);
    const back = ["restore", "-q", "--archive", "one", "small.jsonl", "-o", "back.jsonl"];
    expect(await alone(back)).toBe(0);
    expect(readFileSync(join(folder, "back.jsonl"), "utf8")).toBe(ROWS.join(""));
    const files = ["-j", "2", "-i", "rows.jsonl", "a.jsonl", "--archive", "two"];
    expect(await run([...WINDOW, ...files])).toBe(0);
    expect(readFileSync(join(folder, "a.jsonl"), "utf8")).toContain(REF);
    const both = ["rows.jsonl", "a.jsonl", "--archive", "two"];
    expect(await alone(["restore", "-q", "-i", ...both])).toBe(0);
    expect(readFileSync(join(folder, "a.jsonl"), "utf8")).toBe(LINES);
    expect(readFileSync(join(folder, "rows.jsonl"), "utf8")).toBe(ROWS.join(""));
  });
});

describe("an archive that cannot be written", () => {
  it("is named, and the original stays as it is", async () => {
    const folder = folderWith({ "run.jsonl": LINES, kept: "a file" });
    const [run, archive] = [join(folder, "run.jsonl"), join(folder, "kept")];
    const { exitCode, stdout, stderr } = await elision([
      ...WINDOW,
      "-i",
      run,
      "--archive",
      archive,
    ]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(archive);
    expect(readFileSync(run, "utf8")).toBe(LINES);
  });

  it("since the disk is full ends the run before an original is touched", async () => {
    // Noise: what is archived must not compress.
    const noise = (k: number) =>
      digestOf(`${k}`)
        .repeat(40)
        .replace(/(.{9})/g, `$1${k}`);
    const lines = sessionLines(300)
      .split("\n")
      .map((line, k) => line.replace(/o{60,}/, () => noise(k)))
      .join("\n");
    const folder = folderWith({ "run.jsonl": lines });
    const limited =
      "(ulimit -f 16; trap '' XFSZ; elision -q -i --window 2 --archive kept run.jsonl)";
    const { code, stderr } = await shell(limited, folder);
    expect(code).toBe(2);
    expect(stderr).toContain("kept");
    expect(stderr).toMatch(/file too large|no space|cut short/);
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(lines);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    // With room again, the same works.
    const run = ["-q", "-i", "--archive", "kept", "run.jsonl"];
    expect((await elisionIn(folder, ["--window", "2", ...run])).exitCode).toBe(0);
    expect((await elisionIn(folder, ["restore", ...run])).exitCode).toBe(0);
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(lines);
  });

  it.skipIf(process.getuid?.() === 0)("since its folder may only be read is named", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const archive = join(folder, "kept");
    await elision([...WINDOW, "--archive", archive], { stdin: sessionLines(9) });
    chmodSync(join(archive, LOG_NAME), 0o400);
    chmodSync(archive, 0o500);
    const run = join(folder, "run.jsonl");
    const { exitCode, stderr } = await elision([...WINDOW, "-i", run, "--archive", archive]);
    chmodSync(archive, 0o700);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("permission denied")]);
    expect(readFileSync(run, "utf8")).toBe(LINES);
  });

  it("is not needed to restore into a folder that is gone", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [run, archive] = [join(folder, "run.jsonl"), join(folder, "kept")];
    await elision([...WINDOW, "-i", run, "--archive", archive]);
    const small = readFileSync(run, "utf8");
    const argv = ["restore", "-q", run, "--archive", archive, "-o", join(folder, "no/run.jsonl")];
    const { exitCode, stderr } = await elision(argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no such file or folder")]);
    expect(readFileSync(run, "utf8")).toBe(small);
    writeFileSync(run, small);
  });
});
