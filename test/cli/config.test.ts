/** Settings in files, as the whole program takes them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision, type Outcome, type World } from "../support/shell.ts";

const LINES = sessionLines(12);

/** Runs the program in a folder with these files, of which `home/` is the user's home. */
async function run(
  files: Readonly<Record<string, string | Uint8Array>>,
  argv: readonly string[],
  world: World = {},
): Promise<Outcome & { readonly folder: string }> {
  const folder = folderWith(files);
  const cwd = process.cwd();
  process.chdir(folder);
  try {
    const env = { HOME: join(folder, "home"), ...world.env };
    return { ...(await elision(argv, { stdin: LINES, ...world, env })), folder };
  } finally {
    process.chdir(cwd);
  }
}

const USER = "home/.config/elision/elision.toml";

function maskedIn(stdout: string): number {
  return stdout.split("[observation masked").length - 1;
}

describe("elision.toml", () => {
  it("sets what a run does", async () => {
    const window = async (toml: string, argv: readonly string[] = []) =>
      maskedIn((await run({ "elision.toml": toml }, ["-q", ...argv])).stdout);
    expect(await window("")).toBe(2);
    expect(await window("window = 3")).toBe(9);
    expect(await window("window = 3\nno-masking = true")).toBe(0);
    expect(await window("[profiles.p]\nwindow = 1", ["--profile", "p"])).toBe(11);
    expect(await window("[profiles.p]\nwindow = 1")).toBe(2);
  });

  it("may name files and folders below the user's home", async () => {
    const toml = 'archive = "~/kept"\nreport-file = "~/report~/x"\nkeep-path = "~/a"';
    const { folder } = await run({ [USER]: toml, "home/report~/.keep": "" }, ["-q"]);
    expect(existsSync(join(folder, "home", "kept"))).toBe(true);
    expect(existsSync(join(folder, "home", "report~", "x"))).toBe(true);
    const { stdout } = await run({ [USER]: toml }, ["config"]);
    expect(stdout).toMatch(/^keep-path +~\/a /m);
    const typed = await run({ "~/.keep": "" }, ["-q", "--archive", "~/kept"]);
    expect(readdirSync(join(typed.folder, "~"))).toContain("kept");
  });

  it("of the user sets what variables can, and that of inspect and check too", async () => {
    const files = { [USER]: 'report = "json"\nplaceholder = "[tool output left out]"\nwindow = 3' };
    const { stdout, stderr } = await run(files, []);
    expect(JSON.parse(stderr).totals.maskedCount).toBe(9);
    const inspected = await run(files, ["inspect", "--report", "json"], { stdin: stdout });
    expect(JSON.parse(inspected.stdout).totals).toMatchObject({ maskedObservations: 9 });
    const checked = await run({ [USER]: 'format = "codex"' }, ["check", "-"]);
    expect(checked).toMatchObject(
      await run({}, ["check", "-", "--format", "codex"]).then(({ stdout, stderr, exitCode }) => ({
        stdout,
        stderr,
        exitCode,
      })),
    );
  });

  it("is replaced by the file that --config names, and left unread with --no-config", async () => {
    const files = {
      "elision.toml": "window = 3",
      [USER]: "window = 4",
      "other.toml": 'window = 5\nreport = "none"',
      "bad/elision.toml": "?",
    };
    const other = await run(files, ["--config", "other.toml"]);
    expect([maskedIn(other.stdout), other.stderr]).toEqual([7, ""]);
    expect(maskedIn((await run(files, ["-q", "--no-config"])).stdout)).toBe(2);
    const { stdout } = await run(files, ["config", "--config", "other.toml"]);
    expect(stdout).toMatch(/^window +5 +named other\.toml:1$/m);
    const missing = await run(files, ["--config", "none.toml"]);
    expect(missing).toMatchObject({ exitCode: 2, stdout: "" });
    expect(missing.stderr).toBe("elision: none.toml: no such file or folder\n");
  });

  it("gives profiles of the project and the user with one name together, the project's first", async () => {
    const files = {
      "elision.toml": "[profiles.p]\nwindow = 3",
      [USER]: '[profiles.p]\nwindow = 4\nreport = "none"',
    };
    const { stdout, stderr } = await run(files, ["--profile", "p"]);
    expect([maskedIn(stdout), stderr]).toEqual([9, ""]);
  });

  it("may name a backup for good, which runs that are not in place leave aside", async () => {
    const files = { [USER]: 'backup = ".orig"', "run.jsonl": LINES };
    expect((await run(files, ["-q", "run.jsonl"])).exitCode).toBe(0);
    const { folder, exitCode } = await run(files, ["-q", "-i", "run.jsonl"]);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(folder, "run.jsonl.orig"), "utf8")).toBe(LINES);
    expect((await run(files, ["-q", "--backup", ".b", "run.jsonl"])).exitCode).toBe(2);
  });

  it.each([
    ["elision.toml", "windw = 3", 'elision.toml:1:1: unknown key "windw" (did you mean "window"?)'],
    ["elision.toml", "\nwindow = ", "elision.toml:2:10: not TOML: unspecified values are invalid"],
    ["elision.toml", "in-place = true", "elision.toml:1:1: a project file may not set in-place"],
    [USER, "in-place = true", ":1:1: only the command line may set in-place"],
    ["elision.toml", Buffer.from("a = '\xff'", "latin1"), "elision.toml: not TOML: not UTF-8"],
    ["elision.toml", "a = '\u001b[31m'", "elision.toml:1:6: not TOML: "],
  ])("%s with %j ends the run before anything is written", async (name, text, message) => {
    const files = { [name]: text, "run.jsonl": LINES };
    const { stdout, stderr, exitCode, folder } = await run(files, [
      ...["run.jsonl", "-o", "out.jsonl", "--report-file", "report.txt"],
    ]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("\u001b");
    expect(existsSync(join(folder, "out.jsonl"))).toBe(false);
    expect(existsSync(join(folder, "report.txt"))).toBe(false);
  });

  it("does not matter to commands that it says nothing about", async () => {
    const files = { "elision.toml": "?" };
    for (const argv of [["formats"], ["completion", "bash"], ["--version"], ["--help"]])
      expect((await run(files, argv)).exitCode).toBe(0);
    expect((await run(files, ["check", "-"])).exitCode).toBe(2);
  });

  it("may begin with a byte order mark and have lines that end in CRLF", async () => {
    const { stdout } = await run({ "elision.toml": "\ufeff# c\r\nwindow = 3\r\n" }, ["config"]);
    expect(stdout).toMatch(/^window +3 +project elision\.toml:2$/m);
  });
});

