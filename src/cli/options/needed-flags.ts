import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";
import { oppositesOf } from "./switches.ts";

/**
 * The options that have to be declared for some arguments: those that may be typed there, and those with a value
 * where they are not, each with its opposite; all where help is asked for. To declare an option, commander goes
 * through all others, and a command has more than a hundred.
 */
export function neededFlags(flags: Flags, argv: readonly string[]): readonly Flag[] {
  const declared = Object.values(flags);
  const all = [...declared, ...oppositesOf(flags)];
  const words = argv.filter((word) => word.startsWith("-"));
  const letters = words.filter((word) => !word.startsWith("--")).join("");
  const typed = new Set(words.map((word) => word.split("=", 1)[0]));
  if (typed.has("--help") || letters.includes("h")) return all;
  const hasDefault = new Set(
    declared.filter((flag) => flag.default !== undefined || isNegated(flag)),
  );
  const isNeeded = (flag: Flag) => {
    const { long, short } = namesOf(flag);
    const isTyped = typed.has(`--${long}`) || (short !== undefined && letters.includes(short));
    return isTyped || hasDefault.has(flag);
  };
  const needed = new Set(all.filter(isNeeded).map(withoutNo));
  return all.filter((flag) => needed.has(withoutNo(flag)));
}

/** The name that a switch shares with its opposite. */
function withoutNo(flag: Flag): string {
  return namesOf(flag).long.replace(/^no-/, "");
}
