/** Nothing that the system, an argument or an input does is called an internal error. */
import { constants } from "node:buffer";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { knownError } from "../../src/cli/terminal/known-error.ts";
import { folderWith, makeFolder } from "../support/folder.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(20);

/** Fails at the n-th call of a function of `fs` that the program makes. */
const PRELOAD = `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { name, times } = JSON.parse(process.env.TEST_FAILURE);
let left = times;
const original = fs[name];
fs[name] = (...args) => {
  if (!/\\/dist\\//.test(new Error().stack) || --left !== 0) return original(...args);
  const error = Object.assign(new Error("EIO: i/o error, " + name), { code: "EIO" });
  const done = args.at(-1);
  if (typeof done !== "function") throw error;
  process.nextTick(done, error);
};
syncBuiltinESMExports();`;

const COMMANDS = [
  ["-i", "--archive", "kept", "--backup", ".orig", "run.jsonl"],
  ["run.jsonl", "-o", "out.jsonl", "--report-file", "report.json"],
  ["check", "run.jsonl"],
  ["restore", "-i", "--archive", "before", "small.jsonl"],
  ["archive", "verify", "before"],
  ["archive", "prune", "before", "run.jsonl"],
];

const CALLS = [
  "openSync",
  "fstatSync",
  "statSync",
  "readSync",
  "writeSync",
  "write",
  "fsyncSync",
  "renameSync",
  "linkSync",
  "mkdirSync",
  "readdirSync",
];

/** What every command starts from, of which one file was compacted into an archive. */
let prepared = "";
beforeAll(async () => {
  prepared = makeFolder({ "run.jsonl": LINES, "small.jsonl": LINES, "preload.mjs": PRELOAD });
  const archive = join(prepared, "before");
  const argv = ["-q", "-i", "--archive", archive, join(prepared, "small.jsonl")];
  expect(await elision(argv)).toMatchObject({ exitCode: 0 });
  return () => rmSync(prepared, { recursive: true, force: true });
});

describe.each(CALLS)("a failure of %s", (name) => {
  it("is named, and no file is lost", async () => {
    await Promise.all(
      COMMANDS.map(async (argv) => {
        const cwd = folderWith();
        cpSync(prepared, cwd, { recursive: true });
        const env = {
          ...CLEAN_ENV,
          XDG_DATA_HOME: join(cwd, "data"),
          NODE_OPTIONS: `--import=file://${join(cwd, "preload.mjs")}`,
          TEST_FAILURE: JSON.stringify({ name, times: 1 }),
        };
        const { code, stderr } = await start(argv, { cwd, env }).ended;
        expect([argv, stderr]).toEqual([argv, expect.not.stringContaining("internal error")]);
        expect([0, 1, 2]).toContain(code);
        const there = readdirSync(cwd);
        expect(there.filter((each) => each.endsWith(".tmp"))).toEqual([]);
        const original = there.includes("run.jsonl.orig") ? "run.jsonl.orig" : "run.jsonl";
        expect(readFileSync(join(cwd, original), "utf8")).toBe(LINES);
      }),
    );
  });
});

describe("what is too large for Node", () => {
  it.each([
    ["a string made", () => "x".repeat(constants.MAX_STRING_LENGTH + 1)],
    ["an array", () => new Array(-1)],
    ["a buffer", () => new ArrayBuffer(Number.MAX_SAFE_INTEGER)],
  ])("is named: %s", (_, act) => {
    try {
      act();
    } catch (error) {
      const known = knownError(error, "run.jsonl");
      expect(known).toMatchObject({ code: "too-large", file: "run.jsonl" });
      expect(known.hint).toContain("512 MB");
      return;
    }
    throw new Error("it is not too large");
  });

  it("is not what a fault of the program is", () => {
    for (const fault of [new TypeError("x is not a function"), new RangeError("n must be 3")])
      expect(() => knownError(fault)).toThrow(fault);
  });
});

it("refuses a placeholder that is too long, whatever is made of it", async () => {
  const long = "[masked ".padEnd(100_000, "x");
  for (const argv of [[], ["--max-observation-chars", "50"], ["inspect"]]) {
    const { stdout, stderr, exitCode } = await elision([...argv, "--placeholder", long], {
      stdin: LINES,
    });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain("expected at most 1000 characters");
    expect(stderr.length).toBeLessThan(500);
  }
});
