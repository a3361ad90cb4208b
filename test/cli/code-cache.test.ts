/** The built program and the code that is kept of it: it runs the same with it and without. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { ACME_MODULE, acmeRow } from "../support/own-format.ts";
import { CLEAN_ENV, PROGRAM } from "../support/process.ts";
import { sessionLines } from "../support/sessions.ts";
import { elisionIn } from "../support/shell.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";

/** A copy of the program, whose code is as `change` leaves it, and without the files that `isGone`. */
function copyWith(
  change: (path: string) => void,
  isGone: (name: string) => boolean = () => false,
): string {
  const copy = folderWith({});
  for (const part of ["bin", "dist/program"])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const program = join(copy, "dist", "program");
  for (const name of readdirSync(program)) {
    if (name.endsWith(".code")) change(join(program, name));
    if (isGone(name)) rmSync(join(program, name));
  }
  return join(copy, "bin", "elision.js");
}

function outcome(program: string, argv: readonly string[], env: NodeJS.ProcessEnv = CLEAN_ENV) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { stdout, stderr, status };
}

beforeEach(() => {
  folder = folderWith({
    "run.jsonl": sessionLines(12),
    "acme.mjs": ACME_MODULE,
    "acme.jsonl": acmeRow(20),
  });
});

describe.each([
  ["is gone", (path: string) => rmSync(path)],
  ["is of another Node", (path: string) => writeFileSync(path, "another version's")],
])("where its code %s", (_, change) => {
  it.each([
    ["a session with its table", ["run.jsonl"]],
    ["a format of the user's own", ["--format-module", "acme.mjs", "acme.jsonl"]],
  ])("does the same for %s", (_name, argv) => {
    const { status, ...kept } = outcome(PROGRAM, argv);
    expect(status).toBe(0);
    expect(kept.stderr).toContain("masking");
    expect(outcome(copyWith(change), argv)).toEqual({ status, ...kept });
  });
});

describe("the files of the program", () => {
  const DOCUMENT = join(ROOT, "fixtures", "openai-chat", "document.json");
  it.each([
    ["a document", /^(?:sessions|formats?|replacing|looking|more|lookup)-/, [DOCUMENT]],
    ["a compressed input", /^(?:sessions|documents|formats?|lookup|more)-/, ["run.jsonl.gz"]],
    ["a command", /^(?:commands|formats?|lookup)-/, ["check", "run.jsonl"]],
  ])("are loaded only where %s needs them", (_, others, argv) => {
    writeFileSync(join(folder, "run.jsonl.gz"), gzipSync(sessionLines(12)));
    const without = copyWith(
      () => {},
      (name) => others.test(name),
    );
    expect(outcome(without, argv)).toEqual(outcome(PROGRAM, argv));
  });
});

describe("where Node keeps code itself", () => {
  /** Runs a program whose own code no Node takes, as a Node would that keeps code in `kept`. */
  function runKeeping(argv: readonly string[]) {
    const kept = join(folder, "kept");
    mkdirSync(kept, { recursive: true });
    const program = join(dirname(copied), "..", "dist", "program");
    const script = `
      const own = require(${JSON.stringify(copied)}.replace(/bin.elision.js$/, "dist/program/start.js"));
      const from = require("node:module").createRequire(${JSON.stringify(copied)});
      const outside = (id) =>
        id === "node:module" ? { ...from(id), enableCompileCache: () => ({ directory: "/shared" }), getCompileCacheDir: () => ${JSON.stringify(kept)} } : from(id);
      const importModule = (id) => import(id);
      own.loadProgram(${JSON.stringify(program)}, "main.js", { require: outside, importModule, keepsCode: true }).main();`;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["-e", script, "--", "elision", ...argv],
      { cwd: folder, encoding: "utf8", env: CLEAN_ENV },
    );
    const files = readdirSync(kept).map((name): [string, Buffer] => [
      name.replace(/^elision-\w+-/, ""),
      readFileSync(join(kept, name)),
    ]);
    return { outcome: { stdout, stderr, status }, kept, files: new Map(files) };
  }

  let copied = "";
  beforeEach(() => {
    copied = copyWith((path) => writeFileSync(path, "another version's"));
  });

  it("keeps its own there, and runs the same with it", () => {
    const argv = ["run.jsonl"];
    const expected = outcome(PROGRAM, argv);
    const first = runKeeping(argv);
    expect(first.outcome).toEqual(expected);
    const names = [...first.files.keys()];
    expect(names).toContain("main-main.js.code");
    expect(names).toContainEqual(expect.stringMatching(/^main-core-.*\.js\.code$/));
    for (const name of readdirSync(first.kept)) writeFileSync(join(first.kept, name), "damaged");
    const second = runKeeping(argv);
    expect(second.outcome).toEqual(expected);
    expect([...second.files.keys()]).toEqual(names);
    expect([...second.files.values()].map(String)).not.toContain("damaged");
  });

  it("adds the functions that the next few runs call, and then no more", () => {
    const sizeOf = ({ files }: ReturnType<typeof runKeeping>) =>
      [...files].find(([name]) => name.startsWith("main-core-"))?.[1].length ?? 0;
    const runs = [[], ["-n", "--window", "2"], [], [], ["--report", "json", "--every", "2"]];
    const sizes = runs.map((options) => sizeOf(runKeeping([...options, "run.jsonl"])));
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
    expect(sizes[4]).toBe(sizes[3]);
  });

  it("takes code that was kept after flags of V8 were set", () => {
    writeFileSync(join(folder, "large.jsonl"), sessionLines(12, { chars: 20_000 }));
    const argv = ["--max-input-chars", "900", "large.jsonl"];
    runKeeping(argv);
    const { files } = runKeeping(argv);
    const [, code] = [...files].find(([name]) => name.startsWith("main-core-")) ?? [];
    expect(code?.at(-1)).toBe(2); // The runs that made it.
  });

  it("runs where nothing can be written there", () => {
    const { kept } = runKeeping(["--version"]);
    for (const name of readdirSync(kept)) rmSync(join(kept, name));
    chmodSync(kept, 0o555);
    expect(runKeeping(["run.jsonl"]).outcome).toEqual(outcome(PROGRAM, ["run.jsonl"]));
  });
});

