/** How the program finds the command that is meant, and what each says of itself. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, MAIN } from "../../src/cli/commands/command-names.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import type { CommandDeclaration } from "../../src/cli/options/command-declaration.ts";
import { COMPACT_FLAGS } from "../../src/cli/options/compact-flags.ts";
import { type Flag, namesOf } from "../../src/cli/options/flag.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

it("names the commands in the order in which help lists them", () => {
  expect(COMMAND_NAMES).toEqual(Object.keys(COMMANDS));
});

const OTHERS = Object.keys(COMMANDS).filter((name) => name !== MAIN);

describe.each(OTHERS)("elision %s", (name) => {
  const own: CommandDeclaration = COMMANDS[name as keyof typeof COMMANDS];
  const others = Object.entries<Flag>(COMPACT_FLAGS).filter(([key]) => !(key in own.flags));
  const foreign = others[0] === undefined ? "" : namesOf(others[0][1]).long;

  it("has a help of its own, under 80 columns, that ends with its exit codes", async () => {
    const { stdout, stderr, exitCode } = await elision([name, "--help"]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(stdout).toContain(`Usage: elision ${name}`);
    expect(stdout).toContain("Exit codes:");
    expect(stdout).not.toMatch(new RegExp(`^ {2}(-\\w, )?--${foreign} `, "m"));
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThan(80);
    expect((await elision(["help", name])).stdout).toBe(stdout);
  });

  it("is listed in the help of the program", async () => {
    const { stdout } = await elision(["--help"]);
    expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\w`, "m"));
  });

  it("knows no option of the main command, and says where its own are listed", async () => {
    const { stderr, exitCode } = await elision([name, `--${foreign}`]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`unknown option '--${foreign}'`);
    expect(stderr).toContain(`elision ${name} --help lists the options`);
  });

  it("is a file where its name has a folder before it, or follows --", async () => {
    const folder = folderWith({ [name]: sessionLines(12) });
    const { stdout } = await elision(["-q", join(folder, name)]);
    expect(stdout).toContain("[observation masked");
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      expect((await elision([`./${name}`, "-q"])).stdout).toBe(stdout);
      expect((await elision(["-q", "--", name])).stdout).toBe(stdout);
    } finally {
      process.chdir(cwd);
    }
  });
});

it("the main command has a name too, and can be left out", async () => {
  const stdin = sessionLines(12);
  const short = await elision(["--window", "1"], { stdin });
  expect(await elision(["compact", "--window", "1"], { stdin })).toEqual(short);
});
