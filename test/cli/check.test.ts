import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const GOOD = sessionLines(2);
const BAD = `${GOOD}${JSON.stringify({ role: "tool", tool_call_id: "gone", content: "x" })}\n`;
const FINDING = 'expected an open call with id "gone" before';

describe("elision check", () => {
  it("leaves with 0 if nothing was found, 1 if something was, 2 if an input could not be read", async () => {
    const folder = folderWith({ good: GOOD, bad: BAD, none: '{"a":1}\n' });
    const [good, bad, none] = ["good", "bad", "none"].map((name) => join(folder, name));
    const codes = async (...names: (string | undefined)[]) =>
      (await elision(["check", ...names.map(String)])).exitCode;
    expect(await codes(good)).toBe(0);
    expect(await codes(good, bad)).toBe(1);
    expect(await codes(good, bad, none)).toBe(2);
    expect(await codes(join(folder, "nowhere"))).toBe(2);
    const { stdout, stderr } = await elision(["check", String(none), String(bad)]);
    expect(stdout).toBe(
      `${bad}:6:48: ${FINDING}\n1 finding; 1 transcript checked; not checked: 1 input\n`,
    );
    expect(stderr).toContain(`${none}: no transcript of a known format`);
  });

  it("reads folders, and counts what is no transcript in them", async () => {
    const folder = folderWith({ "a.jsonl": BAD, "b.jsonl": GOOD, "c.txt": "words" });
    const { stdout, stderr, exitCode } = await elision(["check", folder]);
    expect(stdout).toBe(
      `${folder}/a.jsonl:6:48: ${FINDING}\n` +
        "1 finding in 1 of 2 files; 2 transcripts checked; skipped, of no known format: 1\n",
    );
    expect([stderr, exitCode]).toEqual(["", 1]);
  });

  it("reads stdin, compressed input, rows and documents", async () => {
    const lines = await elision(["check"], { stdin: BAD });
    expect(lines.stdout).toContain(`stdin:6:48: ${FINDING}\n`);
    expect(await elision(["check", "-"], { stdin: gzipSync(BAD) })).toEqual(lines);
    const folder = folderWith();
    const messages = BAD.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const row = `${JSON.stringify({ messages })}\n`;
    writeFileSync(join(folder, "rows"), sessionRow(1) + row + sessionRow(1) + row);
    writeFileSync(join(folder, "document"), JSON.stringify({ messages }, null, 1));
    const { stdout } = await elision(["check", folder]);
    expect(stdout.match(/rows:\d+/g)).toEqual(["rows:2", "rows:4"]);
    expect(stdout).toMatch(new RegExp(`document:\\d+:15: ${FINDING}`));
    expect(stdout).toContain("3 findings in 2 of 2 files; 5 transcripts checked");
  });

  it("takes the format that is named", async () => {
    const stdin = `${JSON.stringify({ role: "user", content: "Hello" })}\n`;
    const named = await elision(["check", "--format", "codex"], { stdin });
    expect(named.exitCode).toBe(2);
    expect(await elision(["check", "--format", "openai-chat"], { stdin })).toMatchObject({
      exitCode: 0,
    });
  });

  it("is JSON, NDJSON or CSV for programs", async () => {
    const finding = {
      file: "stdin",
      line: 6,
      column: 48,
      rule: "orphan-observation",
      message: FINDING,
    };
    const totals = {
      inputs: 1,
      failedInputs: 0,
      skippedFiles: 0,
      emptyInputs: 0,
      transcripts: 1,
      findings: 1,
      inputsWithFindings: 1,
    };
    const as = async (kind: string) =>
      (await elision(["check", "--report", kind], { stdin: BAD })).stdout;
    expect(JSON.parse(await as("json"))).toEqual({ findings: [finding], totals });
    const lines = (await as("ndjson")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { type: "finding", ...finding },
      { type: "totals", ...totals },
    ]);
    expect(await as("csv")).toBe(
      "file,line,column,rule,message\n" +
        'stdin,6,48,orphan-observation,"expected an open call with id ""gone"" before"\n',
    );
  });

  it("shows no control character of a transcript", async () => {
    const stdin = BAD.replace("gone", "\\u001b[31m");
    const { stdout } = await elision(["check"], { stdin });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("\\x1b[31m");
  });

  it("asks for input where there is none to be had", async () => {
    const { stderr, exitCode } = await elision(["check"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no input: name a file or a folder");
  });

  it("finds nothing in what the program puts out", async () => {
    const { stdout } = await elision(["-q", "--window", "0"], { stdin: sessionLines(9) });
    expect(stdout).toContain("masked");
    expect((await elision(["check"], { stdin: stdout })).exitCode).toBe(0);
  });

  it("leaves with 0 when its reader does", async () => {
    const onWrite = () => {
      throw Object.assign(new Error("closed"), { code: "EPIPE" });
    };
    expect((await elision(["check"], { stdin: BAD, onWrite })).exitCode).toBe(0);
    expect((await elision(["formats"], { onWrite })).exitCode).toBe(0);
  });
});
