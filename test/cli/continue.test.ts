/** Big folders: runs that go on where others ended, and parts of a folder. */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Input } from "../../src/cli/inputs/input.ts";
import { inputsOfShard } from "../../src/cli/inputs/shards.ts";
import { folderWith } from "../support/folder.ts";
import { ACME_MODULE } from "../support/own-format.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LIST = ".elision-manifest.ndjson";
const NAMES = ["a.jsonl", "deep/b.jsonl", "deep/c.jsonl", "d.jsonl"];

function withLogs(): { folder: string; logs: string; small: string } {
  const files = NAMES.map((name, k) => [join("logs", name), sessionLines(14 + k)]);
  const folder = folderWith(Object.fromEntries(files));
  return { folder, logs: join(folder, "logs"), small: join(folder, "small") };
}

/** A run that continues; gives how many inputs it took, how many it skipped, and the exit code. */
async function goOn(logs: string, small: string, ...more: readonly string[]) {
  const argv = [logs, "--out-dir", small, "--continue", "--report", "json", ...more];
  const { stderr, exitCode } = await elision(argv);
  const { totals, notes = [] } = JSON.parse(stderr);
  const said = notes.map(({ message }: { message: string }) => message).join("\n");
  const skipped = Number(/skipped: (\d+)/.exec(said)?.[1] ?? 0);
  return { taken: totals.inputs, skipped, exitCode };
}

