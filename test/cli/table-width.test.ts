/** No row of a table wraps, whatever files and tools are called, on terminals of any usual width. */
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { oneIn } from "../support/runs.ts";
import { elision } from "../support/shell.ts";

const WIDTHS = [40, 46, 53, 60, 72, 80, 97, 120, 160, 200];
const NAMES = [
  "会議の記録と長い日本語のファイル名その一.jsonl",
  "会議の記録と長い日本語のファイル名その二.jsonl",
  "👩‍👩‍👧🐦🎉-rollout-2026-11-02T10-11-12-0199aaaa.jsonl",
  "👩‍👩‍👧🐦🎉-rollout-2026-11-02T10-11-12-0199bbbb.jsonl",
  "re\u0301sume\u0301-n\u0303ame-with-many-marks-that-combine-e\u0301e\u0301e\u0301.jsonl",
  "a-name-of-ascii-that-is-as-long-as-names-of-sessions-are-3f2a9c.jsonl",
];
const TOOLS = ["検索ツール", "🔧fix", "mcp__server__a_tool_with_a_long_name_that_goes_on"];

/** More than the widest window. */
const TURNS = 13;

function session(seed: number): string {
  const lines: object[] = [{ role: "user", content: "調べて 👀" }];
  for (let k = 0; k < TURNS; k++) {
    const name = TOOLS[k % TOOLS.length];
    const call = { id: `c${k}`, type: "function", function: { name, arguments: "{}" } };
    lines.push({ role: "assistant", content: `step ${seed}`, tool_calls: [call] });
    const content = `結果 src/file_${seed}_${k}.ts ${"日本 text ".repeat(400 + seed)}`;
    lines.push({ role: "tool", tool_call_id: `c${k}`, content });
  }
  lines.push({ role: "assistant", content: null, tool_calls: [] });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Files of two folders, so that names keep one of them. */
const folder = () =>
  folderWith(
    Object.fromEntries(
      NAMES.map((name, k) => [
        `${k === 0 ? "a" : "deep/フォルダ/with/many/others/in/it/and/below/this/one"}/${name}`,
        session(k),
      ]),
    ),
  );

function expectFits(text: string, columns: number): void {
  for (const line of text.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n"))
    expect([line, stringWidth(line) <= columns]).toEqual([line, true]);
}

describe("tables", () => {
  it.each([
    ["compact", ["-n", "--dedupe"]],
    ["compact --explain", ["-n", "--explain"]],
    ["inspect", ["inspect"]],
    ["compare", ["compare", "--misses", "--windows", "1,10"]],
  ])(
    "of %s fit",
    async (_, argv) => {
      const dir = folder();
      for (const columns of oneIn(2, WIDTHS, argv.length)) {
        const outcome = await elision([...argv, dir], {
          columns,
          terminal: true,
          stdoutTerminal: true,
        });
        expect(outcome.exitCode).toBe(0);
        const text = outcome.stdout + outcome.stderr;
        expect(text).toContain("…");
        expectFits(text, columns);
      }
    },
    60_000,
  );

  it("name two files that differ in one character differently", async () => {
    const { stderr } = await elision(["-n", folder()], { columns: 60, terminal: true });
    const names = stderr
      .split("\n")
      .slice(1, 1 + NAMES.length)
      .map((line) => line.split(" ")[0]);
    expect(new Set(names).size).toBe(NAMES.length);
  });

  it("of archive ls and check fit", async () => {
    const dir = folder();
    const kept = join(dir, "kept");
    await elision(["-q", dir, "--out-dir", join(dir, "out"), "--archive", kept]);
    for (const columns of oneIn(2, WIDTHS)) {
      const listed = await elision(["archive", "ls", kept], {
        columns,
        terminal: true,
        stdoutTerminal: true,
      });
      expect(listed.stdout.length).toBeGreaterThan(500);
      expectFits(listed.stdout, columns);
      const checked = await elision(["check", join(dir, "deep")], {
        columns,
        terminal: true,
        stdoutTerminal: true,
      });
      expect(checked.stdout).not.toBe("");
      expectFits(checked.stdout, columns);
    }
  }, 60_000);
});

it("notes are wrapped at the ends of words on a terminal, and one line in a pipe", async () => {
  const argv = ["-n", "--report", "none", "--stale-reads", folder()];
  const note = "--reflect does nothing without --model";
  const argvOfNote = [...argv, "--reflect"];
  const wide = await elision(argvOfNote, { columns: 30, terminal: false });
  expect(wide.stderr).toContain(`elision: ${note}\n`);
  const narrow = await elision(argvOfNote, { columns: 30, terminal: true });
  expect(narrow.stderr).toContain("elision: --reflect does\n  nothing without --model\n");
});
