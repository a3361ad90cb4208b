import { digestOf } from "../base/digest.ts";
import type { TextEntry } from "./entry.ts";

/** The text of an entry; undefined if its digest does not match, since it was changed on disk. */
export function trueTextOf(entry: TextEntry): string | undefined {
  const text = textOf(entry);
  return text !== undefined && digestOf(text) === entry.digest ? text : undefined;
}

/** The text of an entry; undefined if it has none and its raw bytes are no JSON string. */
export function textOf({ text, raw }: TextEntry): string | undefined {
  if (text !== undefined) return text;
  try {
    const value: unknown = JSON.parse(Buffer.from(raw).toString());
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
