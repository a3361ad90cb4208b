/** An output is never an input: refused where it is named, left out where it is found in a folder. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { shell } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision, elisionIn } from "../support/shell.ts";

const LINES = sessionLines(30);
const SMALL = Buffer.from(compact(Buffer.from(LINES)).bytes).toString();
const ROW = sessionRow(12, { chars: 300 });

/** All files below a folder, by path. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .sort();
}

describe("an output that is an input", () => {
  it.each([
    ["by its name", (file: string) => [file, "-o", file]],
    ["by a link", (file: string) => [file, "-o", `${file}.link`]],
    ["by another hard link", (file: string) => [file, "-o", `${file}.hard`]],
    ["found in a folder", (file: string) => [join(file, ".."), "-o", file]],
    ["of restore", (file: string) => ["restore", file, "--archive", "kept", "-o", file]],
    ["as a report", (file: string) => [file, "-i", "--report-file", `${file}.hard`]],
    ["as a page", (file: string) => ["compare", file, "--html", `${file}.link`]],
    [
      "as a cache of replies",
      (file: string) => [file, "--model", "command:cat", "--model-cache", file],
    ],
  ])("is refused: %s", async (_, argvFor) => {
    const folder = folderWith({ "run.jsonl": LINES });
    const file = join(folder, "run.jsonl");
    symlinkSync("run.jsonl", `${file}.link`);
    linkSync(file, `${file}.hard`);
    const { exitCode, stderr, stdout } = await elision(argvFor(file));
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/both input and output|overwrite the input|to the input/);
    expect(readFileSync(file, "utf8")).toBe(LINES);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it.each([
    "elision run.jsonl >> run.jsonl",
    "elision < run.jsonl >> run.jsonl",
    "elision - -o run.jsonl < run.jsonl",
    "elision run.jsonl -o /dev/fd/3 3>> run.jsonl",
    "elision - --report-file run.jsonl < run.jsonl > out",
    "elision -n run.jsonl 2>> run.jsonl",
    "elision compare run.jsonl >> run.jsonl",
    "elision inspect run.jsonl >> run.jsonl",
    "elision check run.jsonl >> run.jsonl",
    "elision replay run.jsonl >> run.jsonl",
  ])("is refused in a shell: %s", async (line) => {
    const folder = folderWith({ "run.jsonl": LINES });
    expect((await shell(line, folder)).code).toBe(2);
    const after = readFileSync(join(folder, "run.jsonl"), "utf8");
    // The words for it may have been added, where stderr was the file; nothing else was.
    expect(after.replace(/elision: .*\n/g, "")).toBe(LINES);
  });

  it("may not be named by two options either", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [run, out] = [join(folder, "run.jsonl"), join(folder, "out")];
    const { exitCode, stderr } = await elision([run, "-o", out, "--report-file", out]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--output and --report-file name the same file");
    expect(existsSync(out)).toBe(false);
  });

  it("is not read where stdout or stderr lead into a folder that is read", async () => {
    const folder = folderWith({ "logs/a.jsonl": ROW, "logs/b.jsonl": ROW });
    for (const _ of [1, 2]) {
      const { code } = await shell("elision -q logs >> logs/all.jsonl 2> logs/errors", folder);
      expect(code).toBe(0);
    }
    const rows = readFileSync(join(folder, "logs/all.jsonl"), "utf8").trim().split("\n");
    expect(rows).toHaveLength(4);
  });
});

describe("--out-dir", () => {
  it("is refused where it is the input folder", async () => {
    const folder = folderWith({ "in/a.jsonl": LINES });
    const { exitCode, stderr } = await elisionIn(folder, ["in", "--out-dir", "in"]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("both input and output folder"),
    ]);
    symlinkSync("in", join(folder, "link"));
    expect((await elisionIn(folder, ["link", "--out-dir", "in"])).exitCode).toBe(2);
    expect((await elisionIn(join(folder, "in"), [".", "--out-dir", "."])).exitCode).toBe(2);
    expect(filesIn(join(folder, "in"))).toEqual(["a.jsonl"]);
  });

  it("is never read, in a first run or a later one", async () => {
    const folder = folderWith({ "in/a.jsonl": LINES, "in/deep/b.jsonl": LINES });
    for (const window of [10, 5, 2]) {
      const argv = ["in", "--window", `${window}`, "--out-dir", "in/small"];
      expect((await elisionIn(folder, argv)).exitCode).toBe(0);
      expect(filesIn(folder)).toEqual([
        "in/a.jsonl",
        "in/deep/b.jsonl",
        "in/small/in/a.jsonl",
        "in/small/in/deep/b.jsonl",
      ]);
    }
    const again = await elisionIn(join(folder, "in"), [".", "--out-dir", "small"]);
    expect(again.exitCode).toBe(0);
    expect(again.stderr).toContain("small is the output folder: not read");
    expect(readFileSync(join(folder, "in/small/a.jsonl"), "utf8")).toBe(SMALL);
  });

  it("does not write through links to files or folders", async () => {
    const folder = folderWith({
      "in/a.jsonl": LINES,
      "in/b.jsonl": LINES,
      "in/sub/c.jsonl": LINES,
      "precious/x": "precious",
    });
    mkdirSync(join(folder, "out/in"), { recursive: true });
    symlinkSync(join(folder, "precious/x"), join(folder, "out/in/a.jsonl"));
    symlinkSync(join(folder, "precious"), join(folder, "out/in/sub"));
    const { exitCode, stderr } = await elisionIn(folder, ["-q", "in", "--out-dir", "out"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("out/in/a.jsonl: is a link: not written through");
    expect(stderr).toContain("out/in/sub: is a link: not written through");
    expect(readFileSync(join(folder, "out/in/b.jsonl"), "utf8")).toBe(SMALL);
    expect(readdirSync(join(folder, "precious"))).toEqual(["x"]);
    expect(readFileSync(join(folder, "precious/x"), "utf8")).toBe("precious");
  });

  it("may be a link itself, since it was named", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "elsewhere/x": "" });
    symlinkSync("elsewhere", join(folder, "out"));
    expect((await elisionIn(folder, ["-q", "a.jsonl", "--out-dir", "out"])).exitCode).toBe(0);
    expect(readFileSync(join(folder, "elsewhere/a.jsonl"), "utf8")).toBe(SMALL);
  });
});

describe("links in a folder", () => {
  it("are followed only with --follow, and otherwise counted", async () => {
    const folder = folderWith({
      "in/a.jsonl": LINES,
      "out/b.jsonl": LINES,
      "out/sub/c.jsonl": LINES,
    });
    symlinkSync("../out/b.jsonl", join(folder, "in/b.jsonl"));
    symlinkSync("../out/sub", join(folder, "in/sub"));
    symlinkSync("a.jsonl", join(folder, "in/0-again.jsonl"));
    symlinkSync("..", join(folder, "in/up"));
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    const plain = await elisionIn(folder, ["-i", "--no-archive", "--report", "csv", "in"]);
    expect(plain.stderr).toContain("links in folders that were not followed: 3 (see --follow)");
    expect(plain.stderr).toContain("in/a.jsonl");
    expect([read("in/a.jsonl"), read("out/b.jsonl")]).toEqual([SMALL, LINES]);
    const followed = await elisionIn(folder, ["-q", "-i", "--no-archive", "--follow", "in"]);
    expect(followed.exitCode).toBe(0);
    expect([read("out/b.jsonl"), read("out/sub/c.jsonl")]).toEqual([SMALL, SMALL]);
    expect(lstatSync(join(folder, "in/b.jsonl")).isSymbolicLink()).toBe(true);
  });

  it("are followed where they are named", async () => {
    const folder = folderWith({ "out/b.jsonl": LINES });
    symlinkSync("out/b.jsonl", join(folder, "b.jsonl"));
    symlinkSync("out", join(folder, "link"));
    const named = await elisionIn(folder, ["-q", "b.jsonl"]);
    const below = await elisionIn(folder, ["-q", "link", "-o", "made"]);
    expect([named.stdout, below.exitCode]).toEqual([SMALL, 0]);
    expect(readFileSync(join(folder, "made"), "utf8")).toBe(SMALL);
  });
});

it("-o writes where a link points to that leads to nothing yet", async () => {
  const folder = folderWith({ "a.jsonl": LINES, "deep/x": "" });
  symlinkSync("deep/new.jsonl", join(folder, "link"));
  expect((await elisionIn(folder, ["-q", "a.jsonl", "-o", "link"])).exitCode).toBe(0);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "deep/new.jsonl"), "utf8")).toBe(SMALL);
});

describe("backups", () => {
  it("are never inputs of a folder: three runs leave the true original", async () => {
    const folder = folderWith({ "in/a.jsonl": LINES, "in/deep/b.jsonl": LINES });
    const original = ["in/a.jsonl", "in/a.jsonl.orig", "in/deep/b.jsonl", "in/deep/b.jsonl.orig"];
    for (const window of [20, 10, 2]) {
      await elisionIn(folder, ["-q", "-i", "--backup", ".orig", "--window", `${window}`, "in"]);
      expect(filesIn(folder)).toEqual(original);
      for (const name of ["in/a.jsonl.orig", "in/deep/b.jsonl.orig"])
        expect(readFileSync(join(folder, name), "utf8")).toBe(LINES);
    }
  });

  it("are no inputs where a pattern of the shell names them, nor where the suffix is set for good", async () => {
    const folder = folderWith({ "a.jsonl": SMALL, "a.jsonl.orig": LINES });
    const { code, stderr } = await shell("elision -i --backup .orig *", folder);
    expect([code, stderr]).toEqual([0, expect.stringContaining("a.jsonl.orig is a backup")]);
    const { stderr: report } = await shell(
      "ELISION_BACKUP=.orig elision -n --report json . | cat",
      folder,
    );
    expect(JSON.parse(report).totals.inputs).toBe(1);
    expect(filesIn(folder)).toEqual(["a.jsonl", "a.jsonl.orig"]);
    const alone = folderWith({ "only.orig": LINES });
    expect((await elisionIn(alone, ["-q", "-i", "--backup", ".orig", "only.orig"])).exitCode).toBe(
      0,
    );
    expect(filesIn(alone)).toEqual(["only.orig", "only.orig.orig"]);
  });

  it("that are the original itself are taken for what they are", async () => {
    const folder = folderWith({ "a.jsonl": LINES });
    const file = join(folder, "a.jsonl");
    // A run was killed after it had made the backup and before it replaced the file.
    linkSync(file, `${file}.orig`);
    expect((await elision(["-q", "-i", "--backup", ".orig", file])).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(SMALL);
    expect(readFileSync(`${file}.orig`, "utf8")).toBe(LINES);
  });
});

it("a folder is skipped as an archive only if it holds one", async () => {
  const folder = folderWith({ "in/a.jsonl": LINES, "in/log.ndjson.gz": "a log of mine" });
  const { stderr } = await elision(["-n", "--report", "json", join(folder, "in")]);
  expect(JSON.parse(stderr).totals).toMatchObject({ inputs: 1, skippedFiles: 1 });
  writeFileSync(join(folder, "in/log.ndjson.gz"), "");
  const archive = await elision(["-n", "--report", "json", join(folder, "in")]);
  expect(JSON.parse(archive.stderr).totals).toMatchObject({ inputs: 0, skippedFiles: 0 });
});
