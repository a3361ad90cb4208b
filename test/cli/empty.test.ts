/** Empty input is no mistake: nothing in, nothing out, a word on stderr. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(12);

describe("empty stdin", () => {
  it.each([[], ["check"], ["inspect"], ["compare"], ["replay"]])(
    "is done, without a byte on stdout: elision %s",
    async (...argv) => {
      expect(await elision(argv, { stdin: "" })).toEqual({
        stdout: "",
        stderr: "elision: stdin is empty\n",
        exitCode: 0,
      });
    },
  );

  it("has reports of nothing", async () => {
    const compacted = await elision(["--report", "json"], { stdin: "" });
    const { transcripts, totals, notes } = JSON.parse(compacted.stderr);
    expect([transcripts, totals.emptyInputs, totals.failedInputs]).toEqual([[], 1, 0]);
    expect(notes).toEqual([{ level: "note", message: "stdin is empty" }]);
    for (const command of ["check", "inspect", "compare"]) {
      const { stdout, exitCode } = await elision([command, "--report", "json"], { stdin: "" });
      expect([JSON.parse(stdout).totals.emptyInputs, exitCode]).toEqual([1, 0]);
    }
  });

  it("is not spoken of where that is asked for", async () => {
    expect((await elision(["-q"], { stdin: "" })).stderr).toBe("");
  });
});

describe("restore", () => {
  it("gives back nothing of nothing", async () => {
    const folder = folderWith({ "a.jsonl": "", "run.jsonl": LINES });
    const [a, b, kept] = ["a.jsonl", "b.jsonl", "kept"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await elision(["-q", join(folder, "run.jsonl"), "--archive", kept]);
    const archive = ["--archive", kept];
    const count = "restored: 0 of 0 files\n";
    expect(await elision(["restore", ...archive], { stdin: "" })).toEqual({
      stdout: "",
      stderr: `elision: stdin is empty\n${count}`,
      exitCode: 0,
    });
    for (const argv of [
      [a, "-o", b],
      ["-i", a],
    ]) {
      const { stdout, stderr, exitCode } = await elision(["restore", ...argv, ...archive]);
      expect([stdout, stderr, exitCode]).toEqual(["", `elision: ${a} is empty\n${count}`, 0]);
    }
    expect(readFileSync(b, "utf8")).toBe("");
  });
});

describe("an empty file", () => {
  it("leaves an empty output, or itself", async () => {
    const folder = folderWith({ "a.jsonl": "" });
    const [a, b] = [join(folder, "a.jsonl"), join(folder, "b.jsonl")];
    for (const argv of [
      [a, "-o", b],
      ["-i", a],
    ]) {
      const { stdout, stderr, exitCode } = await elision(argv);
      expect([stdout, stderr, exitCode]).toEqual(["", `elision: ${a} is empty\n`, 0]);
    }
    expect([readFileSync(a, "utf8"), readFileSync(b, "utf8")]).toEqual(["", ""]);
    await elision([a, "--out-dir", join(folder, "out")]);
    await elision(["-n", a, "-o", join(folder, "c")]);
    expect(existsSync(join(folder, "c"))).toBe(false);
  });

  it("among others does not keep them from being done", async () => {
    const folder = folderWith({ "a.jsonl": "", "b.jsonl": LINES });
    const names = ["a.jsonl", "b.jsonl"].map((name) => join(folder, name));
    const { stderr, exitCode } = await elision(["-n", ...names]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("a.jsonl is empty\n");
    expect(stderr).toContain("maskedCount");
  });

  it("has no turn to show", async () => {
    const file = join(folderWith({ "a.jsonl": "" }), "a.jsonl");
    const { stderr, exitCode } = await elision(["show", "--turn", "3", file]);
    expect([stderr, exitCode]).toEqual([`elision: ${file} is empty: it has no turn 3\n`, 1]);
  });
});

it("check says nothing of what it could not read", async () => {
  const folder = folderWith({ "a.jsonl": '{"what":"is it"}\n', "b.jsonl": LINES });
  const unknown = await elision(["check", join(folder, "a.jsonl")]);
  expect([unknown.stdout, unknown.exitCode]).toEqual([
    "nothing checked; not checked: 1 input\n",
    2,
  ]);
  const both = await elision(["check", join(folder, "a.jsonl"), join(folder, "b.jsonl")]);
  expect([both.stdout, both.exitCode]).toEqual([
    "no findings; 1 transcript checked; not checked: 1 input\n",
    2,
  ]);
});

it.each(["hello world\n", "\n  # Notes\nNo transcript.\n", "%PDF-1.4 x"])(
  "a text that is no JSON is refused with what is read: %j",
  async (stdin) => {
    const { stdout, stderr, exitCode } = await elision([], { stdin });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toMatch(
      /^elision: stdin:\d:\d: expected a value \(got "[h#%]"\)\nelision: {3}elision reads JSON and JSON lines\n$/,
    );
    const half = await elision([], { stdin: '{"messages": [nonsense' });
    expect(half.stderr).not.toContain("elision reads");
  },
);

describe("several sessions and one output", () => {
  const files = { "a.jsonl": LINES, "b.jsonl": LINES, "c/d.jsonl": LINES, "notes.txt": "x" };

  it("are refused with what to type", async () => {
    const folder = folderWith(files);
    const { stdout, stderr, exitCode } = await elision([folder]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toBe(
      "elision: cannot write 3 sessions to one stdout: each is a file of its own\n" +
        "elision:   preview with -n, or use --out-dir DIR or --in-place\n",
    );
    const named = await elision([folder, "-o", join(folder, "out")]);
    expect(named.stderr).toContain(`3 sessions to one file, ${join(folder, "out")}: each`);
    expect((await elision(["-n", folder])).exitCode).toBe(0);
  });

  it("are no matter where there is but one", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "notes.txt": "x" });
    const { stdout, exitCode } = await elision(["-q", folder]);
    expect(stdout).toContain("observation masked");
    expect(exitCode).toBe(0);
  });
});
