/** Comparisons on several threads come to the same as on one. */
import type { BigIntStats } from "node:fs";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Input } from "../../../src/cli/inputs/input.ts";
import { threadsFor } from "../../../src/cli/inputs/threads/input-threads.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { folderWith } from "../../support/folder.ts";
import { ACME_MODULE, acmeRow } from "../../support/own-format.ts";
import { start } from "../../support/process.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";
import { elisionIn } from "../../support/shell.ts";

/** Inputs of all kinds; rows of one are more than a thread may be ahead. */
const files = () => ({
  "a/claude.jsonl": fixturesOf("claude-code")[0]?.bytes ?? "",
  "a/rows.jsonl": Array.from({ length: 150 }, (_, k) => sessionRow(k % 7)).join(""),
  "b/lines.jsonl": `${sessionLines(12)}{"role":"user"`,
  "b/packed.jsonl.gz": gzipSync(`${sessionLines(9)}nope\n`),
  "c/bad.json": '{"a":',
  "c/empty.jsonl": "",
  "c/other.txt": "no transcript",
  "d.jsonl": sessionLines(20, { chars: 900 }),
});

async function compared(folder: string, argv: readonly string[]) {
  const { code, stdout, stderr } = await start(["compare", ...argv], { cwd: folder }).ended;
  return { code, stdout, stderr };
}

describe("a comparison on threads", () => {
  it.each([
    ["a table", ["a", "b", "c", "d.jsonl"]],
    ["a table with misses", ["--misses", "."]],
    ["JSON", ["--report", "json", "."]],
    ["NDJSON with misses", ["--report", "ndjson", "--misses", "a", "d.jsonl"]],
    ["CSV", ["--report", "csv", "b", "a"]],
    ["a chart", ["--chart", "."]],
    ["what stops at a bad line", ["--strict", "a", "b", "d.jsonl"]],
    ["what fails", ["d.jsonl", "c/bad.json", "c/empty.jsonl", "nowhere.jsonl", "a/rows.jsonl"]],
    ["another price and tokenizer", ["--price", "gpt-6-sol", "--tokenizer", "o200k", "b", "a"]],
    ["globs that match nothing", ["--keep-tool", "nosuch*", "a", "b"]],
  ])("gives the same: %s", async (_, argv) => {
    const folder = folderWith(files());
    const alone = await compared(folder, [...argv, "-j", "1"]);
    expect(await compared(folder, [...argv, "-j", "3"])).toEqual(alone);
    expect(alone.stdout + alone.stderr).not.toBe("");
  });

  it("draws the same page", async () => {
    const folder = folderWith(files());
    const pages = await Promise.all(
      ["1", "3"].map(async (jobs) => {
        await compared(folder, ["--html", `${jobs}.html`, "-j", jobs, "a", "b", "d.jsonl"]);
        return readFileSync(join(folder, `${jobs}.html`), "utf8");
      }),
    );
    expect(pages[0]).toContain("<html");
    expect(pages[1] === pages[0]).toBe(true);
  });

  it("reads formats of your own", async () => {
    const rows = acmeRow(12).repeat(3);
    const folder = folderWith({ "acme.mjs": ACME_MODULE, "1.jsonl": rows, "2.jsonl": rows });
    const argv = ["--format-module", "acme.mjs", "--report", "json", "1.jsonl", "2.jsonl"];
    const alone = await compared(folder, [...argv, "-j", "1"]);
    expect(alone.stdout).toContain('"acme"');
    expect(await compared(folder, [...argv, "-j", "2"])).toEqual(alone);
  });

  it("reads stdin in its turn", async () => {
    const folder = folderWith(files());
    const outcomes = await Promise.all(
      ["1", "3"].map(async (jobs) => {
        const argv = ["compare", "--report", "ndjson", "-j", jobs, "d.jsonl", "-", "b/lines.jsonl"];
        const { child, ended } = start(argv, { cwd: folder });
        child.stdin?.end(sessionLines(5));
        const { code, stdout, stderr } = await ended;
        return { code, stdout, stderr };
      }),
    );
    expect(outcomes[0]?.stdout).toContain('"file":"stdin"');
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it("uses as many threads as it is told, at most one a file, and ends them", async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => void started.push(worker);
    process.on("worker", note);
    const folder = folderWith(files());
    const { exitCode } = await elisionIn(folder, ["compare", "-j", "9", "a", "d.jsonl"]);
    expect(started).toHaveLength(3);
    await elisionIn(folder, ["compare", "-j", "9", "d.jsonl"]);
    await elisionIn(folder, ["compare", "a", "d.jsonl"]);
    process.off("worker", note);
    expect([exitCode, started.length]).toEqual([0, 3]);
  });
});

describe("the number of threads", () => {
  const input = (size: number, isFile = true): Input => {
    const stats = { size: BigInt(size), isFile: () => isFile } as BigIntStats;
    return { kind: "file", name: "a", relative: "a", isFound: true, stats };
  };
  const MB = 1_000_000;
  const cores = () => 8;

  it.each([
    ["small files", [input(MB), input(MB), input(MB)], 1],
    ["a large file", [input(900 * MB)], 1],
    ["a large file and stdin", [input(900 * MB), { kind: "stdin", name: "stdin" } as Input], 1],
    ["a large file and no file", [input(900 * MB), input(0, false)], 1],
    ["many files", Array.from({ length: 100 }, () => input(9 * MB)), 8],
    ["files enough for some", Array.from({ length: 100 }, () => input(2 * MB)), 4],
  ])("is chosen for %s", (_, inputs, size) => {
    expect(threadsFor(inputs, { jobs: undefined, cores })).toBe(size);
  });

  it("is what is asked for, at most one a file", () => {
    const inputs = [input(1), input(1), input(1)];
    expect([2, 3, 9].map((jobs) => threadsFor(inputs, { jobs, cores }))).toEqual([2, 3, 3]);
    expect(
      threadsFor(
        Array.from({ length: 9 }, () => input(90 * MB)),
        { jobs: 1, cores },
      ),
    ).toBe(1);
  });

  it("is one on two cores", () => {
    const inputs = Array.from({ length: 100 }, () => input(9 * MB));
    expect(threadsFor(inputs, { jobs: undefined, cores: () => 2 })).toBe(1);
  });
});
