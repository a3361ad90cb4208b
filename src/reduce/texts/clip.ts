import { badOption } from "../../base/errors.ts";

/**
 * The first `max` UTF-16 units of a text, the last three of them `...` if something was cut. Below four there is
 * no room for that: then just the start. Never half a surrogate pair.
 */
export function clipText(text: string, max: number): string {
  if (typeof text !== "string") throw badOption("text", "a text", text);
  if (typeof max !== "number" || Number.isNaN(max)) throw badOption("max", "a number", max);
  if (max <= 0) return "";
  if (text.length <= max) return text;
  return max <= 3 ? head(text, max) : `${head(text, max - 3)}...`;
}

/** At most `max` UTF-16 units from the start of a text, one less if that would cut a pair in two. */
export function head(text: string, max: number): string {
  const last = text.charCodeAt(max - 1);
  const cutsPair = max < text.length && last >= 0xd800 && last < 0xdc00;
  return text.slice(0, cutsPair ? max - 1 : max);
}
