import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { runParser } from "../../../src/cli/docs/run-parser.ts";
import type { CommandDeclaration } from "../../../src/cli/options/command-declaration.ts";
import { type Flag, namesOf } from "../../../src/cli/options/flag.ts";
import { oppositesOf } from "../../../src/cli/options/switches.ts";
import { type TypedArguments, typedArguments } from "../../../src/cli/options/typed-arguments.ts";

const ALL: readonly (readonly [string, CommandDeclaration])[] = Object.entries(COMMANDS);
const VALUES = ["3", "none", "all", "1/2", "x", "", "-", "-n", "1.5"];

/** What commander makes of arguments; undefined where it prints help or finds a fault. */
async function parsed(name: string, argv: readonly string[]): Promise<TypedArguments | undefined> {
  const command = COMMANDS[name as keyof typeof COMMANDS] as CommandDeclaration;
  let given: TypedArguments | undefined;
  const act = async (found: TypedArguments) => {
    given = found;
    return 0;
  };
  await runParser({ name, command, argv, version: "1" }, act).catch(() => {});
  return given;
}

/** A flag as it may be typed, with letters of switches before it, and with values that it may not take. */
function typed(flag: Flag) {
  const { long, short } = namesOf(flag);
  return fc
    .constantFrom(...VALUES)
    .chain((value) =>
      fc.constantFrom(
        [`--${long}`],
        [`--${long}`, value],
        [`--${long}=${value}`],
        ...(short === undefined
          ? []
          : [[`-${short}`], [`-${short}`, value], [`-q${short}${value}`]]),
      ),
    );
}

describe.each(ALL)("of %s", (name, command) => {
  const flags = [...Object.values(command.flags), ...oppositesOf(command.flags)];
  const option = flags.length === 0 ? fc.constant(["-x"]) : fc.constantFrom(...flags).chain(typed);
  const word = fc.constantFrom(["run.jsonl"], ["-"], ["--"], ["-5"], ["--nothing"], ["-h"], ["-V"]);
  const words = fc
    .array(fc.oneof({ weight: 4, arbitrary: option }, word), { maxLength: 4 })
    .map((each) => each.flat());

  it("says the same as commander, or nothing", async () => {
    await fc.assert(
      fc.asyncProperty(words, async (argv) => {
        const own = typedArguments(command, argv);
        if (own !== undefined) expect(own).toEqual(await parsed(name, argv));
      }),
    );
  });
});

it.each([
  [[]],
  [["run.jsonl", "-"]],
  [["-j", "1", "--report", "none", "run.jsonl", "other.jsonl"]],
  [["-nqj2", "--window=3", "--no-masking", "--no-dedupe", "--masking", "run.jsonl"]],
  [["-i", "--archive", "kept", "--keep-tool", "read", "--keep-tool=write", "-o", "-n"]],
])("reads %j without commander", async (argv) => {
  expect(typedArguments(COMMANDS.compact, argv)).toEqual(await parsed("compact", argv));
  expect(typedArguments(COMMANDS.compact, argv)).toBeDefined();
});

it("leaves to commander what that has to answer", () => {
  for (const word of ["-h", "--help", "-V", "--", "--no-window", "--explain=1", "--window", "-5"])
    expect(typedArguments(COMMANDS.compact, [word])).toBeUndefined();
  expect(typedArguments(COMMANDS.compact, ["--window", "many"])).toBeUndefined();
  expect(typedArguments(COMMANDS.completion, ["bash"])).toBeUndefined();
});
