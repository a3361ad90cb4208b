import type { Policy } from "../pipeline/checked-policy.ts";
import type { KeepErrors } from "../pipeline/option-values.ts";
import { head } from "../texts/clip.ts";
import { type FieldValues, renderClipped } from "./template.ts";

/** A masked observation. */
interface Shown<T> {
  readonly values: FieldValues<T>;
  readonly of: T;
  isError(): boolean;
  /** The first `count` chars of its text or more, or the last if negative. */
  excerpt(count: number): string;
}

/**
 * A placeholder with the text of the observation that a policy shows: of an error its end; else as much of its
 * head as fits within the limit, which may clip the placeholder.
 */
export function withShown<T>(placeholder: string, policy: Policy, about: Shown<T>): string {
  const end = excerptOf(policy.rules.errors.kept);
  if (end > 0 && about.isError()) return withEnd(placeholder, about.excerpt(-end), end);
  const { maxObservationChars: limit } = policy;
  if (limit === undefined) return placeholder;
  if (limit < placeholder.length) return renderClipped(policy.placeholder, limit, about);
  const room = limit - placeholder.length - 1;
  const start = room > 0 ? head(about.excerpt(room + 1), room) : "";
  return start === "" ? placeholder : `${start}\n${placeholder}`;
}

/** Whether a policy shows some of the text of an observation with its placeholder. */
export function showsText({ maxObservationChars, rules }: Policy): boolean {
  return maxObservationChars !== undefined || excerptOf(rules.errors.kept) > 0;
}

/** The part of an error's end that stays before its placeholder. */
function excerptOf(errors: KeepErrors): number {
  return typeof errors === "object" && "excerpt" in errors ? errors.excerpt : 0;
}

function withEnd(placeholder: string, end: string, count: number): string {
  const text = end.slice(-count);
  const first = text.charCodeAt(0);
  const isHalf = first >= 0xdc00 && first < 0xe000;
  return `${isHalf ? text.slice(1) : text}\n${placeholder}`;
}