function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith("jsonl"));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("--continue", () => {
  it("skips what is done, and does what is new or was changed or removed", async () => {
    const { logs, small } = withLogs();
    expect(await goOn(logs, small)).toEqual({ taken: 4, skipped: 0, exitCode: 0 });
    expect(await goOn(logs, small)).toEqual({ taken: 0, skipped: 4, exitCode: 0 });
    writeFileSync(join(logs, "new.jsonl"), sessionLines(12));
    appendFileSync(join(logs, "a.jsonl"), sessionLines(2));
    rmSync(join(small, "logs", "d.jsonl"));
    expect(await goOn(logs, small)).toEqual({ taken: 3, skipped: 2, exitCode: 0 });
    expect(await goOn(logs, small)).toEqual({ taken: 0, skipped: 5, exitCode: 0 });
  });

  it("gives what one run gives, and what a run without it gives", async () => {
    const { folder, logs, small } = withLogs();
    const plain = join(folder, "plain");
    await elision(["-q", logs, "--out-dir", plain]);
    await goOn(logs, small, "--shard", "2/2");
    await goOn(logs, small);
    expect(treeOf(small)).toEqual(treeOf(plain));
    expect(existsSync(join(plain, LIST))).toBe(false);
  });

  it("looks at the bytes where only the time differs", async () => {
    const { logs, small } = withLogs();
    await goOn(logs, small);
    utimesSync(join(logs, "a.jsonl"), 1, 1);
    const text = readFileSync(join(logs, "d.jsonl"), "utf8");
    writeFileSync(join(logs, "d.jsonl"), text.replace("a", "b"));
    utimesSync(join(logs, "d.jsonl"), 1, 1);
    expect(await goOn(logs, small)).toEqual({ taken: 1, skipped: 3, exitCode: 0 });
  });

  it("does an input again whose output somebody has written to", async () => {
    const { logs, small } = withLogs();
    await goOn(logs, small);
    const output = join(small, "logs", "a.jsonl");
    const text = readFileSync(output, "utf8");
    writeFileSync(output, text.replace("a", "b"));
    expect((await goOn(logs, small)).taken).toBe(1);
    expect(readFileSync(output, "utf8")).toBe(text);
  });

  it("starts over where an option or the version is another, and only there", async () => {
    const { logs, small } = withLogs();
    await goOn(logs, small);
    expect((await goOn(logs, small, "--jobs", "1", "--explain")).taken).toBe(0);
    expect((await goOn(logs, small, "--window", "3")).taken).toBe(4);
    expect((await goOn(logs, small, "--window", "3")).taken).toBe(0);
    const list = join(small, LIST);
    const older = readFileSync(list, "utf8").replace(/"version":"[^"]*"/g, '"version":"0.0.1"');
    writeFileSync(list, older);
    expect((await goOn(logs, small, "--window", "3")).taken).toBe(4);
  });

  it("starts over where the module of a format has changed", async () => {
    const { folder, logs, small } = withLogs();
    const module = join(folder, "format.mjs");
    const own = ["--format-module", module];
    writeFileSync(module, ACME_MODULE);
    expect((await goOn(logs, small, ...own)).taken).toBe(4);
    expect((await goOn(logs, small, ...own)).taken).toBe(0);
    writeFileSync(module, `${ACME_MODULE}\n`);
    expect((await goOn(logs, small, ...own)).taken).toBe(4);
  });

  it("ends with the exit code of the inputs that it skips", async () => {
    const { logs, small } = withLogs();
    appendFileSync(join(logs, "a.jsonl"), "torn\n");
    expect(await goOn(logs, small)).toEqual({ taken: 4, skipped: 0, exitCode: 1 });
    expect(await goOn(logs, small)).toEqual({ taken: 0, skipped: 4, exitCode: 1 });
  });

  it("writes nothing in a dry run, and says what is left", async () => {
    const { logs, small } = withLogs();
    expect((await goOn(logs, small, "-n")).taken).toBe(4);
    expect(existsSync(small)).toBe(false);
    await goOn(logs, small, "--shard", "1/2");
    const lists = readdirSync(small).filter((name) => name.startsWith(".elision"));
    expect(lists).toEqual([".elision-manifest.1-of-2.ndjson"]);
    expect(await goOn(logs, small, "-n")).toEqual({ taken: 2, skipped: 2, exitCode: 0 });
    expect(readdirSync(small).filter((name) => name.startsWith(".elision"))).toEqual(lists);
  });

  it("needs an output folder", async () => {
    const { logs } = withLogs();
    const { stderr, exitCode } = await elision([logs, "--continue"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--continue goes with --out-dir");
  });
});

/** Kills the process when it puts the n-th temporary file in place: before or after that, or in a write to the list. */
const PRELOAD = `const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { call, times, after } = JSON.parse(process.env.TEST_KILL);
let left = times;
const original = fs[call];
fs[call] = (...args) => {
  const isIt = (call === "renameSync" || String(args[1]).includes('"sha256"')) && --left === 0;
  if (isIt && call === "writeSync") original(args[0], String(args[1]).slice(0, 30));
  if (isIt && after) original(...args);
  if (isIt) process.kill(process.pid, "SIGKILL");
  return original(...args);
};
syncBuiltinESMExports();`;

describe("a run that is killed", () => {
  it.each([
    ["before an output is in place", { call: "renameSync", times: 3, after: false }, 2],
    ["after an output is in place", { call: "renameSync", times: 3, after: true }, 2],
    ["while it writes its list", { call: "writeSync", times: 3, after: false }, 2],
  ])("%s leaves whole outputs, and goes on", async (_, kill, done) => {
    const { folder, logs, small } = withLogs();
    const plain = join(folder, "plain");
    await elision(["-q", logs, "--out-dir", plain]);
    const whole = treeOf(plain);
    const preload = join(folderWith({ "preload.cjs": PRELOAD }), "preload.cjs");
    const env = { NODE_OPTIONS: `--require=${preload}`, TEST_KILL: JSON.stringify(kill) };
    const argv = [logs, "--out-dir", small, "--continue", "-j", "1"];
    const { signal } = await start(argv, { env: { ...CLEAN_ENV, ...env } }).ended;
    expect(signal).toBe("SIGKILL");
    for (const [name, text] of Object.entries(treeOf(small))) expect(text).toBe(whole[name]);

    expect(await goOn(logs, small)).toEqual({ taken: 4 - done, skipped: done, exitCode: 0 });
    expect(treeOf(small)).toEqual(whole);
    const left = readdirSync(small, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await goOn(logs, small)).toEqual({ taken: 0, skipped: 4, exitCode: 0 });
  });
});

describe("--shard", () => {
  const inputs = fc
    .uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), size: fc.nat(1e7) }), {
      selector: ({ name }) => name,
      maxLength: 40,
    })
    .map((files) => files.map(fileOf));

  it("has each input in exactly one part, whatever their order", () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 9 }), (all, count) => {
        const parts = Array.from({ length: count }, (_, k) => ({ index: k + 1, count }));
        const taken = parts.flatMap((part) => namesOf(inputsOfShard(all, part)));
        expect(taken.sort()).toEqual(namesOf(all).sort());
        for (const part of parts)
          expect(namesOf(inputsOfShard([...all].reverse(), part)).sort()).toEqual(
            namesOf(inputsOfShard(all, part)).sort(),
          );
      }),
    );
  });

  it("makes parts of which none is larger than another by more than an input", () => {
    const all = Array.from({ length: 50 }, (_, k) =>
      fileOf({ name: `f${k}`, size: 1e6 * (k + 1) }),
    );
    const sizes = [1, 2, 3, 4].map((index) => bytesIn(inputsOfShard(all, { index, count: 4 })));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(3e6);
  });

  it("does its part of a folder, and together they do it all", async () => {
    const { folder, logs, small } = withLogs();
    const plain = join(folder, "plain");
    await elision(["-q", logs, "--out-dir", plain]);
    for (const part of ["1/3", "2/3", "3/3"])
      expect((await elision(["-q", logs, "--out-dir", small, "--shard", part])).exitCode).toBe(0);
    expect(treeOf(small)).toEqual(treeOf(plain));
    const none = await elision([logs, "--out-dir", small, "--shard", "9/9"]);
    expect(none.exitCode).toBe(0);
  });

  it.each([
    ["0/3", "expected a part such as 3/16"],
    ["4/3", "expected a part such as 3/16"],
    ["x", "expected a part such as 3/16"],
  ])("refuses %s", async (part, message) => {
    const { logs } = withLogs();
    const { stderr, exitCode } = await elision([logs, "-n", "--shard", part]);
    expect([exitCode, stderr.includes(message)]).toEqual([2, true]);
  });

  it("refuses stdin, which has no size", async () => {
    const { stderr, exitCode } = await elision(["--shard", "1/2"], { stdin: sessionLines(3) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--shard goes by the sizes of files (got stdin)");
  });
});

function fileOf({ name, size }: { readonly name: string; readonly size: number }): Input {
  const stats = { size: BigInt(size), isFile: () => true };
  return { kind: "file", name, relative: name, isFound: true, stats: stats as never };
}

function namesOf(inputs: readonly Input[]): string[] {
  return inputs.map(({ name }) => name);
}

function bytesIn(inputs: readonly Input[]): number {
  return inputs.reduce(
    (sum, each) => sum + (each.kind === "file" ? Number(each.stats.size) : 0),
    0,
  );
}
