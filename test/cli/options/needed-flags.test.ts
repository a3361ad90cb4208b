import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import type { CommandDeclaration } from "../../../src/cli/options/command-declaration.ts";
import { Command, Option } from "../../../src/cli/options/commander-library.ts";
import { type Flag, namesOf } from "../../../src/cli/options/flag.ts";
import { neededFlags, untypedValues } from "../../../src/cli/options/needed-flags.ts";
import { oppositesOf } from "../../../src/cli/options/switches.ts";

const ALL: readonly (readonly [string, CommandDeclaration])[] = Object.entries(COMMANDS);

function allOf({ flags }: CommandDeclaration): readonly Flag[] {
  return [...Object.values(flags), ...oppositesOf(flags)];
}

/** The values that commander finds in arguments, and the words that are left. */
function parsed(flags: readonly Flag[], argv: readonly string[]) {
  const parser = new Command().exitOverride().allowExcessArguments();
  for (const flag of flags) {
    const option = new Option(flag.flags);
    parser.addOption(flag.default === undefined ? option : option.default(flag.default));
  }
  parser.parse([...argv], { from: "user" });
  return { values: parser.opts(), words: parser.args };
}

/** A flag as it may be typed. */
function typed(flag: Flag) {
  const { long, short, value } = namesOf(flag);
  if (value === undefined)
    return fc.constantFrom([`--${long}`], ...(short === undefined ? [] : [[`-${short}`]]));
  const ways = [[`--${long}`, "3"], [`--${long}=3`]];
  return fc.constantFrom(
    ...ways,
    ...(short === undefined ? [] : [[`-${short}3`], [`-${short}`, "3"]]),
  );
}

describe.each(ALL)("of %s", (_, command) => {
  const all = allOf(command);
  it("takes a value where an option has a type, and else none", () => {
    for (const flag of Object.values(command.flags))
      expect([flag.flags, namesOf(flag).value !== undefined]).toEqual([
        flag.flags,
        flag.type !== undefined,
      ]);
  });

  it("finds the same in arguments as with all options", () => {
    const one = all.length === 0 ? fc.constant(["x"]) : fc.constantFrom(...all).chain(typed);
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 3, arbitrary: one }, fc.constant(["run.jsonl"]))),
        (words) => {
          const argv = words.flat();
          const { values, words: left } = parsed(neededFlags(command.flags, argv).flags, argv);
          const untyped = untypedValues(command.flags);
          expect({ values: { ...untyped, ...values }, words: left }).toEqual(parsed(all, argv));
        },
      ),
    );
  });
});

it("declares few for a plain run, and all for help", () => {
  const all = allOf(COMMANDS.compact);
  const needed = (...argv: string[]) => neededFlags(COMMANDS.compact.flags, argv);
  expect(needed("run.jsonl")).toEqual({ flags: [], help: false, version: false });
  expect(needed("--report", "none", "run.jsonl").flags.length).toBeLessThan(all.length / 8);
  expect(needed("-h")).toEqual({ flags: all, help: true, version: true });
  expect(needed("run.jsonl", "--help").flags).toEqual(all);
  expect(needed("run.jsonl", "-qV")).toMatchObject({ help: false, version: true });
});
