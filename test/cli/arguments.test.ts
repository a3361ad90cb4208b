/** How arguments are taken: in any order, with opposites, and with errors that help. */
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { commandFirst, valuesTaken } from "../../src/cli/options/command-first.ts";
import { type Flag, type Flags, namesOf } from "../../src/cli/options/flag.ts";
import { oppositesOf } from "../../src/cli/options/switches.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(12);
const ALL: readonly Flags[] = Object.values(COMMANDS).map(({ flags }) => flags);

describe("options before a command", () => {
  it.each([
    [
      ["--no-color", "compare", "-"],
      ["compare", "--no-color", "-"],
    ],
    [
      ["-q", "restore", "f"],
      ["restore", "-q", "f"],
    ],
    [
      ["--window", "3", "inspect", "f"],
      ["inspect", "--window", "3", "f"],
    ],
    [
      ["--window=3", "inspect", "f"],
      ["inspect", "--window=3", "f"],
    ],
    [
      ["-qj", "4", "check", "f"],
      ["check", "-qj", "4", "f"],
    ],
    [
      ["-j4", "check"],
      ["check", "-j4"],
    ],
    [
      ["-o", "check", "f"],
      ["-o", "check", "f"],
    ],
    [
      ["run.jsonl", "check"],
      ["run.jsonl", "check"],
    ],
    [
      ["--", "check"],
      ["--", "check"],
    ],
    [
      ["-", "check"],
      ["-", "check"],
    ],
    [
      ["compare", "check"],
      ["compare", "check"],
    ],
  ])("%j is %j", (argv, expected) => {
    expect(commandFirst(argv, new Set(Object.keys(COMMANDS)), valuesTaken(ALL))).toEqual(expected);
  });

  it("are those of the command", async () => {
    const before = await elision(["--no-color", "--every", "1", "compare", "-"], { stdin: LINES });
    expect(before).toEqual(
      await elision(["compare", "-", "--no-color", "--every", "1"], { stdin: LINES }),
    );
    expect([before.exitCode, before.stderr]).toEqual([0, ""]);
    const inspected = await elision(["--report", "json", "inspect"], { stdin: LINES });
    expect(JSON.parse(inspected.stdout).totals.transcripts).toBe(1);
  });

  it("can be told from values without knowing the command", () => {
    const takes = new Map<string, boolean>();
    for (const flag of ALL.flatMap((flags) => [...Object.values(flags), ...oppositesOf(flags)])) {
      const { long, short, value } = namesOf(flag);
      for (const name of short === undefined ? [long] : [long, short]) {
        expect([name, takes.get(name) ?? value !== undefined]).toEqual([name, value !== undefined]);
        takes.set(name, value !== undefined);
      }
    }
  });
});

describe("the opposite of a switch", () => {
  const switches = Object.entries(COMMANDS).flatMap(([name, { flags }]) =>
    (Object.values(flags) as Flag[])
      .filter((flag) => namesOf(flag).value === undefined)
      .map((flag) => [name, namesOf(flag).long] as const),
  );

  it("is known to every command that has the switch", async () => {
    expect(switches.length).toBeGreaterThan(40);
    for (const [name, long] of switches) {
      if (long === "no-config") continue; // Its opposite, --config, names a file.
      const opposite = long.startsWith("no-") ? long.slice(3) : `no-${long}`;
      if (opposite === "archive") continue; // It names a folder.
      const { stderr } = await elision([name, `--${opposite}`, "--help"]);
      expect([name, opposite, stderr]).toEqual([name, opposite, ""]);
    }
  });

  it("undoes what a file or a variable set, and the last one typed wins", async () => {
    const folder = folderWith({ "elision.toml": "no-masking = true\ndedupe = true\n" });
    const config = ["--config", `${folder}/elision.toml`];
    const set = async (...argv: string[]) => {
      const { stdout } = await elision(["config", "--report", "json", ...config, ...argv]);
      const { settings }: { settings: { key: string; value: boolean }[] } = JSON.parse(stdout);
      return ["no-masking", "dedupe"].map(
        (name) => settings.find(({ key }) => key === name)?.value,
      );
    };
    expect(await set()).toEqual([true, true]);
    expect(await set("--masking")).toEqual([false, true]);
    expect(await set("--no-dedupe")).toEqual([true, false]);
    expect(await set("--no-dedupe", "--dedupe")).toEqual([true, true]);
    expect(await set("--masking", "--no-masking", "--masking")).toEqual([false, true]);
    const masked = async (...argv: string[]) => {
      const env = { ELISION_NO_MASKING: "1", ELISION_REPORT: "json" };
      return JSON.parse((await elision(argv, { stdin: LINES, env })).stderr).totals.maskedCount;
    };
    expect([await masked(), await masked("--masking")]).toEqual([0, 2]);
  });

  it("undoes switches of the command line alone", async () => {
    const { stdout } = await elision(["-n", "--no-dry-run"], { stdin: LINES });
    expect(stdout).toContain("observation masked");
    const quiet = await elision(["-q", "--no-quiet"], { stdin: LINES });
    expect(quiet.stderr).toContain("maskedCount");
    const recall = await elision(["compare", "--no-recall", "--recall"], { stdin: LINES });
    expect(recall.stdout).toContain("recall");
  });
});

