import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";
import { oppositesOf } from "./switches.ts";

/**
 * The options that have to be declared for some arguments: those that may be typed there, and those with a value
 * where they are not, each with its opposite; all where help is asked for. To declare an option, commander goes
 * through all others, and a command has more than a hundred.
 */
export function neededFlags(flags: Flags, argv: readonly string[]): readonly Flag[] {
  const words = argv.filter((word) => word.startsWith("-"));
  const letters = words.filter((word) => !word.startsWith("--")).join("");
  const typed = words.map((word) => word.replace(/^--|=.*/gs, ""));
  const isAll = typed.includes("help") || letters.includes("h");
  const needed = isAll ? flags : neededOf(flags, new Set(typed.map(withoutNo)), letters);
  return [...Object.values(needed), ...oppositesOf(needed)];
}

/** Those that have a default, or whose name or opposite is typed. */
function neededOf(flags: Flags, typed: ReadonlySet<string>, letters: string): Flags {
  const isNeeded = (flag: Flag) => {
    const { long, short } = namesOf(flag);
    if (flag.default !== undefined || isNegated(flag)) return true;
    return typed.has(withoutNo(long)) || (short !== undefined && letters.includes(short));
  };
  const needed = Object.entries(flags).filter(([, flag]) => isNeeded(flag));
  const names = new Set(needed.map(([, flag]) => withoutNo(namesOf(flag).long)));
  const isOpposite = (flag: Flag) => names.has(withoutNo(namesOf(flag).long));
  return Object.fromEntries(Object.entries(flags).filter(([, flag]) => isOpposite(flag)));
}

/** The name that a switch shares with its opposite. */
function withoutNo(long: string): string {
  return long.startsWith("no-") ? long.slice("no-".length) : long;
}
