/** What a file may say, and how each error is named. */

import { describe, expect, it } from "vitest";
import type { ElisionError } from "../../../../src/base/errors.ts";
import { valuesIn } from "../../../../src/cli/options/settings.ts";
import { type ConfigFile, configIn } from "../../../../src/cli/options/toml/config-file.ts";
import { KEYS, mayProjectSet } from "../../../../src/cli/options/toml/config-keys.ts";
import { parseToml } from "../../../../src/cli/options/toml/toml.ts";
import { FIELD_NAMES } from "../../../../src/reduce/placeholders/template.ts";
import { RULES } from "../../../../src/reduce/rules/index.ts";
import type { AnyRule } from "../../../../src/reduce/rules/rule.ts";

function config(text: string, kind: ConfigFile["kind"] = "user") {
  return configIn(parseToml(text, "x.toml"), { kind, path: "x.toml", name: "x.toml" });
}

function values(text: string): Record<string, unknown> {
  return valuesIn(config(text).settings);
}

/** An error as the program shows it. */
function errorOf(text: string, kind: ConfigFile["kind"] = "user"): string {
  try {
    config(text, kind);
  } catch (error) {
    const { file, line, column, message } = error as ElisionError;
    return `${file}:${line}:${column}: ${message}`;
  }
  return "no error";
}

