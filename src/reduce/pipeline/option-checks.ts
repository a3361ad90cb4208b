import { badOption } from "../../base/errors.ts";

/** A whole number, 0 or more, or nothing; throws a `bad-option` error for anything else. */
export function wholeNumber(option: string, value: number | undefined): number | undefined {
  return atLeast(0, option, value);
}

/** A whole number with a minimum, or nothing. */
export function atLeast(
  least: number,
  option: string,
  value: number | undefined,
): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return value;
  throw badOption(option, `a whole number, ${least} or more`, value);
}

/** One of a few words; throws a `bad-option` error that lists them. */
export function wordIn<T extends string>(words: readonly T[], option: string, value: T): T {
  if (words.includes(value)) return value;
  throw badOption(option, `one of ${words.join(", ")}`, value);
}
