/** Formats that modules bring to the program. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { ACME_MODULE, acmeRow } from "../support/own-format.ts";
import { shell } from "../support/process.ts";
import { elision } from "../support/shell.ts";

const ROWS = Array.from({ length: 6 }, (_, k) => acmeRow(12 + k)).join("");
const FILES = { "acme.mjs": ACME_MODULE, "runs.jsonl": ROWS };

function placed(files: Readonly<Record<string, string>> = FILES) {
  const folder = folderWith(files);
  return { folder, module: join(folder, "acme.mjs"), runs: join(folder, "runs.jsonl") };
}

describe("--format-module", () => {
  it("reads with the formats of the module, found or named", async () => {
    const { module, runs } = placed();
    const found = await elision(["--format-module", module, "--window", "3", runs]);
    expect(found.exitCode).toBe(0);
    expect(found.stdout.length).toBeLessThan(ROWS.length / 2);
    const argv = ["--format-module", module, "--format", "acme", "--window", "3", runs];
    expect((await elision(argv)).stdout).toBe(found.stdout);
    expect((await elision([runs])).stderr).toContain("no transcript of a known format");
  });

  it.each([
    ["inspect", "--report", "json"],
    ["check"],
    ["compare", "--report", "json"],
    ["replay"],
    ["show", "--turn", "1"],
    ["restore", "-n", "--archive", "kept"],
  ])("is an option of %s", async (...argv) => {
    const { folder, module, runs } = placed();
    mkdirSync(join(folder, "kept"));
    const archive = join(folder, "kept");
    await elision(["-i", "--format-module", module, "--archive", archive, "--window", "9", runs]);
    const words = argv.map((word) => (word === "kept" ? archive : word));
    const { stderr, exitCode } = await elision([...words, "--format-module", module, runs]);
    expect([stderr, exitCode]).toEqual([expect.not.stringContaining("unknown"), 0]);
    const other = await elision([...words, "--format-module", module, "--format", "acmee", runs]);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('(got "acmee") (did you mean "acme"?)');
  });

  it("is listed among the formats", async () => {
    const { module } = placed();
    const { stdout } = await elision(["formats", "--format-module", module]);
    expect(stdout).toMatch(/^acme +rows, document +never +Acme's agent \(its author\)$/m);
  });

  it("may be given again, for modules that export lists or names", async () => {
    const { folder, module, runs } = placed({
      ...FILES,
      "list.mjs": ACME_MODULE.replace("export default {", "const one = {")
        .replace("acme", "two")
        .concat("\nexport default [{ ...one, name: 'two' }, { ...one, name: 'three' }];\n"),
      "named.mjs": ACME_MODULE.replace("export default {", "export const four = {").replace(
        'name: "acme"',
        'name: "four"',
      ),
    });
    const argv = ["list.mjs", "named.mjs"].flatMap((file) => [
      "--format-module",
      join(folder, file),
    ]);
    const { stdout } = await elision(["formats", "--format-module", module, ...argv]);
    const names = stdout.split("\n").map((line) => line.split(" ")[0]);
    expect(names).toEqual(expect.arrayContaining(["acme", "two", "three", "four"]));
    const read = await elision(["--format", "four", ...argv, "-q", "-n", runs]);
    expect(read).toMatchObject({ stderr: "", exitCode: 0 });
  });

  it.each([
    ["no.mjs", undefined, "no.mjs: no such file"],
    ["bad.mjs", "export const x = 1;", "bad.mjs: exports no format"],
    ["bad.mjs", "export default 7;", "bad.mjs: exports no format"],
    [".", undefined, ": is a folder"],
    ["bad.mjs", "export default {", "bad.mjs: cannot be loaded: SyntaxError: Unexpected"],
    ["bad.mjs", "export default {", "bad.mjs shows where\n"],
    ["bad.mjs", "throw new Error('oh no');", "bad.mjs: cannot be loaded: Error: oh no"],
    ["bad.mjs", "throw null;", "bad.mjs: cannot be loaded: null"],
    ["bad.mjs", "export default { name: 'x' };", 'bad.mjs "x": "writtenBy" is missing'],
    ["bad.mjs", ACME_MODULE.replace('"acme"', '"codex"'), 'bad.mjs: the name "codex" is taken'],
    [
      "bad.mjs",
      ACME_MODULE.replace("  read(tree, record, into) {", "  read() {\n    null.x;"),
      "runs.jsonl: the format acme threw in read: TypeError",
    ],
  ])("says what is wrong with %s: %#", async (name, text, message) => {
    const { folder, runs } = placed({ ...FILES, ...(text !== undefined && { "bad.mjs": text }) });
    const before = readFileSync(runs, "utf8");
    for (const command of [["-i"], ["inspect"], ["check"]]) {
      const argv = [...command, "--format-module", join(folder, name), runs];
      const { stdout, stderr, exitCode } = await elision(argv);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(stderr).not.toContain("    at ");
      if (command[0] !== "check") expect(stdout).toBe("");
    }
    expect(readFileSync(runs, "utf8")).toBe(before);
  });
});

describe("a module for formats", () => {
  const set = (file: string) => `format-module = [${JSON.stringify(file)}]\n`;

  it("is refused in a project's settings, and its code is not run", async () => {
    const { folder } = placed({
      ...FILES,
      "evil.mjs": "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\n",
      "elision.toml": set("evil.mjs"),
    });
    const { code, stderr } = await shell("elision runs.jsonl; ls ran", folder);
    expect(code).not.toBe(0);
    expect(stderr).toContain("elision.toml:1:1: a project file may not set format-module");
    expect(stderr).toContain("No such file");
  });

  it("is not looked for in the environment", async () => {
    const { module, runs } = placed();
    const env = { ELISION_FORMAT_MODULE: module };
    expect((await elision([runs], { env })).exitCode).toBe(2);
  });

  it("may be named in the user's settings, below the home", async () => {
    const { folder, runs } = placed();
    const config = join(folder, "config/elision");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "elision.toml"), set("~/acme.mjs"));
    const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, "config") };
    expect((await elision(["-q", "-n", runs], { env })).exitCode).toBe(0);
    const named = await elision(["-q", "-n", "--format", "acme", runs], { env });
    expect(named).toMatchObject({ stderr: "", exitCode: 0 });
  });

  it("is loaded by workers, for files and for parts of one", async () => {
    const { folder } = placed({ ...FILES, "more.jsonl": ROWS });
    const line = "elision --format-module acme.mjs --format acme --window 3";
    const one = await shell(`${line} -j 1 runs.jsonl`, folder);
    expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining("runs.jsonl:6") });
    expect(await shell(`${line} -j 3 runs.jsonl`, folder)).toEqual(one);
    const both = `${line} -q --out-dir out runs.jsonl more.jsonl -j`;
    expect((await shell(`${both} 2 && cat out/*`, folder)).stdout).toBe(one.stdout + one.stdout);
  });
});

it("says where a format that is none was set", async () => {
  const folder = folderWith({ "config/elision/elision.toml": '\nformat = "codx"\n' });
  const env = { XDG_CONFIG_HOME: join(folder, "config") };
  const { stderr, exitCode } = await elision(["-q"], { env, stdin: "{}" });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/elision\.toml:2:1: format: no format is called .*did you mean "codex"/);
  const set = await elision(["-q"], { env: { ELISION_FORMAT: "codx" }, stdin: "{}" });
  expect(set.stderr).toContain("ELISION_FORMAT: no format is called");
});
