/** A JSON report is one value on its stream: what is said besides is in it. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(12);

describe("--report json", () => {
  it("has errors, bad lines, warnings and notes in it", async () => {
    const folder = folderWith({ "a.jsonl": `{"kind":"meta"}\n${LINES}torn`, "b.jsonl": "" });
    const names = ["a.jsonl", "b.jsonl", "gone.jsonl"].map((name) => join(folder, name));
    const argv = ["-n", "--report", "json", "--max-input-chars", "10", ...names];
    const { stderr, exitCode } = await elision(argv);
    expect(exitCode).toBe(2);
    const { notes, totals } = JSON.parse(stderr);
    expect(totals.badLines).toBe(1);
    expect(notes).toEqual([
      {
        level: "error",
        code: expect.any(String),
        message: "no such file or folder",
        file: names[2],
      },
      {
        level: "warning",
        message: expect.stringContaining("copied as it is"),
        file: names[0],
        line: 27,
        column: 2,
      },
      { level: "note", message: expect.stringContaining("no messages, copied as they are: 1") },
      { level: "note", message: `${names[1]} is empty` },
      { level: "warning", message: "transcripts larger than their budget: 1" },
    ]);
  });

  it("leaves stderr to the notes where it goes to a file", async () => {
    const file = join(folderWith(), "report.json");
    const { stderr } = await elision(["--report", "json", "--report-file", file], { stdin: "" });
    expect(stderr).toBe("elision: stdin is empty\n");
  });

  it("is not written where the run ends before it: then all is said", async () => {
    const folder = folderWith({ "a.jsonl": LINES });
    const out = join(folder, "a.jsonl", "out");
    const argv = ["--report", "json", join(folder, "a.jsonl"), "-o", out];
    const { stderr, exitCode } = await elision(argv);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^elision: .*a part of the path is no folder\n/);
  });

  it("of restore has its notes as well", async () => {
    const folder = folderWith({ "a.jsonl": LINES });
    const [a, kept] = [join(folder, "a.jsonl"), join(folder, "kept")];
    await elision(["-q", "-i", "--window", "0", "--archive", kept, a]);
    const argv = ["restore", "-n", "--archive", kept, "--report", "json", a, `${a}.gone`];
    const { stderr } = await elision(argv);
    const { files, notes } = JSON.parse(stderr);
    expect(files).toHaveLength(1);
    expect(notes).toMatchObject([{ level: "error", file: `${a}.gone` }]);
  });
});