describe("a value in a file", () => {
  it.each([
    ["window = 5", { window: 5 }],
    ['window = "5"', { window: 5 }],
    ['max-input-chars = "200k"', { maxInputChars: 200_000 }],
    ["max-input-chars = 200_000", { maxInputChars: 200_000 }],
    ["trigger = 1e6", { trigger: 1_000_000 }],
    ['window-unit = "tokens"', { windowUnit: "tokens" }],
    ['keep-errors = "last:3"', { keepErrors: { last: 3 } }],
    ['min-age = "10m"', { minAge: 600_000 }],
    ['keep-tool = ["a*", "b"]', { keepTool: ["a*", "b"] }],
    ['keep-tool = "a*"', { keepTool: ["a*"] }],
    ["keep-tool = []", { keepTool: [] }],
    ["strict = true", { strict: true }],
    ["strict = false", { strict: false }],
    ["no-masking = true", { masking: false }],
    ["no-exempt = false", { exempt: true }],
    ['placeholder = """\n[left out]"""', { placeholder: "[left out]" }],
    ["", {}],
    ["profiles = {}", {}],
  ])("%s is %j", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it("has the place of its key with it", () => {
    const { settings, profiles } = config("window = 1\n[profiles.p]\n  every = 2");
    expect(settings.window?.from).toEqual({
      kind: "user",
      place: { file: "x.toml", line: 1, column: 1 },
    });
    expect(profiles.get("p")?.every?.from).toEqual({
      kind: "profile",
      profile: "p",
      place: { file: "x.toml", line: 3, column: 3 },
    });
  });
});

describe("an error in a file", () => {
  it.each([
    ["a = 1\nb = ", "2:5: not TOML: unspecified values are invalid"],
    ["window = 1\nwindow = 2", "2:1: not TOML: defining a key multiple times is invalid"],
    ['\nwindow = "x', "2:12: not TOML: unterminated string constant"],
    ["# c\nwindw = 3", '2:1: unknown key "windw" (did you mean "window"?)'],
    ["max_input_chars = 3", '1:1: unknown key "max_input_chars" (did you mean "max-input-chars"?)'],
    ["profile.a.window = 3", "1:1: only the command line may set profile"],
    ["[profils.a]", '1:1: unknown key "profils" (did you mean "profiles"?)'],
    ["somewhere-else = 3", '1:1: unknown key "somewhere-else"'],
    ["__proto__ = 3", '1:1: unknown key "__proto__"'],
    ["[constructor]", '1:1: unknown key "constructor"'],
    ["[profiles.a]\nwindw = 1", '2:1: unknown key "windw" (did you mean "window"?)'],
    ["[profiles.a.profiles.b]", '1:1: unknown key "profiles"'],
    ["[profiles]\nwindow = 1", '2:1: profile "window": expected a table'],
    ["[[profiles.a]]", '1:1: profile "a": expected a table'],
    ["profiles = 1", "1:1: expected a table of profiles"],
    ["in-place = true", "1:1: only the command line may set in-place"],
    ["[profiles.a]\noutput = 'x'", "2:1: only the command line may set output"],
    ["window = -1", '1:1: window: expected a whole number, 0 or more (got "-1")'],
    ["window = 1.5", '1:1: window: expected a whole number, 0 or more (got "1.5")'],
    ["window = inf", '1:1: window: expected a whole number, 0 or more (got "Infinity")'],
    ["window = true", "1:1: window: expected a number or a text (got true)"],
    ["window = [1]", "1:1: window: expected one value (got [1])"],
    ["[window]\na = 1", '1:1: window: expected a number or a text (got {"a":1})'],
    ["window = 1979-05-27", '1:1: window: expected a number or a text (got "1979-05-27")'],
    ['trigger = "-2k"', '1:1: trigger: expected a size such as 20000, 20k or 1.5M (got "-2k")'],
    ["keep-tool = ['a', 1.5, []]", "1:1: keep-tool: expected a number or a text (got [])"],
    ["keep-tool = ['']", '1:1: keep-tool: expected a text that is not empty (got "")'],
    [
      "# c\nkeep-path = ['src/**', '[a']",
      '2:1: keep-path: expected a glob, such as mcp__* or src/**/*.ts (got "[a")',
    ],
    [
      "placeholder = '{x} is left out'",
      `1:1: placeholder: expected only the fields ${FIELD_NAMES.join(", ")} (got "{x}")`,
    ],
    ["strict = 1", "1:1: strict: expected true or false (got 1)"],
    ["strict = 'yes'", '1:1: strict: expected true or false (got "yes")'],
    [
      "[profiles.'a b']\nwindow-unit = 'turn'",
      '2:1: window-unit: expected one of turns, call-messages, observations, messages, events, tokens (got "turn") (did you mean "turns"?)',
    ],
  ])("%j is named", (text, message) => {
    expect(errorOf(text)).toBe(`x.toml:${message}`);
  });
});

describe("a project's file", () => {
  // By hand: an option belongs here only if it can do no more than mask, keep or drop.
  const BY_HAND = [
    "clamp",
    "collapseFailures",
    "countTask",
    "dedupe",
    "editTool",
    "every",
    "firstSight",
    "keepImages",
    "keepTask",
    "keepThinking",
    "masking",
    "maxInputChars",
    "maxInputTokens",
    "maxObservationChars",
    "minGain",
    "minSavings",
    "placeholder",
    "preset",
    "readTool",
    "redundant",
    "shrinkInputs",
    "sideCopies",
    "sizeUnit",
    "staleReads",
    "summarizeAfter",
    "summaryMaxChars",
    "summaryStyle",
    "target",
    "tokenizer",
    "trigger",
    "window",
    "windowUnit",
  ];

  /** Options of rules that keep: all that such a rule can do is leave a result as it is. */
  const keepers = Object.values<AnyRule>(RULES).filter(({ acts }) => acts === "keep");
  const optionsOfKeepers = keepers.flatMap(({ options }) => Object.values(options));
  const keysOfKeepers = optionsOfKeepers.map(({ flag }) => /^--([\w-]+)/.exec(flag)?.[1]);
  const namesOfKeepers = [...KEYS].filter(([key]) => keysOfKeepers.includes(key));
  const SETTABLE = [...BY_HAND, ...namesOfKeepers.map(([, { name }]) => name)];

  it("may set policies, and nothing that runs, sends, writes or overwrites", () => {
    const settable = [...KEYS.values()].filter(({ flag }) => mayProjectSet(flag));
    const names = settable.map(({ name }) => name).sort();
    expect(names, "an option that does no more belongs in BY_HAND, above").toEqual(SETTABLE.sort());
  });

  it.each([...KEYS].filter(([, { name }]) => !SETTABLE.includes(name)).map(([key]) => key))(
    "may not set %s, nor in a profile",
    (key) => {
      const message = `a project file may not set ${key}`;
      expect(errorOf(`${key} = "x"`, "project")).toBe(`x.toml:1:1: ${message}`);
      expect(errorOf(`[profiles.a]\n${key} = true`, "project")).toBe(`x.toml:2:1: ${message}`);
    },
  );

  it("is guessed at only with keys that it may set", () => {
    expect(errorOf("reprt = 'json'", "project")).toBe('x.toml:1:1: unknown key "reprt"');
    expect(errorOf("reprt = 'json'")).toContain('(did you mean "report"?)');
  });
});
