import type { CommandDeclaration } from "./command-declaration.ts";
import { type Flag, type Flags, isNegated } from "./flag.ts";

/** The arguments of a command, taken apart. */
export interface TypedArguments {
  /** The values of options by their names in code, with defaults. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Those that were typed. */
  readonly typed: ReadonlySet<string>;
  /** The other arguments. */
  readonly words: readonly string[];
}

/**
 * The arguments of a command as commander takes them apart, without loading it; undefined where it has to answer:
 * help, a fault, `--`, and words of a command that takes few.
 */
export function typedArguments(
  { flags, takes }: Pick<CommandDeclaration, "flags" | "takes">,
  argv: readonly string[],
): TypedArguments | undefined {
  const values = defaultsOf(flags);
  const typed = new Set<string>();
  const words: string[] = [];
  const left = argv.toReversed();
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    if (!word.startsWith("-") || word === "-") {
      words.push(word);
      continue;
    }
    const option = optionIn(word, flags);
    if (option === undefined) return undefined;
    const { name, rest } = option;
    if (rest !== undefined) left.push(rest);
    const value = valueIn(option, left, values[name]);
    if (value === undefined) return undefined;
    values[name] = value;
    typed.add(name);
  }
  const isFitting = takes === undefined ? words.length === 0 : MANY_WORDS.test(takes.usage);
  return isFitting ? { values, typed, words } : undefined;
}

/** As many words as one likes, or none. */
const MANY_WORDS = /^\[\w+\.\.\.\]$/;

/** One argument as an option. */
interface TypedOption {
  readonly flag: Flag;
  readonly name: string;
  /** Of a switch: whether it turns its value on. */
  readonly isOn: boolean;
  /** The value behind it. */
  readonly text?: string;
  /** The letters behind it. */
  readonly rest?: string;
}

function optionIn(word: string, flags: Flags): TypedOption | undefined {
  if (!word.startsWith("--")) {
    const flag = flagCalled(word.slice(0, 2), flags);
    if (flag === undefined) return undefined;
    const option = { flag, name: nameOf(longOf(flag)), isOn: true };
    const more = word.slice(2);
    if (more === "") return option;
    return takesValue(flag) ? { ...option, text: more } : { ...option, rest: `-${more}` };
  }
  const at = word.indexOf("=");
  const long = at < 0 ? word : word.slice(0, at);
  const text = at < 0 ? {} : { text: word.slice(at + 1) };
  const isOn = !long.startsWith(NO);
  const opposite = isOn ? `${NO}${long.slice(2)}` : `--${long.slice(NO.length)}`;
  const declared = flagCalled(long, flags);
  const other = declared === undefined ? flagCalled(opposite, flags) : undefined;
  const flag = declared ?? (other !== undefined && !takesValue(other) ? other : undefined);
  return flag && { flag, name: nameOf(long), isOn, ...text };
}

/** The value of an option, with the words behind it, the next last; undefined where that is wrong. */
function valueIn({ flag, isOn, text }: TypedOption, left: string[], previous: unknown): unknown {
  if (!takesValue(flag)) return text === undefined ? isOn : undefined;
  const value = text ?? left.pop();
  if (value === undefined || flag.type === undefined) return value;
  try {
    return flag.type(value, previous);
  } catch {
    return undefined;
  }
}

/** The values of options that are not typed: on where only what turns them off is declared before. */
function defaultsOf(flags: Flags): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const flag of Object.values(flags)) {
    const long = isNegated(flag) ? longOf(flag) : "";
    if (long !== "" && !isDeclaredBefore(flag, `--${long.slice(NO.length)}`, flags))
      values[nameOf(long)] = flag.default ?? true;
    else if (long === "" && flag.default !== undefined) values[nameOf(longOf(flag))] = flag.default;
  }
  return values;
}

function isDeclaredBefore(flag: Flag, other: string, flags: Flags): boolean {
  for (const each of Object.values(flags)) {
    if (each === flag) return false;
    if (isCalled(each, other)) return true;
  }
  return false;
}

const NO = "--no-";

/** The flag of this name with its dashes. A command has more than a hundred: none is taken apart for it. */
function flagCalled(name: string, flags: Flags): Flag | undefined {
  return Object.values(flags).find((flag) => isCalled(flag, name));
}

function isCalled({ flags }: Flag, name: string): boolean {
  if (!name.startsWith("--")) return flags.startsWith(`${name},`);
  const at = flags.indexOf(name);
  const end = at + name.length;
  return (
    at >= 0 && (at === 0 || flags[at - 1] === " ") && (end === flags.length || flags[end] === " ")
  );
}

function takesValue({ flags }: Flag): boolean {
  return flags.endsWith(">");
}

/** `--out-dir` of `-o, --out-dir <dir>`. */
function longOf({ flags }: Flag): string {
  return flags.slice(flags.indexOf("--")).split(" ", 1)[0] ?? "";
}

/** `outDir` for `--out-dir`, and `dedupe` for `--no-dedupe`. */
function nameOf(long: string): string {
  const name = long.slice(long.startsWith(NO) ? NO.length : 2);
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
