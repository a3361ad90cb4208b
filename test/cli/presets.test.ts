import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maskOldToolResults } from "../../src/api/chat/mask-old-tool-results.ts";
import { PRESET_NAMES } from "../../src/reduce/pipeline/presets.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionMessages } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

/** How many of twelve observations are masked. */
async function maskedOf(argv: readonly string[], world: object = {}): Promise<number> {
  const stdin = sessionLines(12);
  const { stdout, stderr, exitCode } = await elision(["-q", ...argv], { stdin, ...world });
  expect([stderr, exitCode]).toEqual(["", 0]);
  return stdout.split("\n").filter((line) => !stdin.includes(`${line}\n`) && line !== "").length;
}

/** Runs in a folder that has these files. */
async function within<T>(files: Readonly<Record<string, string>>, act: () => Promise<T>) {
  const cwd = process.cwd();
  process.chdir(folderWith(files));
  try {
    return await act();
  } finally {
    process.chdir(cwd);
  }
}

describe("elision presets", () => {
  it("lists every preset, a line each in a pipe", async () => {
    const { stdout } = await elision(["presets"]);
    const names = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(names).toEqual(["preset", ...PRESET_NAMES]);
  });

  it.each(PRESET_NAMES)("prints what %s sets, so that a file can say the same", async (name) => {
    const { stdout } = await elision(["presets", name, "--report", "json"]);
    const { options } = JSON.parse(stdout) as { options: { key: string; value: unknown }[] };
    const lines = options
      .filter(({ value }) => value !== null)
      .map(({ key, value }) => `${key} = ${JSON.stringify(value)}\n`);
    const settings = async (argv: readonly string[]) => {
      const { stdout: shown } = await elision(["config", "--report", "json", ...argv]);
      const rows = (JSON.parse(shown) as { settings: { key: string; value: unknown }[] }).settings;
      return rows
        .filter(({ key }) => options.some((option) => option.key === key))
        .map(({ key, value }) => [key, value]);
    };
    const file = join(folderWith({ "elision.toml": lines.join("") }), "elision.toml");
    const said = await settings(["--config", file]);
    expect(said).toEqual(await settings(["--preset", name]));
  });

  it("names what is no preset", async () => {
    const { stderr, exitCode } = await elision(["presets", "kimmi"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("expected one of spec-context, kimi, swe-agent");
  });
});

describe("--preset", () => {
  it("gives every option that is not typed", async () => {
    expect(await maskedOf([])).toBe(2);
    expect(await maskedOf(["--preset", "kimi"])).toBe(4);
    expect(await maskedOf(["--preset", "kimi", "--window", "10"])).toBe(2);
    expect(await maskedOf(["--window", "10", "--preset", "kimi"])).toBe(2);
    expect(await maskedOf(["--preset", "swe-agent"])).toBe(7);
    expect(await maskedOf(["--preset", "anthropic"])).toBe(0);
  });

  it("wins over the environment and files, with options that it turns off too", async () => {
    const env = { ELISION_WINDOW: "1", ELISION_TRIGGER: "900k", ELISION_KEEP_TOOL: "look" };
    expect(await maskedOf(["--preset", "kimi"], { env })).toBe(4);
    await within({ "elision.toml": 'window = 1\nkeep-tool = ["look"]\n' }, async () => {
      expect(await maskedOf(["--preset", "kimi"])).toBe(4);
    });
  });

  it("named by the environment or a file wins over what is below that", async () => {
    const env = { ELISION_PRESET: "kimi" };
    expect(await maskedOf([], { env })).toBe(4);
    expect(await maskedOf([], { env: { ...env, ELISION_WINDOW: "9" } })).toBe(3);
    expect(await maskedOf(["--preset", "swe-agent"], { env })).toBe(7);
    await within({ "elision.toml": 'preset = "kimi"\n' }, async () => {
      expect(await maskedOf([])).toBe(4);
      expect(await maskedOf([], { env: { ELISION_WINDOW: "9" } })).toBe(3);
    });
    await within({ "elision.toml": 'preset = "kimi"\nwindow = 11\n' }, async () => {
      expect(await maskedOf([])).toBe(1);
    });
  });

  it("is said to have set what it has", async () => {
    const { stdout } = await elision(["config", "--preset", "openhands", "--every", "2"]);
    expect(stdout).toMatch(/^window +5 +preset openhands$/m);
    expect(stdout).toMatch(/^every +2 +flag$/m);
  });

  it("kimi masks what the library's policy does", async () => {
    const { stdout } = await elision(["-q", "--preset", "kimi"], { stdin: sessionLines(12) });
    const messages = sessionMessages(12) as { role: string }[];
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(maskOldToolResults(messages));
  });
});

describe("--policy-file", () => {
  const withPolicy = (toml: string, argv: readonly string[] = []) => {
    const file = join(folderWith(), "policy.toml");
    writeFileSync(file, toml);
    return elision(["-q", "--policy-file", file, ...argv], { stdin: sessionLines(12) });
  };
  const maskedWith = async (toml: string, argv: readonly string[] = []) => {
    const { stdout, stderr, exitCode } = await withPolicy(toml, argv);
    expect([stderr, exitCode]).toEqual(["", 0]);
    return stdout.split("masqu").length - 1;
  };

  it("takes the policy at its top level, or from its table", async () => {
    expect(await maskedWith("")).toBe(4);
    expect(await maskedWith("window_turns = 3\n")).toBe(9);
    expect(await maskedWith("[mask_policy]\nwindow_turns = 3\n")).toBe(9);
    expect(await maskedWith('port = 80\n[mask_policy]\nwindow_turns = 3\n[log]\nlevel = "x"')).toBe(
      9,
    );
  });

  it("takes every name of the policy", async () => {
    expect(await maskedWith("enabled = false\n")).toBe(0);
    expect(await maskedWith("window_turns = 0\n")).toBe(0);
    expect(await maskedWith("keep_last_k_per_tool = 11\n")).toBe(1);
    expect(await maskedWith("keep_errors = false\n")).toBe(4);
    expect(await maskedWith('placeholder_template = "[masqué: {tool_name}]"\n')).toBe(4);
  });

  it("gives way to what is typed", async () => {
    expect(await maskedWith("window_turns = 3\n", ["--window", "11"])).toBe(1);
  });

  it.each([
    ["window_turns = \n", ":2:1", "not TOML"],
    ["enabled = true\nwindow_turns = 1.5\n", ":2:1", "window_turns: expected a whole number"],
    ["keep_errors = 1\n", ":1:1", "keep_errors: expected true or false (got 1)"],
    ["[mask_policy]\n\nkeep_error = true\n", ":3:1", 'unknown key "keep_error"'],
    ["mask_policy = 3\n", ":1:1", "mask_policy: expected a table"],
    ['placeholder_template = "{turm} masked"\n', ":1:1", "{turm}"],
  ])("names the place of what makes no sense: %j", async (toml, place, message) => {
    const { stdout, stderr, exitCode } = await withPolicy(toml);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(`policy.toml${place}: `);
    expect(stderr).toContain(message);
  });

  it("is named where it is not there", async () => {
    const { stderr, exitCode } = await elision(["--policy-file", "none.toml", "x.jsonl"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("none.toml");
  });

  it("goes with no preset", async () => {
    const { stderr, exitCode } = await withPolicy("", ["--preset", "kimi"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--preset and --policy-file exclude each other");
  });
});
