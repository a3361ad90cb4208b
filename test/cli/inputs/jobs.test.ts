/** Work on several threads comes to the same as on one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { start } from "../../support/process.ts";
import { IS_DEEP } from "../../support/runs.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";
import { elisionIn } from "../../support/shell.ts";

const ROWS = Array.from({ length: 300 }, (_, k) => sessionRow(k % 23, { chars: 50 + k })).join("");

async function run(argv: string[], cwd: string) {
  const { code, stdout, stderr } = await start(argv, { cwd }).ended;
  return { code, stdout, stderr };
}

/** The same on one thread, which takes no process of its own. */
async function runAlone(argv: string[], cwd: string) {
  const { exitCode: code, stdout, stderr } = await elisionIn(cwd, [...argv, "-j", "1"]);
  return { code, stdout, stderr };
}

describe("one file of rows", () => {
  it.each([
    ["table", ["2"]],
    ["json", ["5"]],
    ["csv", ["2"]],
    ["ndjson --explain", ["2"]],
    ["none --explain", ["3"]],
  ])("gives the same bytes and the same %s", async (kind, some) => {
    const bad = `{"messages":[\n{"kind":"other"}\n\n`;
    const folder = folderWith({ "rows.jsonl": `\ufeff${ROWS}${bad}${ROWS}${bad.trimEnd()}` });
    const argv = ["--window", "3", "--report", ...kind.split(" "), "rows.jsonl"];
    const alone = await runAlone(argv, folder);
    expect(alone.stdout).toContain("observation masked");
    for (const jobs of IS_DEEP ? ["2", "3", "5"] : some)
      expect(await run([...argv, "-j", jobs], folder)).toEqual(alone);
  });

  it.each([
    ["a file", ["rows.jsonl", "-o", "out"]],
    ["a compressed file", ["rows.jsonl", "-o", "out.gz"]],
    ["one file for two", ["rows.jsonl", "more.jsonl", "-o", "out"]],
    ["its place", ["-i", "--no-archive", "rows.jsonl"]],
    ["nowhere", ["-n", "rows.jsonl"]],
  ])("writes the same to %s", async (_, argv) => {
    const files = { "rows.jsonl": ROWS, "more.jsonl": ROWS.slice(0, -1) };
    const outcomes = await Promise.all(
      ["1", "3"].map(async (jobs) => {
        const folder = folderWith(files);
        const outcome = await run(["--window", "3", ...argv, "-j", jobs], folder);
        const written = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
        return { outcome, written };
      }),
    );
    expect(outcomes[0]?.outcome.code).toBe(0);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it("takes a byte order mark at the start of the file for one, and nowhere else", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS.replaceAll(/^/gm, "\ufeff").slice(0, -1) });
    const alone = await runAlone(["-q", "rows.jsonl"], folder);
    expect(alone.stderr).toContain("rows.jsonl:2:1: expected");
    expect(await run(["-q", "rows.jsonl", "-j", "3"], folder)).toEqual(alone);
  });

  it("names the line of an error, counted from the start of the file", async () => {
    const folder = folderWith({ "rows.jsonl": `${ROWS}nope\n` });
    const argv = ["--strict", "-q", "rows.jsonl", "-o", "out.jsonl"];
    const alone = await runAlone(argv, folder);
    expect(alone.stderr).toContain("rows.jsonl:301:2: expected");
    expect(await run([...argv, "-j", "4"], folder)).toEqual(alone);
    expect(readdirSync(folder)).toEqual(["rows.jsonl"]);
  });
});

describe("several files", () => {
  const files = () => ({
    "a.jsonl": sessionLines(40),
    "b.jsonl": "[1, 2]",
    "c.jsonl": ROWS,
    "d.jsonl.gz": gzipSync(sessionLines(20)),
    "e.jsonl": sessionLines(1),
    "f.jsonl": `${sessionLines(30)}torn`,
  });

  it("come out the same, and are reported in the same order", async () => {
    const names = Object.keys(files());
    const outcomes = await Promise.all(
      ["1", "3"].map(async (jobs) => {
        const folder = folderWith(files());
        const argv = [
          "-i",
          "--no-archive",
          "--report",
          "json",
          "-j",
          jobs,
          ...names,
          "missing.jsonl",
        ];
        const outcome = await run(argv, folder);
        return { outcome, texts: names.map((name) => readFileSync(join(folder, name))) };
      }),
    );
    expect(outcomes[0]?.outcome.code).toBe(2);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