describe("--profile", () => {
  it.each([
    [{}, 'no profile "p"\nelision:   there is no elision.toml'],
    [{ "elision.toml": "" }, 'no profile "p" in elision.toml\nelision:   there are no profiles'],
    [
      { "elision.toml": "[profiles.pp]\n[profiles.q]" },
      'no profile "p" in elision.toml\nelision:   profiles: pp, q',
    ],
  ])("that is not there is named (%j)", async (files, message) => {
    const { stdout, stderr, exitCode } = await run(files, ["--profile", "p"]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toBe(`elision: --profile: ${message}\n`);
  });

  it("that is nearly there is guessed", async () => {
    const { stderr } = await run({ "elision.toml": "[profiles.careful]" }, ["--profile", "carful"]);
    expect(stderr).toContain('(did you mean "careful"?)');
  });

  it("is refused in the environment, which does not set it", async () => {
    const files = { "elision.toml": "window = 3\n[profiles.p]\nwindow = 1" };
    for (const variable of ["ELISION_PROFILE", "ELISION_CONFIG", "ELISION_NO_CONFIG"]) {
      const { stderr, exitCode } = await run(files, ["-q"], { env: { [variable]: "p" } });
      expect([stderr.split("\n")[0], exitCode]).toEqual([
        `elision: no variable sets --${variable.slice(8).toLowerCase().replace("_", "-")}, so ${variable} does nothing`,
        2,
      ]);
    }
  });
});

describe("elision config", () => {
  it("prints values as a file would say them, with null for what is not set", async () => {
    const toml = `min-age = "10m"\nkeep-errors = "last:3"\nkeep-tool = ["a", "b"]\nno-masking = true`;
    const { stdout } = await run({ [USER]: toml }, ["config", "--report", "json"], {
      env: { ELISION_STRICT: "1" },
    });
    const { settings } = JSON.parse(stdout);
    const shown = (key: string) =>
      settings.find((setting: { key: string }) => setting.key === key)?.value;
    expect(shown("min-age")).toBe("600s");
    expect(shown("keep-errors")).toBe("last:3");
    expect(shown("keep-tool")).toEqual(["a", "b"]);
    expect(shown("no-masking")).toBe(true);
    expect(shown("no-exempt")).toBe(false);
    expect(shown("strict")).toBe(true);
    expect(shown("jobs")).toBe(null);
    expect(shown("in-place")).toBeUndefined();
  });

  it("takes its own --report for no setting, but shows what is set of the main command's", async () => {
    const { stdout } = await run({}, ["config", "--report", "csv"], {
      env: { ELISION_REPORT: "none" },
    });
    expect(stdout).toContain("report,none,environment,ELISION_REPORT\n");
    expect(stdout).toContain("report-file,,default,\n");
  });

  it("shows no control character of a value", async () => {
    const { stdout } = await run({ "elision.toml": 'placeholder = "\\u001b[31m left out"' }, [
      "config",
    ]);
    expect(stdout).toContain("\\x1b[31m");
  });
});

it("loads the library that reads TOML only where there is a file", async () => {
  const dist = fileURLToPath(new URL("../../dist/program/", import.meta.url));
  const core = readdirSync(dist).find((name) => /^core-.*\.js$/.test(name)) ?? "";
  const seen = new Set<string>();
  const follow = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(join(dist, name), "utf8");
    for (const [, next = ""] of text.matchAll(/=require\("\.\/([^"]+\.js)"\)/g)) follow(next);
  };
  follow("main.js");
  follow(core);
  expect(seen.size).toBeGreaterThan(1);
  expect([...seen].filter((name) => name.startsWith("toml-"))).toEqual([]);
});

it("reads the files as a process of its own too", async () => {
  const cwd = folderWith({ "elision.toml": "window = 3", "run.jsonl": LINES });
  const { ended } = start(["-q", "run.jsonl"], { cwd, env: CLEAN_ENV });
  expect(maskedIn((await ended).stdout)).toBe(9);
});
