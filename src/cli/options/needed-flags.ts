import { COLOR_FLAGS } from "./color-flags.ts";
import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";
import { oppositesOf } from "./switches.ts";

/** The options to declare for some arguments. */
export interface NeededFlags {
  readonly flags: readonly Flag[];
  readonly help: boolean;
  readonly version: boolean;
}

/**
 * The options that may be typed in some arguments, each with its opposite; all where help is asked for. To declare
 * an option, commander goes through all others, and a command has more than a hundred.
 */
export function neededFlags(flags: Flags, argv: readonly string[]): NeededFlags {
  const words = argv.filter((word) => word.startsWith("-"));
  if (words.length === 0) return { flags: [], help: false, version: false };
  const letters = words.map((word) => (word.startsWith("--") ? "" : word.slice(1))).join("");
  const typed = words.map((word) => withoutNo(word.replace(/^--|=.*/gs, "")));
  const help = typed.includes("help") || letters.includes("h");
  // Names are taken apart only where they may be typed.
  const isNeeded = ([, flag]: [string, Flag]) =>
    letters.includes(flag.flags.charAt(1)) ||
    typed.some((name) => flag.flags.includes(name) && withoutNo(namesOf(flag).long) === name);
  const all = [COLOR_FLAGS, flags].flatMap((each: Flags) => Object.entries(each));
  const needed = help ? flags : Object.fromEntries(all.filter(isNeeded));
  return {
    flags: [...Object.values(needed), ...oppositesOf(needed)],
    help,
    version: help || typed.includes("version") || letters.includes("V"),
  };
}

/** The name that a switch shares with its opposite. */
function withoutNo(long: string): string {
  return long.startsWith("no-") ? long.slice("no-".length) : long;
}

/**
 * The values that options have where they are not typed, as commander would give them if all were declared: without
 * `--x`, `--no-x` makes `x` true.
 */
export function untypedValues(flags: Flags): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.default !== undefined) values[name] = flag.default;
    if (!isNegated(flag)) continue;
    const positive = name.startsWith("no") ? name.charAt(2).toLowerCase() + name.slice(3) : name;
    if (positive === name || !Object.hasOwn(flags, positive)) values[positive] = true;
  }
  return values;
}
