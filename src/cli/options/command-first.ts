import { type Flags, namesOf } from "./flag.ts";

/** Whether an option takes a value, by its name with dashes: `--window`, `-o`. */
export type TakesValue = (name: string) => boolean;

/**
 * The arguments with the command that they name in front, so that options may stand before it:
 * `--no-color compare run.jsonl` is `compare --no-color run.jsonl`. A command is the first word that is
 * neither an option nor the value of one; any other word there is a file.
 */
export function commandFirst(
  argv: readonly string[],
  commands: ReadonlySet<string>,
  takesValue: TakesValue,
): readonly string[] {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--" || word === "-") return argv;
    if (!word.startsWith("-")) return commands.has(word) ? [word, ...argv.toSpliced(at, 1)] : argv;
    if (valueFollows(word, takesValue)) at++;
  }
  return argv;
}

/** Whether the value of an option is the next word: not in `--window=3` or `-j4`. */
function valueFollows(word: string, takesValue: TakesValue): boolean {
  if (word.startsWith("--")) return !word.includes("=") && takesValue(word);
  for (let at = 1; at < word.length; at++)
    if (takesValue(`-${word[at]}`)) return at === word.length - 1;
  return false;
}

/**
 * The options of all commands that take values. No name is a switch in one command and takes a value in another.
 */
export function valuesTaken(all: Iterable<Flags>): TakesValue {
  const names = new Set<string>();
  for (const flags of all)
    for (const flag of Object.values(flags)) {
      const { long, short, value } = namesOf(flag);
      if (value === undefined) continue;
      names.add(`--${long}`);
      if (short !== undefined) names.add(`-${short}`);
    }
  return (name) => names.has(name);
}
