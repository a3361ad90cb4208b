import { nearest } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import { COMMON_FLAGS } from "./command-declaration.ts";
import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";
import { oppositesOf } from "./switches.ts";

/** A word that is the prefix of more options than this suggests none of them. */
const MAX_GUESSES = 3;

/**
 * An unknown option and the one that was probably meant: `unknown option '--bugdet' (did you mean
 * --max-input-chars?)`. A value given to a switch is reported as such. No guess is better than a bad one.
 */
export function meantOption(typed: string, flags: Flags): string {
  const [name = "", value] = typed.split("=", 2);
  const all = [...Object.values(flags), ...oppositesOf(flags), ...COMMON_FLAGS];
  const exact = all.find((flag) => `--${namesOf(flag).long}` === name);
  if (exact !== undefined && value !== undefined)
    return `${name} takes no value (got ${quoted(value)})`;
  const guesses = typed.startsWith("--") ? guessesFor(name.slice(2), all) : [];
  const guess = guesses.length === 0 ? "" : ` (did you mean ${listed(guesses)}?)`;
  return `unknown option '${typed}'${guess}`;
}

function guessesFor(word: string, flags: readonly Flag[]): readonly string[] {
  const names = new Map<string, string>();
  for (const flag of flags) {
    const { long } = namesOf(flag);
    names.set(long, long);
    for (const other of flag.alsoCalled ?? []) names.set(other, long);
  }
  const known = names.get(word);
  if (known !== undefined) return [known];
  const undone = flags.find((flag) => `no-${namesOf(flag).long}` === word);
  if (undone !== undefined && hasNone(undone)) return [`${namesOf(undone).long} none`];
  const near = names.get(nearest(word, names.keys()) ?? "");
  // Names with `no-` are close to many others: one is suggested only if a `no-` was typed.
  if (near !== undefined && !isFarFetched(word, near, flags)) return [near];
  const begun = flags
    .map((flag) => namesOf(flag).long)
    .filter((long) => long.startsWith(`${word}-`));
  return begun.length <= MAX_GUESSES ? begun : [];
}

/** Whether a flag's value may be the word `none`, and not just any word. */
function hasNone({ type }: Flag): boolean {
  const takes = (word: string) => {
    try {
      type?.(word);
      return true;
    } catch {
      return false;
    }
  };
  return takes("none") && !takes("nothing at all");
}

function isFarFetched(word: string, near: string, flags: readonly Flag[]): boolean {
  const flag = flags.find((each) => namesOf(each).long === near);
  return flag !== undefined && isNegated(flag) && !word.startsWith("n");
}

function listed(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(" or ");
}