describe("an error of an option", () => {
  it.each([
    [["--window", "x"], '--window: expected a whole number, 0 or more (got "x")'],
    [["-j", "0"], '--jobs: expected a whole number, 1 to 999 (got "0")'],
    [["--window"], "--window <n>: the value is missing"],
    [["--dedupe=1"], '--dedupe takes no value (got "1")'],
    [["--bugdet", "9"], "unknown option '--bugdet' (did you mean --max-input-chars?)"],
    [["--max-tokens", "9"], "unknown option '--max-tokens' (did you mean --max-input-tokens?)"],
    [["--dry"], "unknown option '--dry' (did you mean --dry-run?)"],
    [["--verison"], "unknown option '--verison' (did you mean --version?)"],
    [["--hlep"], "unknown option '--hlep' (did you mean --help?)"],
    [["--windw", "3"], "unknown option '--windw' (did you mean --window?)"],
    [["--keep", "3"], "unknown option '--keep'"],
    [["--no-masing"], "unknown option '--no-masing' (did you mean --no-masking?)"],
    [["--nope"], "unknown option '--nope'"],
    [["formats", "a b", "c"], 'formats takes no arguments (got "a b" "c")'],
    [["setup"], "setup: <agent> is missing: claude-code"],
    [["completion"], "completion: <shell> is missing: bash, zsh, fish"],
    [["archive"], "archive: ls, verify or prune is missing"],
    [
      ["--keep-tool", "Bash,Read"],
      '--keep-tool: expected one glob, such as {Bash,Read} (got "Bash,Read")',
    ],
    [
      ["--only-tool", "a, mcp__*"],
      '--only-tool: expected one glob, such as {a,mcp__*} (got "a, mcp__*")',
    ],
    [
      ["--format", "opnai"],
      '--format: no format is called "opnai" (there are openai-agents-runstate, openai-responses, openai-chat); elision formats lists them',
    ],
    [["compare", "--window", "5"], "unknown option '--window' (did you mean --windows?)"],
  ])("%j says: %s", async (argv, message) => {
    const { stdout, stderr, exitCode } = await elision(argv, { stdin: LINES });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr.split("\n")[0]).toBe(`elision: ${message}`);
  });

  it("names the help of its command", async () => {
    for (const argv of [
      ["serve", "--upstream", "foo"],
      ["serve", "--upstream", "http://127.0.0.1:1", "--first-sight", "3"],
    ]) {
      const { stderr } = await elision(argv);
      expect(stderr).toMatch(/^elision: --(upstream|first-sight): expected /);
      expect(stderr).toContain("elision:   elision serve --help lists the options");
    }
  });

  it("shows control characters as they are written", async () => {
    const { stderr } = await elision(["--no\u001b[2Jpe"], { stdin: LINES });
    expect(stderr).toContain("unknown option '--no\\x1b[2Jpe'");
  });
});

describe("a value that makes no sense", () => {
  it.each([
    [["--clamp", "5"], "--clamp: expected a whole number, 200 or more (got 5)"],
    [["--shrink-inputs", "3"], "--shrink-inputs: expected a whole number, 60 or more (got 3)"],
    [["--every", "0"], "--every: expected a whole number, 1 or more (got 0)"],
    [["--binding", "gpt-4"], "--binding: expected auto, none or a model"],
    [["--trigger", "1k", "--target", "2k"], "--target: expected no more than the trigger (1000)"],
    [["compare", "--clamp", "5"], "--clamp: expected"],
    [["diff", "--every", "2", "--window-unit", "tokens"], "--every: expected 1"],
  ])("is named by the flag that was typed: %s", async (argv, message) => {
    const { exitCode, stdout, stderr } = await elision(argv, { stdin: LINES });
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(`elision: ${message}`);
  });
});

it.each(Object.keys(COMMANDS).filter((name) => /^[a-z]+$/.test(name)))(
  "the help of %s is no wider than a terminal",
  async (name) => {
    for (const help of ["--help", "-h"]) {
      const { stdout } = await elision([name, help]);
      expect(stdout.split("\n").filter((line) => line.length > 79)).toEqual([]);
    }
  },
);
