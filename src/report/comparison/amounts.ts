import type { Interval } from "../../analyses/compare/sums/interval.ts";
import { fixed } from "../../base/fixed.ts";
import { number } from "../figures.ts";

/** A share with three digits, enough to decide: `0.873`. */
export function share(value: number): string {
  return value.toFixed(3);
}

/** The ends of an interval of a share: `0.939–0.965`. */
export function interval({ low, high }: Interval): string {
  return `${share(low)}–${share(high)}`;
}

/** A ratio of costs: `0.87`, `12.4`. Never rounded to 1, which would mean that they are equal. */
export function ratio(value: number): string {
  const text = value.toFixed(value < 9.995 ? 2 : 1);
  if (text !== "1.00" || Math.abs(value - 1) < SAME) return text;
  return value < 1 ? value.toPrecision(3) : value.toFixed(3);
}

/** Whether a ratio of costs is above 1. */
export function costsMore(value: number): boolean {
  return value > 1 + SAME;
}

/** US dollars, with enough decimals to show three digits of `scale`, so that costs in a column line up. */
export function dollars(value: number, scale = value): string {
  const digits = scale > 0 ? Math.max(2, 2 - Math.floor(Math.log10(scale))) : 2;
  const fraction = Math.min(MAX_DIGITS, digits);
  return `$${fixed(value, fraction)}`;
}

/** A price of a million tokens as it is listed: `$2`, `$2.50`, `$0.125`. */
export function listPrice(value: number): string {
  const [, fraction = ""] = String(value).split(".");
  return `$${fraction.length === 1 ? value.toFixed(2) : value}`;
}

/** A count with its noun: `1 transcript`, `2 transcripts`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : several}`;
}

/** The error of sums of fractions is smaller. */
const SAME = 1e-9;

/** Differences below a ten thousandth of a cent do not matter. */
const MAX_DIGITS = 6;
