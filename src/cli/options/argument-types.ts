import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import type { KeepErrors } from "../../reduce/pipeline/option-values.ts";
import { EXIT } from "../terminal/shell.ts";
import { CommanderError, InvalidArgumentError } from "./commander-library.ts";

/**
 * Parses an option's text, or throws an error that shows it. `previous` is the value so far of an option that may
 * be repeated.
 */
export type ArgumentType<T> = (text: string, previous?: unknown) => T;

/** A whole number, 0 or more; `k` and `M` mean thousands and millions. */
export const wholeNumber: ArgumentType<number> = (text) => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const value = /[kKM]$/.test(text) ? sizeIn(text) : undefined;
  if (value === undefined) throw expected("a whole number, 0 or more", text);
  return value;
};

/** A number of threads, 1 or more. */
export const jobCount: ArgumentType<number> = (text) => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw expected("a whole number, 1 to 999", text);
  return Number(text);
};

/** A whole number, 1 or more. */
export const wholeNumberFrom1: ArgumentType<number> = (text) => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw expected("a whole number, 1 or more", text);
  return Number(text);
};

/** One of several parts of the inputs, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A part of the inputs: `3/16`. */
export const shard: ArgumentType<Shard> = (text) => {
  const [, index, count] = (/^(\d{1,5})\/([1-9]\d{0,4})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw expected("a part such as 3/16, from 1/16 to 16/16", text);
  return { index, count };
};

/** Sessions a month: a whole number, or the number saved on this machine. */
export const sessionsPerMonth: ArgumentType<number | "mine"> = (text) => {
  if (text === "mine") return text;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw expected("a number of sessions, or mine", text);
  return Number(text);
};

/** A part of a whole, from 0 to 1. */
export const share: ArgumentType<number> = (text) => {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw expected("a number from 0 to 1", text);
  return value;
};

/** An amount of US dollars. */
export const usd: ArgumentType<number> = (text) => {
  if (!/^\d{0,9}\.?\d{1,9}$/.test(text)) throw expected("an amount such as 2.50", text);
  return Number(text);
};

/** The name of a file to write next to what goes to stdout. */
export const otherFile: ArgumentType<string> = (text) => {
  if (text === "-") throw expected("the name of a file, since stdout has other output", text);
  return text;
};

/** A size: a whole number, or a number with `k` or `K` (thousands) or `M` (millions). */
export const size: ArgumentType<number> = (text) => {
  const value = sizeIn(text);
  if (value === undefined) throw expected("a size such as 20000, 20k or 1.5M", text);
  return value;
};

function sizeIn(text: string): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)([kKM]?)$/.exec(text);
  const factor = match?.[2]?.toLowerCase() === "k" ? 1000 : match?.[2] === "M" ? 1_000_000 : 1;
  const value = Number(match?.[1]) * factor;
  return Number.isInteger(value) ? value : undefined;
}

/** A length of time in milliseconds: a number with `s`, `m`, `h` or `d`, or 0. */
export const duration: ArgumentType<number> = (text) => {
  if (text === "0") return 0;
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d)$/.exec(text);
  if (match === null) throw expected("a time such as 30s, 10m, 2h or 1d", text);
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[match[2] as "s" | "m" | "h" | "d"];
  return Number(match[1]) * seconds * 1000;
};

/** A point in time with its zone, in UTC. */
export const time: ArgumentType<string> = (text) => {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const value = new Date(text);
  if (!isWhole || Number.isNaN(value.getTime()))
    throw expected("a time such as 2026-03-02T10:00:00Z", text);
  return value.toISOString();
};

/** Text that is not empty. */
export const text: ArgumentType<string> = (value) => {
  if (value === "") throw expected("a text that is not empty", value);
  return value;
};

/** The address of a server, as it is typed. */
export const webAddress: ArgumentType<string> = (value) => {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw expected("an address such as http://127.0.0.1:8000/v1", value);
  return value;
};

/** The end of a name, in the same folder. */
export const suffix: ArgumentType<string> = (value) => {
  if (value === "" || value.includes("/")) throw expected("a suffix such as .orig", value);
  return value;
};

/** One of a few words, which can be completed. */
export function oneOf<T extends string>(
  choices: readonly T[],
): ArgumentType<T> & { readonly choices: readonly T[] } {
  const type: ArgumentType<T> = (value) => {
    const found = choices.find((word) => word === value);
    if (found === undefined)
      throw expected(`one of ${choices.join(", ")}`, value, didYouMean(value, choices));
    return found;
  };
  return Object.assign(type, { choices });
}

/** An option that may be given again: all of its values. */
export function listOf<T>(
  type: ArgumentType<T>,
): ArgumentType<readonly T[]> & { readonly isList: true } {
  const list: ArgumentType<readonly T[]> = (value, previous) => [
    ...((previous as readonly T[] | undefined) ?? []),
    type(value),
  ];
  return Object.assign(list, { isList: true as const });
}

/** Several values with commas between them. */
export function listIn<T>(type: ArgumentType<T>): ArgumentType<readonly T[]> {
  return (text) => text.split(",").map((each) => type(each.trim()));
}

/** Whether an option may be given again. */
export function isList(type: ArgumentType<unknown>): boolean {
  return "isList" in type;
}

/** Which errors stay raw: `all`, `none`, `last:N` or `excerpt:N`. */
export const keepErrors: ArgumentType<KeepErrors> = (value) => {
  if (value === "all" || value === "none") return value;
  const match = /^(last|excerpt):(\d{1,9})$/.exec(value);
  if (match === null) throw expected("all, none, last:N or excerpt:N", value);
  const count = Number(match[2]);
  return match[1] === "last" ? { last: count } : { excerpt: count };
};

/** On or off, for a flag that is set in the environment. */
export const onOrOff: ArgumentType<boolean> = (value) => {
  if (["1", "true", "yes", "on"].includes(value.toLowerCase())) return true;
  if (["0", "false", "no", "off", ""].includes(value.toLowerCase())) return false;
  throw expected("1 or 0", value);
};

/** Parses a value; a usage error names the option or variable that has it. */
export function named<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommanderError(EXIT.failed, "invalid", `${what}: ${error.message}`);
  }
}

/** The error for a wrong value of an option. */
export function expected(what: string, got: unknown, guess = ""): InvalidArgumentError {
  return new InvalidArgumentError(`expected ${what} (got ${quoted(got)})${guess}`);
}
