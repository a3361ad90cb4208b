/** What may happen to a file that is replaced: it is whole before, and whole after. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { beginReplacement } from "../../src/io/replacement/replacement.ts";
import { folderWith } from "../support/folder.ts";
import { start } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(30);
const SMALL = Buffer.from(compact(Buffer.from(LINES)).bytes).toString();
const ROW = Buffer.from(sessionRow(20, { chars: 4000 }));
/** 240 MB: long enough at work that a signal meets it there, on a fast machine too. */
const ROWS = Buffer.alloc(3000 * ROW.length, ROW);

describe("in place", () => {
  it("says that hard links keep the file as it was, and restore the same", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const [file, link] = [join(folder, "run.jsonl"), join(folder, "link.jsonl")];
    linkSync(file, link);
    const said = `${file}: a hard link to it keeps the file as it was: -i replaces one name`;
    const archive = join(folder, "kept");
    const first = await elision(["-i", "--report", "none", "--archive", archive, file, link]);
    expect(first).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(said) });
    expect(first.stderr.split("hard link")).toHaveLength(2);
    expect(readFileSync(file, "utf8")).not.toBe(LINES);
    expect(readFileSync(link, "utf8")).toBe(LINES);
    const again = await elision(["-i", "--archive", archive, file]);
    expect(again.stderr).not.toContain("hard link");
    linkSync(file, join(folder, "third.jsonl"));
    const restored = await elision(["restore", "-i", "--archive", archive, file]);
    expect(restored.stderr).toContain(said);
    expect(readFileSync(file, "utf8")).toBe(LINES);
  });

  it("keeps mode and modification time, and leaves nothing behind", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const file = join(folder, "run.jsonl");
    chmodSync(file, 0o640);
    utimesSync(file, 1_700_000_000, 1_700_000_000.25);
    expect((await elision(["-q", "-i", "--no-archive", file])).exitCode).toBe(0);
    const { mode, mtimeMs } = statSync(file);
    expect([mode & 0o777, Math.round(mtimeMs)]).toEqual([0o640, 1_700_000_000_250]);
    expect(readFileSync(file, "utf8")).toBe(SMALL);
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });

  it("does not rewrite a file in which nothing changed", async () => {
    const folder = folderWith({ "run.jsonl": SMALL });
    const file = join(folder, "run.jsonl");
    const before = statSync(file, { bigint: true });
    expect((await elision(["-q", "-i", "--backup", ".orig", file])).exitCode).toBe(0);
    const { ino, ctimeNs } = statSync(file, { bigint: true });
    expect([ino, ctimeNs]).toEqual([before.ino, before.ctimeNs]);
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });

  it("follows a symbolic link", async () => {
    const folder = folderWith({ "real/run.jsonl": LINES });
    symlinkSync(join("real", "run.jsonl"), join(folder, "link.jsonl"));
    expect((await elision(["-q", "-i", "--no-archive", join(folder, "link.jsonl")])).exitCode).toBe(
      0,
    );
    expect(lstatSync(join(folder, "link.jsonl")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real/run.jsonl"), "utf8")).toBe(SMALL);
  });

  it("does a file named twice, or by two paths, once", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    symlinkSync("run.jsonl", join(folder, "again.jsonl"));
    const file = join(folder, "run.jsonl");
    const { stderr } = await elision([
      "-i",
      "--report",
      "csv",
      file,
      file,
      join(folder, "again.jsonl"),
    ]);
    expect(stderr.trim().split("\n")).toHaveLength(2);
  });

  it("takes a suffix for backups that names no other folder", async () => {
    const { exitCode, stderr } = await elision(["-i", "--backup", "../x", "-"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--backup: expected a suffix such as .orig (got "../x")');
  });

  it("keeps the original as a backup, and never overwrites one", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const file = join(folder, "run.jsonl");
    await elision(["-q", "-i", "--window", "20", "--backup", ".orig", file]);
    expect(readFileSync(`${file}.orig`, "utf8")).toBe(LINES);
    const between = readFileSync(file, "utf8");
    const { exitCode, stderr } = await elision(["-q", "-i", "--backup", ".orig", file]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`the backup ${file}.orig exists: left as it is`);
    expect(readFileSync(`${file}.orig`, "utf8")).toBe(LINES);
    expect(readFileSync(file, "utf8")).toBe(between);
    expect(readdirSync(folder).sort()).toEqual(["run.jsonl", "run.jsonl.orig"]);
  });

  it("leaves a bad document as it is", async () => {
    const folder = folderWith({ "run.json": '{"messages": [' });
    const { exitCode, stderr } = await elision(["-i", join(folder, "run.json")]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('run.json:1:15: expected a value or "]" (got the end of the text)');
    expect(readdirSync(folder)).toEqual(["run.json"]);
  });

  it("goes on with the other files when one fails", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "b.jsonl": "[1]", "c.jsonl": LINES });
    const names = ["a.jsonl", "b.jsonl", "c.jsonl"].map((name) => join(folder, name));
    expect((await elision(["-q", "-i", "--no-archive", ...names])).exitCode).toBe(2);
    const texts = names.map((name) => readFileSync(name, "utf8"));
    expect(texts).toEqual([SMALL, "[1]", SMALL]);
  });

  it("skips files that changed recently, where asked to", async () => {
    const folder = folderWith({ "old.jsonl": LINES, "new.jsonl": LINES });
    const now = Date.now();
    utimesSync(join(folder, "old.jsonl"), now / 1000 - 700, now / 1000 - 700);
    const { exitCode, stderr } = await elision(["-i", "--no-archive", "--min-age", "10m", folder], {
      now: () => now,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain("1 file changed too recently, skipped");
    expect(readFileSync(join(folder, "old.jsonl"), "utf8")).toBe(SMALL);
    expect(readFileSync(join(folder, "new.jsonl"), "utf8")).toBe(LINES);
  });

  it("leaves a file alone that grows while it is read", async () => {
    const rows = ROWS.subarray(0, 60 * ROW.length);
    const folder = folderWith({ "rows.jsonl": rows });
    const file = join(folder, "rows.jsonl");
    let reads = 0;
    // On a terminal the clock is looked at with every read: the file grows at the third.
    const now = () => {
      if (++reads === 4) appendFileSync(file, ROW);
      return 0;
    };
    const argv = ["-i", "--report", "json", file];
    const { exitCode, stderr } = await elision(argv, { terminal: true, now });
    expect(exitCode).toBe(2);
    const { transcripts, totals, notes } = JSON.parse(stderr.slice(stderr.indexOf("{")));
    expect([transcripts, totals.failedInputs, totals.savedChars]).toEqual([[], 1, 0]);
    const message = "the file changed while it was read: left as it is";
    expect(notes).toContainEqual(expect.objectContaining({ level: "error", message, file }));
    expect(readFileSync(file).equals(Buffer.concat([rows, ROW]))).toBe(true);
    expect(readdirSync(folder)).toEqual(["rows.jsonl"]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("is as it was after %s", async (signal) => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const { child, ended } = start(["-q", "-i", join(folder, "rows.jsonl")]);
    await temporaryFileIn(folder);
    child.kill(signal);
    expect((await ended).signal).toBe(signal);
    expect(readFileSync(join(folder, "rows.jsonl")).equals(ROWS)).toBe(true);
    expect(readdirSync(folder)).toEqual(["rows.jsonl"]);
  });

  it("is as it was after SIGKILL, and the next run removes what is left", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const { child, ended } = start(["-q", "-i", join(folder, "rows.jsonl")]);
    await temporaryFileIn(folder);
    child.kill("SIGKILL");
    await ended;
    expect(readFileSync(join(folder, "rows.jsonl")).equals(ROWS)).toBe(true);
    const left = readdirSync(folder).filter((name) => name !== "rows.jsonl");
    expect(left).toEqual([
      expect.stringMatching(`^\\.rows\\.jsonl\\.elision-${child.pid}-.*\\.tmp$`),
    ]);
    writeFileSync(join(folder, "rows.jsonl"), ROW); // All of them would be read for nothing.
    const { stderr } = await elision(["-n", "--report", "csv", folder]);
    expect(stderr).not.toContain(".tmp");
    expect(readdirSync(folder)).toHaveLength(2);
    writeFileSync(join(folder, "other.jsonl"), LINES);
    await elision(["-q", "-i", join(folder, "other.jsonl")]);
    expect(readdirSync(folder).sort()).toEqual(["other.jsonl", "rows.jsonl"]);
  });
});

/** Waits until the program has begun to write beside a file. */
async function temporaryFileIn(folder: string): Promise<void> {
  const isThere = () => readdirSync(folder).some((name) => name.includes(".elision-"));
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe("-o", () => {
  it("replaces a file at once or not at all", async () => {
    const folder = folderWith({ "bad.jsonl": `${LINES}torn`, "out.jsonl": "precious" });
    const out = join(folder, "out.jsonl");
    const { exitCode } = await elision(["-q", "--strict", join(folder, "bad.jsonl"), "-o", out]);
    expect(exitCode).toBe(2);
    expect(readFileSync(out, "utf8")).toBe("precious");
    expect(readdirSync(folder).sort()).toEqual(["bad.jsonl", "out.jsonl"]);
  });

  it("names a folder that is not there, and refuses one that is", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const run = join(folder, "run.jsonl");
    const missing = join(folder, "none", "out.jsonl");
    const { stderr, exitCode } = await elision([run, "-o", missing]);
    expect([stderr, exitCode]).toEqual([`elision: ${missing}: no such file or folder\n`, 2]);
    expect((await elision([run, "-o", folder])).stderr).toContain("is a folder");
  });
});

describe("a replacement", () => {
  it("does not touch a target that another file took the place of", async () => {
    const folder = folderWith({ file: "one" });
    const file = join(folder, "file");
    const expected = statSync(file, { bigint: true });
    const replacement = beginReplacement(file, { expected });
    await replacement.write([Buffer.from("new")]);
    writeFileSync(join(folder, "other"), "two");
    const { renameSync } = await import("node:fs");
    renameSync(join(folder, "other"), file);
    await expect(replacement.commit()).rejects.toMatchObject({ code: "changed" });
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("makes a new file private if what it comes from was", async () => {
    const folder = folderWith({ from: "x" });
    chmodSync(join(folder, "from"), 0o600);
    const original = statSync(join(folder, "from"), { bigint: true });
    const replacement = beginReplacement(join(folder, "to"), { original });
    await replacement.write([Buffer.from("made")]);
    expect(existsSync(join(folder, "to"))).toBe(false);
    await replacement.commit();
    expect(statSync(join(folder, "to")).mode & 0o777).toBe(0o600);
  });
});