it("has code that this Node takes", () => {
  const start = join(ROOT, "dist", "program", "start.js");
  const script = `
    const taken = [];
    const note = (file, { cachedDataRejected }) => taken.push([file, cachedDataRejected === false]);
    process.on("exit", () => process.stderr.write(JSON.stringify(taken)));
    const { loadProgram } = require(${JSON.stringify(start)});
    loadProgram(${JSON.stringify(dirname(start))}, "main.js", { require }, note).main();`;
  const args = ["-e", script, "--", "elision", "run.jsonl", "--report", "none"];
  const { stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    env: CLEAN_ENV,
  });
  expect(status).toBe(0);
  const taken: (readonly [string, boolean])[] = JSON.parse(stderr);
  expect(taken.map(([file]) => file)).toContainEqual(expect.stringMatching(/^core-/));
  expect(taken.filter(([, isTaken]) => !isTaken)).toEqual([]);
});

it("reads no file for the plain job that other jobs need", () => {
  const argv = ["--window", "3", "rows.jsonl"];
  const messages = sessionLines(12).trimEnd().split("\n");
  writeFileSync(join(folder, "rows.jsonl"), `{"messages":[${messages.join(",")}]}\n`);
  const isOfOthers = (name: string) => /^(?:sessions|parts|more|lookup|run)-/.test(name);
  const { status, ...kept } = outcome(PROGRAM, argv);
  expect(kept.stderr).toContain("masking");
  expect(
    outcome(
      copyWith(() => {}, isOfOthers),
      argv,
    ),
  ).toEqual({ status, ...kept });
  expect(
    outcome(
      copyWith(() => {}, isOfOthers),
      ["check", "rows.jsonl"],
    ).status,
  ).not.toBe(0);
});

// Of the libraries for tables the bundle has only what these use.
it.each([
  ["of a run", [".", "-n"]],
  ["of windows", ["compare", "会話-\u{1f642}.jsonl"]],
])("lays out tables %s as the sources do, in colour and with wide names", async (_, argv) => {
  for (const name of ["会話-\u{1f642}.jsonl", "cafe\u0301.jsonl"])
    writeFileSync(join(folder, name), sessionLines(12));
  const env = { ...CLEAN_ENV, FORCE_COLOR: "1", COLUMNS: "60" };
  const { stdout, stderr, exitCode } = await elisionIn(folder, argv, { env });
  expect(`${stdout}${stderr}`).toContain("\x1b[1m");
  expect(outcome(PROGRAM, argv, env)).toEqual({ stdout, stderr, status: exitCode });
});

it("says that it is not built", () => {
  const copy = folderWith({});
  cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  expect(outcome(join(copy, "bin", "elision.js"), ["--version"])).toEqual({
    stdout: "",
    stderr: "elision: not built: npm run build\n",
    status: 2,
  });
});
