/** The precedence of all that can set an option. */
import { describe, expect, it } from "vitest";
import { COMPACT_FLAGS } from "../../../src/cli/options/compact-flags.ts";
import {
  defaultLayer,
  type Layer,
  mergeLayers,
  type Origin,
  settableIn,
  valuesIn,
} from "../../../src/cli/options/settings.ts";
import { folderWith } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";

function layer(values: Record<string, unknown>, from: Origin): Layer {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, from }]));
}

const FLAG: Origin = { kind: "flag" };
const DEFAULT: Origin = { kind: "default" };

describe("mergeLayers", () => {
  it("takes each value, and where it was said, from the first layer that has it", () => {
    const first = layer({ window: 1 }, FLAG);
    const second = layer({ window: 2, every: 3 }, { kind: "environment", variable: "X" });
    const third = layer({ window: 4, every: 5, target: 6 }, DEFAULT);
    const settings = mergeLayers([first, second, third]);
    expect(valuesIn(settings)).toEqual({ window: 1, every: 3, target: 6 });
    expect(settings.window?.from).toBe(FLAG);
    expect(settings.target?.from).toBe(DEFAULT);
  });

  it("lets a layer take a value back by saying that there is none", () => {
    const settings = mergeLayers([layer({ every: undefined }, FLAG), layer({ every: 5 }, DEFAULT)]);
    expect(settings.every).toEqual({ value: undefined, from: FLAG });
  });
});

it("leaves out what only a command line may say, and options of other commands", () => {
  const all = layer({ window: 1, inPlace: true, output: "x", constructor: 1 }, FLAG);
  expect(valuesIn(settableIn(all, COMPACT_FLAGS))).toEqual({ window: 1 });
});

it("has a switch that turns something off on by default", () => {
  const { masking, strict } = valuesIn(defaultLayer(COMPACT_FLAGS));
  expect([masking, strict]).toEqual([true, undefined]);
});

/** All places, the strongest first, each with a window of its own. */
const PLACES = ["flag", "profile", "environment", "project", "user", "default"] as const;

const PAIRS = PLACES.flatMap((stronger, index) =>
  PLACES.slice(index + 1).map((weaker) => ({ stronger, weaker })),
);

describe("of what is said in two places", () => {
  it.each(PAIRS)("$stronger wins over $weaker", async ({ stronger, weaker }) => {
    const says = (place: (typeof PLACES)[number]) => place === stronger || place === weaker;
    const folder = folderWith({
      ...(says("project") && { "elision.toml": "window = 104" }),
      "config/elision/elision.toml": [
        ...(says("user") ? ["window = 105"] : []),
        ...(says("profile") ? ["[profiles.p]", "window = 102"] : []),
      ].join("\n"),
    });
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      const { stdout, stderr } = await elision(
        [
          ...["config", "--report", "json"],
          ...(says("flag") ? ["--window", "101"] : []),
          ...(says("profile") ? ["--profile", "p"] : []),
        ],
        {
          env: {
            XDG_CONFIG_HOME: `${folder}/config`,
            ...(says("environment") && { ELISION_WINDOW: "103" }),
          },
        },
      );
      expect(stderr).toBe("");
      const { settings } = JSON.parse(stdout);
      expect(settings[0]).toMatchObject({
        key: "window",
        source: stronger,
        value: 101 + PLACES.indexOf(stronger),
      });
    } finally {
      process.chdir(cwd);
    }
  });
});

it("does not ask for sense in a variable that something typed stands before", async () => {
  const env = { ELISION_WINDOW: "?" };
  expect((await elision(["config"], { env })).exitCode).toBe(2);
  expect((await elision(["config", "--window", "3"], { env })).exitCode).toBe(0);
});

describe("a variable that would be ignored", () => {
  const refusalOf = async (variable: string) => {
    const { exitCode, stderr } = await elision(["config"], { env: { [variable]: "3" } });
    return { exitCode, message: stderr.split("\n")[0] };
  };

  it("is refused where it is almost the name of a setting", async () => {
    const message =
      "elision: no option has the variable ELISION_WINDW (did you mean ELISION_WINDOW?)";
    expect(await refusalOf("ELISION_WINDW")).toEqual({ exitCode: 2, message });
  });

  it("is refused where its option is for the command line alone", async () => {
    const message = "elision: no variable sets --in-place, so ELISION_IN_PLACE does nothing";
    expect(await refusalOf("ELISION_IN_PLACE")).toEqual({ exitCode: 2, message });
  });

  it("is left alone where it may be another program's, or is set to nothing", async () => {
    for (const env of [{ ELISION_HOME: "/x" }, { ELISION_BIN: "/x" }, { ELISION_WINDW: "" }])
      expect((await elision(["config"], { env })).exitCode).toBe(0);
  });

  it("is known where another command has its option", async () => {
    const env = { ELISION_WINDOW: "3" };
    expect((await elision(["formats"], { env })).exitCode).toBe(0);
  });
});
