import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import type { CommandDeclaration } from "../../../src/cli/options/command-declaration.ts";
import { Command, Option } from "../../../src/cli/options/commander-library.ts";
import { type Flag, namesOf } from "../../../src/cli/options/flag.ts";
import { neededFlags } from "../../../src/cli/options/needed-flags.ts";
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
  if (value === undefined) return fc.constant<string[]>([`--${long}`]);
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
          expect(parsed(neededFlags(command.flags, argv), argv)).toEqual(parsed(all, argv));
        },
      ),
    );
  });
});

it("declares few for a plain run, and all for help", () => {
  const all = allOf(COMMANDS.compact);
  expect(
    neededFlags(COMMANDS.compact.flags, ["--report", "none", "run.jsonl"]).length,
  ).toBeLessThan(all.length / 4);
  expect(neededFlags(COMMANDS.compact.flags, ["-h"])).toEqual(all);
  expect(neededFlags(COMMANDS.compact.flags, ["run.jsonl", "--help"])).toEqual(all);
});
