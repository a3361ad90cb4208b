/** Nothing that the system, an argument or an input does is called an internal error. */
import { constants } from "node:buffer";
import fs, { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { knownError } from "../../src/cli/terminal/known-error.ts";
import { folderWith, makeFolder } from "../support/folder.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { oneIn } from "../support/runs.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(20);

/**
 * Fails at the first call of a function of `fs` that the program makes, which is below a folder; gives what ends it.
 */
function failAtFirst(fs: Functions, sync: () => void, name: string, folder: string): () => void {
  const original = fs[name];
  let isOver = false;
  fs[name] = (...args) => {
    if (isOver || !new Error().stack?.includes(folder)) return original?.(...args);
    isOver = true;
    const error = Object.assign(new Error(`EIO: i/o error, ${name}`), { code: "EIO" });
    const done = args.at(-1);
    if (typeof done !== "function") throw error;
    process.nextTick(done, error);
  };
  sync();
  return () => {
    fs[name] = original;
    sync();
  };
}

type Functions = Record<string, ((...args: unknown[]) => unknown) | undefined>;

const PRELOAD = `const { syncBuiltinESMExports } = require("node:module");
(${failAtFirst})(require("node:fs"), syncBuiltinESMExports, process.env.TEST_FAILURE, "/dist/");`;

const COMMANDS = [
  ["-i", "--archive", "kept", "--backup", ".orig", "run.jsonl"],
  ["run.jsonl", "-o", "out.jsonl", "--report-file", "report.json"],
  ["check", "run.jsonl"],
  ["restore", "-i", "--archive", "before", "small.jsonl"],
  ["archive", "verify", "before"],
  ["archive", "prune", "before", "run.jsonl"],
];

/** The words of commands that are names of files. */
const IN_FOLDER = /^(?:kept|before|\w+\.jsonl?)$/;

const CALLS = [
  "openSync",
  "fstatSync",
  "statSync",
  "readSync",
  "writeSync",
  "write",
  "fsync",
  "fsyncSync",
  "renameSync",
  "linkSync",
  "mkdirSync",
  "readdirSync",
];

/** What every command starts from, of which one file was compacted into an archive. */
let prepared = "";
beforeAll(async () => {
  prepared = makeFolder({ "run.jsonl": LINES, "small.jsonl": LINES, "preload.cjs": PRELOAD });
  const archive = join(prepared, "before");
  const argv = ["-q", "-i", "--archive", archive, join(prepared, "small.jsonl")];
  expect(await elision(argv)).toMatchObject({ exitCode: 0 });
  return () => rmSync(prepared, { recursive: true, force: true });
});

/** Calls that a process makes for its streams too, which there are none of within the tests. */
const OF_STREAMS = ["fstatSync", "writeSync", "write"];

/** A folder to run a command in, and what it has to be like then. */
function prepare() {
  const cwd = folderWith();
  cpSync(prepared, cwd, { recursive: true });
  const env = { ...CLEAN_ENV, XDG_DATA_HOME: join(cwd, "data") };
  const expectNamed = (argv: readonly string[], stderr: string, code: number | null) => {
    expect([argv, stderr]).toEqual([argv, expect.not.stringContaining("internal error")]);
    expect([0, 1, 2]).toContain(code);
    const there = readdirSync(cwd);
    expect(there.filter((each) => each.endsWith(".tmp"))).toEqual([]);
    const original = there.includes("run.jsonl.orig") ? "run.jsonl.orig" : "run.jsonl";
    expect(readFileSync(join(cwd, original), "utf8")).toBe(LINES);
  };
  return { cwd, env, expectNamed };
}

const EIO = /input\/output error|i\/o error/;

/** What a process says of what ends it; throws what is a fault of the program. */
function inWords(error: unknown) {
  return { stderr: knownError(error).message, exitCode: 2 };
}

describe.each(CALLS)("a failure of %s", (name) => {
  it("is named, and no file is lost", async () => {
    // The first command shows what the start of a process does.
    const inProcesses = OF_STREAMS.includes(name)
      ? oneIn(2, COMMANDS, OF_STREAMS.indexOf(name))
      : COMMANDS.slice(0, 1);
    await Promise.all(
      inProcesses.map(async (argv) => {
        const { cwd, env, expectNamed } = prepare();
        const preload = `--require=${join(cwd, "preload.cjs")}`;
        const failing = { ...env, NODE_OPTIONS: preload, TEST_FAILURE: name };
        const { code, stderr } = await start(argv, { cwd, env: failing }).ended;
        expectNamed(argv, stderr, code);
      }),
    );
  });

  it.each(COMMANDS)("is named within a process too, and no file is lost: %s", async (...argv) => {
    const { cwd, env, expectNamed } = prepare();
    const inFolder = argv.map((word) => (IN_FOLDER.test(word) ? join(cwd, word) : word));
    const end = failAtFirst(fs as unknown as Functions, syncBuiltinESMExports, name, "/src/");
    try {
      const { stderr, exitCode } = await elision(inFolder, { env }).catch(inWords);
      expectNamed(argv, stderr, exitCode);
      if (name === "openSync" && argv[0] !== "check") expect(stderr).toMatch(EIO);
    } finally {
      end();
    }
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
