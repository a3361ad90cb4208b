/** Help fits a screen, or is complete; both say where more is. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAIN } from "../../../src/cli/commands/command-names.ts";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import {
  COMMON_FLAGS,
  type CommandDeclaration,
} from "../../../src/cli/options/command-declaration.ts";
import type { Flag } from "../../../src/cli/options/flag.ts";
import { elision } from "../../support/shell.ts";

const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];
const help = async (...argv: string[]) => {
  const { stdout, stderr, exitCode } = await elision(argv);
  expect([stderr, exitCode]).toEqual(["", 0]);
  return stdout;
};

it("the version is said with the program's name", async () => {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text);
  for (const argv of [["--version"], ["-V"], ["run.jsonl", "--version"], ["compare", "-V"]])
    expect(await help(...argv)).toBe(`elision ${version}\n`);
});

describe("-h", () => {
  it.each(NAMES)("fits a screen of 24 lines of 80 characters: %s", async (name) => {
    const text = await help(name, "-h");
    const lines = text.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(24);
    for (const line of lines) expect(line.length).toBeLessThan(80);
    const { common = [], flags }: CommandDeclaration = COMMANDS[name];
    for (const each of common) expect(text).toContain(flags[each]?.flags);
    const options = /^Options:\n(.*?)\n\n/ms.exec(text)?.[1]?.split("\n") ?? [];
    for (const line of options) expect(line).toMatch(/^ {2}-/);
  });

  it("says of an option what its command makes of it, not what another does", () => {
    const descriptions = new Map<string, string>();
    for (const name of NAMES)
      for (const { flags, brief, description } of Object.values<Flag>(COMMANDS[name].flags)) {
        if (brief === undefined) continue;
        const key = `${flags}: ${brief}`;
        expect([key, descriptions.get(key) ?? description]).toEqual([key, description]);
        descriptions.set(key, description);
      }
  });

  it("names the ten options that people use, and every command", async () => {
    const text = await help("-h");
    expect(COMMANDS[MAIN].common).toHaveLength(10);
    for (const name of NAMES) if (name !== MAIN) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    expect(text).toContain("elision --help lists all options");
  });
});

describe("--help", () => {
  it.each(NAMES)("is complete, under 80 columns: %s", async (name) => {
    const text = await help(name, "--help");
    const { flags }: CommandDeclaration = COMMANDS[name];
    for (const each of [...Object.values(flags), ...COMMON_FLAGS])
      expect(text).toContain(each.flags);
    for (const line of text.split("\n")) expect(line.length).toBeLessThan(80);
    expect(text).toMatch(/^ {2}130 +interrupted: SIGINT, Ctrl-C\n {2}143, 129 +ended by SIGTERM/m);
    expect(text.trimEnd().split("\n").at(-1)).toBe("Docs: man elision; README.md in the package");
  });

  it("names the files of settings", async () => {
    const text = await help("--help");
    expect(text).toContain("Settings: elision.toml in the working folder");
    expect(text).toContain("$XDG_CONFIG_HOME/elision/elision.toml or ~/.config/elision/");
  });

  it("is what elision help prints as well", async () => {
    expect(await help("help", "compare")).toBe(await help("compare", "--help"));
    expect(await help("help")).toBe(await help("--help"));
  });

  it("is not that of a command that does not exist", async () => {
    expect(await elision(["help", "compar"])).toMatchObject({
      exitCode: 2,
      stderr:
        'elision: no command "compar" (did you mean "compare"?)\nelision:   elision --help lists them\n',
    });
  });
});

it.each([40, 60, 79])("breaks no word in a terminal of %i columns", async (columns) => {
  // Some addresses and the like are longer than 40.
  const words = (text: string) => text.split(columns > 50 ? /\s+/ : /\s*/);
  for (const name of NAMES)
    for (const option of ["-h", "--help"]) {
      const wide = await help(name, option);
      const world = { columns, stdoutTerminal: true };
      const { stdout } = await elision([name, option], world);
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThan(columns);
      expect(words(stdout)).toEqual(words(wide));
      expect((await elision([name, option], { columns })).stdout).toBe(wide);
    }
});
