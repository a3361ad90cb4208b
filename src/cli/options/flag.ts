import type { ArgumentType } from "./argument-types.ts";

/** One option, declared once: help, parsing, completion and the environment are made from it. */
export interface Flag {
  /** As typed: `-o, --output <file>`. Without a value it is a switch. */
  readonly flags: string;
  readonly description: string;
  /** The same in few words, for help that fits a screen. */
  readonly brief?: string;
  /** Names that people try for it; the error suggests the right one. */
  readonly alsoCalled?: readonly string[];
  /** Options, by their names in code, of which one has to be set, or it does nothing. */
  readonly needs?: readonly string[];
  /** Its heading in help. */
  readonly group: string;
  readonly type?: ArgumentType<unknown>;
  readonly default?: unknown;
  /**
   * Where else it can be set. Default: `ELISION_<NAME>` and files of settings; false: nowhere; `user-settings`:
   * only there.
   */
  readonly environment?: false | "user-settings";
}

/** The options of a command, by the name that their values have in code. */
export type Flags = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { readonly type: ArgumentType<infer T> }
  ? F extends { readonly default: unknown }
    ? T
    : T | undefined
  : boolean | undefined;

/** The options as values. */
export type ValuesOf<F extends Flags> = { readonly [K in keyof F]: FlagValue<F[K]> };

/** A flag as it is typed, taken apart. */
export interface FlagNames {
  /** Without dashes: `output`, `o`. */
  readonly long: string;
  readonly short: string | undefined;
  /** The name of its value; undefined for a switch. */
  readonly value: string | undefined;
  /** The words that it takes, if they are few. */
  readonly choices: readonly string[];
}

export function namesOf(flag: Flag): FlagNames {
  let names = NAMES.get(flag);
  if (names === undefined) {
    const { flags, type } = flag;
    names = {
      long: /--([\w-]+)/.exec(flags)?.[1] ?? "",
      short: /^-(\w)\b/.exec(flags)?.[1],
      value: /<([^>]+)>/.exec(flags)?.[1],
      choices: choicesOf(type),
    };
    NAMES.set(flag, names);
  }
  return names;
}

/** A cache: a command has more than a hundred flags, whose names are needed several times at each start. */
const NAMES = new WeakMap<Flag, FlagNames>();

/** Whether a flag turns its value off: `--no-masking`. */
export function isNegated({ flags }: Flag): boolean {
  return flags.startsWith("--no-");
}

/** The words that a type takes, if they are few. */
export function choicesOf(type: ArgumentType<unknown> | undefined): readonly string[] {
  return (type as { readonly choices?: readonly string[] } | undefined)?.choices ?? [];
}

/** The name of a flag in the environment: `ELISION_MAX_INPUT_CHARS` for `--max-input-chars`. */
export function environmentName(flag: Flag): string {
  const { long } = namesOf(flag);
  return `ELISION_${long.replaceAll("-", "_").toUpperCase()}`;
}
